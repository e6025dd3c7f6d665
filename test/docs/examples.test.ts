import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { type Ran, run } from '../support/consumer.ts'
import { freePort } from '../support/registry.ts'
import { type Block, inWords, type Page, page, pages, skill } from './page.ts'
import { expectAnswer, expectText, expectWords } from './shown.ts'

/** The origin of the fake in the pages. */
const printedOrigin = 'http://127.0.0.1:4747'

/** Separates the output of one block from that of the block before. */
const mark = (number: number): string => `@@@ block ${number}`

/** A project that has the package installed, to try the pages on that one, by the real npx: `npm run release:rehearse`. */
const installed = process.env['INSTALLED']

let folder: string

beforeAll(async () => {
  if (installed !== undefined) {
    folder = await mkdtemp(join(installed, 'docs-'))
    return
  }
  const built = await builtPackage()
  // Inside the package, so that examples can import it by its name.
  folder = await mkdtemp(join(built.folder, 'docs-'))
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await symlink(built.main, join(bin, 'cloudsec-fake'))
  await writeFile(join(bin, 'npx'), '#!/bin/sh\n[ "$1 $2" = "--no --" ] && shift 2 && exec "$@"\n', { mode: 0o755 })
})

afterAll(async () => await rm(folder, { recursive: true }))

/** The output that the comments of a block promise: `status "$BASE" # → 503`. Empty if there are none. */
function promisedIn(code: string): string {
  return inWords([...code.matchAll(/# → (.+)$/gm)].map(([, text]) => text).join(' '))
}

/** A shell block, and the block below it that shows its output. */
interface Step {
  readonly code: string
  readonly output: Block | undefined
}

function stepsOf({ blocks }: Page): readonly Step[] {
  return blocks.flatMap(({ language, code }, position) => {
    if (language !== 'sh') return []
    const next = blocks[position + 1]
    const isOutput = next?.followsBlock === true && (next.language === 'json' || next.language === 'text')
    return [{ code, output: isOutput ? next : undefined }]
  })
}

/** One script of all steps. A step that promises no output must succeed, and so must each of its requests. */
function scriptOf(steps: readonly Step[]): string {
  const curl = 'curl() { if [ $strict = 1 ]; then command curl --fail-with-body "$@"; else command curl "$@"; fi; }'
  const parts = steps.map(({ code, output }, number) => {
    const isStrict = output === undefined && promisedIn(code) === ''
    return `${isStrict ? 'strict=1; set -e' : 'strict=0; set +e'}\necho; echo '${mark(number)}'\n${code}`
  })
  return ['set -uo pipefail', curl, ...parts, ''].join('\n')
}

function expectOutput(printed: string, { code, output }: Step): void {
  if (output?.language === 'json') expectAnswer(JSON.parse(printed), JSON.parse(output.code))
  else if (output !== undefined) expectText(printed, output.code)
  else if (promisedIn(code) !== '') expectWords(printed, promisedIn(code))
}

/** The programs of a page, without those for test runners. */
function programsOf({ blocks }: Page): readonly string[] {
  return blocks
    .filter(({ language, code }) => language === 'ts' && !code.includes("'cloudsec-fake/"))
    .map(({ code }) => code)
}

describe('the examples for a shell', () => {
  const withShell = [...pages, skill].filter((candidate) => stepsOf(candidate).length > 0)

  it('are on most pages', () => {
    expect(withShell.length).toBeGreaterThan(8)
  })

  it.concurrent.each(withShell)('print what $path says, typed from top to bottom', async (shown) => {
    const here = await mkdtemp(join(folder, `${basename(shown.path, '.md')}-`))
    const port = await freePort()
    const [origin, start] = [`http://127.0.0.1:${port}`, `start --detach --port ${port}`]
    const { PATH = '' } = process.env
    const variables = {
      PATH: `${installed === undefined ? join(folder, 'bin') : join(installed, 'node_modules/.bin')}:${PATH}`,
      CLOUDSEC_FAKE_URL: origin,
      XDG_STATE_HOME: here,
    }
    const program = async (...args: readonly string[]): Promise<Ran> =>
      await run('cloudsec-fake', args, here, variables)
    const steps = stepsOf(shown)
    // The reader of any other page has a fake, which is there in the end.
    const hasOwn = steps[0]?.code.includes('start --detach') === true
    if (!hasOwn) await program(...start.split(' '))
    const script = scriptOf(steps).replaceAll(printedOrigin, origin).replaceAll('start --detach', start)
    const { out, err, code } = await run('bash', ['-c', script], here, variables)
    const { out: left } = await program('status')
    await program('stop', '--all')
    const printed = out.replaceAll(origin, printedOrigin).split(/^@@@ block \d+\n/m)
    expect(printed.slice(1), err).toHaveLength(steps.length)
    for (const [number, step] of steps.entries()) expectOutput(printed[number + 1] ?? '', step)
    expect(code, err).toBe(0)
    if (!hasOwn) expect(left).toContain(`${origin}/v1`)
  })
})

describe('a printed answer', () => {
  const answer = { data: [{ id: 7, name: 'soup' }, { id: 8 }], next: '/v1?page=2' }

  it.each([
    ['whole', answer, true],
    ['without a member', { data: answer.data }, false],
    ['without a member, with the sign', { data: answer.data, '…': '…' }, true],
    ['with a sign for no member', { ...answer, '…': '…' }, false],
    ['without an item', { ...answer, data: [{ id: 7, name: 'soup' }] }, false],
    ['without an item, with the sign', { ...answer, data: [{ id: 7, '…': '…' }, '…'] }, true],
    ['with a sign for no item', { ...answer, data: [...answer.data, '…'] }, false],
    ['with another member', { ...answer, prev: '…' }, false],
    ['with a sign for a value, and in a text', { data: '…', next: '/v1…2' }, true],
    ['with another text', { data: '…', next: '/v1…3' }, false],
  ])('%s', (_, shown, holds) => {
    const compare = (): void => expectAnswer(answer, shown)
    if (holds) compare()
    else expect(compare).toThrow('to deeply equal')
  })
})

describe('the programs', () => {
  const programs = pages.flatMap((shown) => programsOf(shown).map((code, place) => ({ path: shown.path, place, code })))

  it('are on several pages', () => {
    expect(new Set(programs.map(({ path }) => path)).size).toBeGreaterThan(3)
  })

  it.concurrent.each(programs)('print what $path says: $place', async ({ path, place, code }) => {
    const file = join(folder, `${basename(path, '.md')}-${place}.mjs`)
    await writeFile(file, code)
    const promised = [...code.matchAll(/^ *console\.log\(.+\) \/\/ (.+)$/gm)].map(([, text]) => text)
    const { out, err, code: exit } = await run(process.execPath, [file], folder)
    expect([exit, err]).toEqual([0, ''])
    expect(out.trim().split('\n')).toEqual(promised)
  })

  it('for test runners are all on docs/test-runners.md, where test/runners/runners.test.ts runs them', () => {
    const run = page('docs/test-runners.md').blocks.map(({ code }) => code)
    const others = pages.flatMap(({ blocks }) => blocks.filter(({ code }) => code.includes("'cloudsec-fake/")))
    for (const { code } of others) expect(run).toContain(code)
  })
})
