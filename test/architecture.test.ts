import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { assumptionIds } from '../src/assumptions/register.ts'

type Sources = ReadonlyMap<string, string>

const src = fileURLToPath(new URL('../src', import.meta.url))

const sources: Sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
)

/** The rooms from bottom to top, each with the packages that it alone may import besides zod and Node's own. */
const rooms = [
  { name: 'lib', packages: ['leven'] },
  { name: 'spec', packages: [] },
  { name: 'assumptions', packages: [] },
  { name: 'engine', packages: [] },
  { name: 'probes', packages: [] },
  { name: 'courier', packages: ['nodemailer', 'nodemailer/lib/mail-composer', 'p-limit'] },
  {
    name: 'http',
    packages: ['hono', 'hono/route', '@hono/node-server', '@hono/node-server/utils/response'],
  },
  { name: 'slices', packages: ['@faker-js/faker'] },
  { name: 'control', packages: ['hono/router/trie-router', 'hono/utils/url'] },
  { name: 'composition', packages: ['@faker-js/faker', 'standardwebhooks'] },
  { name: 'server', packages: ['@hono/node-server'] },
  { name: 'runners', packages: ['vitest', '@playwright/test', 'msw'] },
  { name: 'cli', packages: ['commander', 'chokidar'] },
  { name: 'index.ts', packages: [] },
] as const

const composition = new Set([
  'app.ts',
  'arrangers.ts',
  'dataset.ts',
  'fake.ts',
  'generate.ts',
  'inventory.ts',
  'library.ts',
  'operations.ts',
  'options.ts',
  'sender.ts',
])
const server = new Set(['listen-options.ts', 'server.ts'])

const runnerEntries = new Set(['runners/msw.ts', 'runners/playwright.ts', 'runners/vitest.ts'])

function roomOf(file: string): string {
  if (composition.has(file)) return 'composition'
  return server.has(file) ? 'server' : (file.split('/')[0] ?? '')
}

function levelOf(file: string): number {
  return rooms.findIndex((room) => room.name === roomOf(file))
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from\s+|import\s+|import\(\s*)'([^'\n]+)'/g)].map(([, target = '']) => target)
}

function isAllowed(file: string, target: string): boolean {
  if (target.startsWith('node:') || target === 'zod/mini') return true
  if (!target.startsWith('.')) {
    return rooms.some(({ name, packages }) => name === roomOf(file) && packages.some((known) => known === target))
  }
  const path = relative('/', join('/', dirname(file), target))
  const [from, to] = [levelOf(file), levelOf(path)]
  if (from === -1 || to === -1 || to > from) return false
  // Each of them is an entry of the package, which loads what most programs do not have.
  if (roomOf(path) === 'runners') return roomOf(file) === 'runners' && !runnerEntries.has(path)
  if (roomOf(file) === 'slices' && roomOf(path) === 'slices') return file.split('/')[1] === path.split('/')[1]
  return !(roomOf(file) === 'control' && roomOf(path) === 'slices')
}

