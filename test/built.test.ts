import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import manifest from '../package.json' with { type: 'json' }
import { createFake } from '../src/index.ts'
import { builtPackage } from './support/built.ts'
import { run } from './support/consumer.ts'
import { writeFixtures } from './support/fixtures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let imported: ReadonlySet<string>

beforeAll(async () => {
  const built = await builtPackage()
  folder = built.folder
  imported = built.imported
})

const closing = { Connection: 'close' }

async function askForResources(baseUrl: string): Promise<number> {
  const headers = { ...closing, Authorization: 'Bearer csf_full_access' }
  return (await fetch(`${baseUrl}/cloud/resources`, { headers })).status
}

/** Starts the program that was built in a folder, asks it one thing, and stops it. @returns the status, and the scripts that were loaded */
async function startOnce(within: string, flags: readonly string[] = [], ask = askForResources) {
  const coverage = await mkdtemp(join(tmpdir(), 'cloudsec-coverage-'))
  onTestFinished(() => rm(coverage, { recursive: true }))
  const words = 'start --port 0 --print-url --log-level warn'.split(' ')
  const args = [join(within, 'dist/cli/main.cjs'), ...words, ...flags]
  const child = spawn(process.execPath, args, {
    cwd: coverage,
    env: { PATH: process.env['PATH'], NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // One that a failure left behind goes too.
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  const status = await ask(String(line).trim())
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  const [file = ''] = readdirSync(coverage)
  const { result } = z
    .object({ result: z.array(z.object({ url: z.string() })) })
    .parse(JSON.parse(readFileSync(join(coverage, file), 'utf8')))
  return { status, scripts: result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url)) }
}

/** Runs the program as the executable that it is. */
const program = async (...args: readonly string[]) => await run(join(folder, 'dist/cli/main.cjs'), args, tmpdir())

describe('a start of the program that was built', () => {
  it('loads few files, no other package, and not much', async () => {
    const { status, scripts } = await startOnce(folder)
    expect(status).toBe(200)
    expect(new Set(scripts.map((script) => dirname(script)))).toEqual(new Set([join(folder, 'dist/cli')]))
    const names = ['fake.cjs', 'main.cjs', 'rolldown-runtime.cjs', 'run.cjs', 'start.cjs']
    expect(scripts.map((script) => basename(script)).toSorted()).toEqual(names)
    const bytes = scripts.map((script) => statSync(script).size).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThan(450_000)
    const servingPages = scripts.filter((script) => readFileSync(script, 'utf8').includes('frame-ancestors'))
    expect(servingPages).toEqual([])
  })

  it('reads no scenario, and no fixture before a request for it', async () => {
    const lacking = await mkdtemp(join(root, 'node_modules', '.built-'))
    onTestFinished(() => rm(lacking, { recursive: true }))
    await cp(folder, lacking, { recursive: true })
    const unread = ['scenarios', 'fixtures/assessments.json', 'fixtures/jobs.json']
    await Promise.all(unread.map((path) => rm(join(lacking, path), { recursive: true })))
    expect((await startOnce(lacking)).status).toBe(200)
  })

  it('loads faker with the first draw: of an inventory, or of a record', async () => {
    const faker = join(folder, 'dist/faker/faker.cjs')
    expect((await startOnce(folder, ['--resources', '5'])).scripts).toContain(faker)
    const records = async (baseUrl: string, init: RequestInit) => {
      const headers = { ...closing, 'Content-Type': 'application/json' }
      return (await fetch(baseUrl.replace(/v1$/, '_control/resources'), { ...init, headers })).status
    }
    const listed = await startOnce(folder, [], async (baseUrl) => await records(baseUrl, {}))
    expect([listed.status, listed.scripts.includes(faker)]).toEqual([200, false])
    const made = await startOnce(folder, [], async (baseUrl) => await records(baseUrl, { method: 'POST', body: '{}' }))
    expect([made.status, made.scripts.includes(faker)]).toEqual([201, true])
  })

  it('refuses what a user wrote at once, with the file and what is wrong', async () => {
    const scenarios = await writeFixtures({ 'broken.json': { name: 'broken', rules: 1 } })
    const ofScenarios = await program('start', '--port', '0', '--scenarios', scenarios)
    const file = join(scenarios, 'broken.json')
    expect(ofScenarios).toEqual({ code: 2, out: '', err: `cloudsec-fake: ${file}: rules: expected an array, got 1\n` })
    const fixtures = await writeFixtures({ 'jobs.json': [{ id: 1 }] })
    const ofFixtures = await program('start', '--port', '0', '--fixtures', fixtures)
    expect([ofFixtures.code, ofFixtures.out]).toEqual([2, ''])
    expect(ofFixtures.err).toContain(`cloudsec-fake: ${join(fixtures, 'jobs.json')}: [0]`)
  })
})

describe('the library that was built', () => {
  it('serves, with its control plane, its scenarios and both documents', async () => {
    const text = `
      import { startFake } from ${JSON.stringify(join(folder, 'dist/index.js'))}
      const fake = await startFake({ resources: 30 })
      const { items } = await fake.resources.list()
      await fake.scenarios.on('flaky')
      await fake.clock.freeze()
      const { counts } = await fake.summary()
      const documents = [fake.baseUrl.replace(/.v1$/, '/openapi.json'), fake.controlUrl + '/openapi.json']
      const kinds = []
      for (const url of documents) kinds.push((await (await fetch(url)).json()).info.title)
      console.log(JSON.stringify([counts.resources, (await fake.scenarios.list()).length, kinds, items]))
      await fake.close()
    `
    const { code, out, err } = await run(process.execPath, ['--input-type=module', '--eval', text], tmpdir())
    expect([code, err]).toEqual([0, ''])
    const scenarios = readdirSync(join(root, 'scenarios')).filter((file) => file.endsWith('.json'))
    // The part of faker that is built in draws as the whole of it does.
    const drawn = await createFake({ resources: 30 })
    const { items } = await drawn.resources.list()
    await drawn.close()
    expect(JSON.parse(out)).toEqual([30, scenarios.length, [expect.any(String), expect.any(String)], items])
  })

  it.each([
    ['a module', 'index.js', '--input-type=module', (file: string) => `await import(${file})`],
    ['CommonJS', 'cjs/index.js', '--input-type=commonjs', (file: string) => `require(${file})`],
  ])('keeps its state, as %s', async (_, entry, type, load) => {
    const home = await mkdtemp(join(tmpdir(), 'cloudsec-built-state-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const text = `void (async () => {
      const { createFake } = ${load(JSON.stringify(join(folder, 'dist', entry)))}
      const first = await createFake({ state: 'state.json' })
      const { id } = await first.jobs.create({})
      await first.close()
      const second = await createFake({ state: 'state.json' })
      console.log((await second.jobs.get(id)).id === id)
      await second.close()
    })()`
    expect(await run(process.execPath, [type, '--eval', text], home)).toEqual({ code: 0, out: 'true\n', err: '' })
  })

  it('has no variable of CommonJS in a module', () => {
    const names = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    const modules = names.filter((name) => name.endsWith('.js') && !/^(?:cjs|dashboard)[\\/]/.test(name))
    expect(modules.length).toBeGreaterThan(5)
    const uses = (name: string): boolean =>
      /(?<![.\w])(?:__filename|__dirname)\b/.test(readFileSync(join(folder, 'dist', name), 'utf8'))
    expect(modules.filter(uses)).toEqual([])
  })
})

describe('the library as CommonJS', () => {
  it('imports nothing, as Jest demands', () => {
    const files = readdirSync(join(folder, 'dist/cjs'), { recursive: true, encoding: 'utf8' })
    const texts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'dist/cjs', file), 'utf8'))
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.filter((text) => /(?<![.\w])import\s*\(|\bimport\.meta\b/.test(text))).toEqual([])
  })
})

/** The name of the package that an import is of (`hono` of `hono/proxy`). */
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

describe('the packages of the package', () => {
  it('are bundled with their licences, or installed with it', () => {
    const bundled = ['leven', 'nodemailer', 'p-limit', 'tinyqueue', 'yocto-queue', 'zod']
    const ofSpawn = ['cross-spawn', 'isexe', 'path-key', 'shebang-command', 'shebang-regex', 'which']
    const ofProgram = ['@hono/node-server', '@rgrove/parse-xml', 'commander', 'hono', ...ofSpawn]
    for (const [part, names] of [
      ['chunks', bundled],
      ['cjs', bundled],
      ['cli', [...bundled, ...ofProgram]],
      ['cli/mcp', ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod']],
      ['faker', ['@faker-js/faker']],
    ] as const) {
      const text = readFileSync(join(folder, 'dist', part, 'LICENCES.txt'), 'utf8')
      const licensed = [...text.matchAll(/^(\S+) \S+ \((?:MIT|MIT-0|ISC|Apache-2.0)\)$/gm)].map(([, name]) => name)
      expect(new Set(licensed)).toEqual(new Set(names))
      // Packages of one owner share a text.
      const texts = text.split(/(?:^\S+ \S+ \(\S+\)\n)+\n/m).slice(1)
      for (const licence of texts) expect(licence).toContain('is hereby granted')
    }
    const packages = [...imported].filter((target) => !target.startsWith('node:')).map(packageOf)
    const {
      zod: _ofDeclarations,
      '@faker-js/faker': _bundled,
      ...installed
    } = { ...manifest.dependencies, ...manifest.peerDependencies }
    expect([...new Set(packages)].toSorted()).toEqual(Object.keys(installed).toSorted())
  })

  it('that declarations name are installed with it', () => {
    const named = new Set<string>()
    const seen = new Set<string>()
    const walk = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const code = readFileSync(join(folder, 'dist', file), 'utf8')
      for (const [, target = ''] of code.matchAll(/\b(?:from|import\()\s*["']([^"']+)["']/g)) {
        if (target.startsWith('.')) walk(normalize(join(dirname(file), target.replace(/\.[jt]s$/, '.d.ts'))))
        else if (!target.startsWith('node:')) named.add(packageOf(target))
      }
    }
    for (const [, file = ''] of JSON.stringify(manifest.exports).matchAll(/"types":"\.\/dist\/((?!cjs\/)[^"]+)"/g))
      walk(file)
    expect(seen.size).toBeGreaterThan(10)
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect([...named].filter((name) => !installed.includes(name))).toEqual([])
    expect(named).toContain('zod')
  })
})