/** Imports that run the wrong way, as `file -> target`. */
function wrongImports(files: Sources): string[] {
  return [...files].flatMap(([file, text]) =>
    importsOf(text)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} -> ${target}`),
  )
}

describe('imports point only downward', () => {
  it('in every file of src', () => {
    expect(sources.size).toBeGreaterThan(50)
    expect(wrongImports(sources)).toEqual([])
  })

  it.each([
    ['spec/limits.ts', '../engine/clock.ts'],
    ['assumptions/register.ts', '../engine/clock.ts'],
    ['engine/quota.ts', '../http/exchange.ts'],
    ['engine/quota.ts', '../slices/jobs/job.ts'],
    ['http/pipeline.ts', '../slices/jobs/job.ts'],
    ['slices/jobs/job.ts', '../resources/resource.ts'],
    ['control/clock.ts', '../slices/jobs/job.ts'],
    ['control/clock.ts', '../fake.ts'],
    ['fake.ts', './server.ts'],
    ['server.ts', './cli/run.ts'],
    ['index.ts', './runners/open-fake.ts'],
    ['cli/run.ts', '../runners/vitest.ts'],
    ['runners/vitest.ts', './msw.ts'],
    ['runners/vitest.ts', '../cli/run.ts'],
    ['engine/quota.ts', 'hono'],
    ['engine/quota.ts', '@hono/node-server'],
    ['cli/run.ts', 'zod'],
    ['engine/quota.ts', './unknown-room/../../elsewhere/a.ts'],
  ])('%s must not import %s', (file, target) => {
    const planted = new Map([...sources, [file, `${sources.get(file) ?? ''}\nimport { a } from '${target}'\n`]])
    expect(wrongImports(planted)).toEqual([`${file} -> ${target}`])
  })

  it('a dynamic import counts too', () => {
    expect(wrongImports(new Map([['lib/log.ts', "await import('../fake.ts')"]]))).toEqual(['lib/log.ts -> ../fake.ts'])
  })
})

/** Files of src in which a pattern occurs outside comments and outside the prose of the register. */
function filesWith(pattern: RegExp): string[] {
  return [...sources]
    .filter(([file, text]) => !file.endsWith('-rows.ts') && pattern.test(withoutComments(text)))
    .map(([file]) => file)
    .toSorted()
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}

describe('the packages of a test runner', () => {
  it('are each imported by the entry for it alone, so that nobody needs another', () => {
    const runners = new Set(['vitest', '@playwright/test', 'msw'])
    const importers = [...sources].flatMap(([file, text]) =>
      importsOf(text)
        .filter((target) => runners.has(target))
        .map((target) => `${file} -> ${target}`),
    )
    expect(new Set(importers)).toEqual(
      new Set(['runners/msw.ts -> msw', 'runners/playwright.ts -> @playwright/test', 'runners/vitest.ts -> vitest']),
    )
  })
})

describe('a fact stands once', () => {
  it.each([
    ['a rate-limit header', /X-Rate-Limit/i, ['spec/headers.ts']],
    [
      'the status of an error',
      /\b(?:400|401|403|404|405|422|429|503)\b/,
      ['assumptions/error-statuses.ts', 'control/problem.ts'],
    ],
    [
      'the link to the next page',
      /next_page/,
      ['engine/pagination.ts', 'probes/page-probes.ts', 'probes/redact.ts', 'spec/envelope.ts'],
    ],
    ['the version segment', /\/v1\b/, ['spec/version.ts']],
    ['time', /\bDate\.now\b|\bnew Date\(\)/, ['engine/clock.ts']],
    ['randomness', /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/, ['control/guard.ts']],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\b/, ['cli/main.ts', 'engine/clock.ts', 'server.ts']],
    ['the envelope', /"status":"success"|status: 'error'/, ['http/errors.ts', 'http/reply.ts']],
  ])('%s', (_, pattern, files) => {
    expect(filesWith(pattern)).toEqual(files)
  })

  it('the sizes of a page', () => {
    const pages = filesWith(/\b(?:20|100)\b/).filter((file) => /^(?:assumptions|engine|http|spec)\//.test(file))
    expect(pages).toEqual(['spec/limits.ts'])
  })

  it('every row of the register is asked for by what it decides', () => {
    const code = [...sources]
      .filter(([file]) => !file.startsWith('assumptions/'))
      .map(([, text]) => withoutComments(text))
      .join('\n')
    expect(assumptionIds.filter((id) => !code.includes(`assume('${id}')`))).toEqual([])
  })
})

describe('every exported thing', () => {
  it('has a docstring right before it', () => {
    const bare = [...sources]
      .filter(([file]) => file !== 'index.ts')
      .flatMap(([file, text]) =>
        [...text.matchAll(/(^|\n)([^\n]*)\nexport (?:async )?(?:const|function|class|interface|type) (\w+)/g)]
          .filter(([, , before = '']) => !before.trim().endsWith('*/'))
          .map(([, , , name = '']) => `${file}: ${name}`),
      )
    expect(bare).toEqual([])
  })
})
