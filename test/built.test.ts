import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { chown, cp, mkdtemp, rm } from 'node:fs/promises'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'

import manifest from '../package.json' with { type: 'json' }
import { buildInto } from './support/built.ts'
import { run } from './support/consumer.ts'
import { writeFixtures } from './support/fixtures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let imported: ReadonlySet<string>

beforeAll(async () => {
  // Below the packages of the project, so that those that are not bundled are found.
  folder = await mkdtemp(join(root, 'node_modules', '.built-'))
  imported = await buildInto(folder)
}, 60_000)

afterAll(async () => await rm(folder, { recursive: true }))

/** Starts the program that was built in a folder, and asks it one thing. @returns the status, and what stops it */
async function startIn(within: string, env: Readonly<Record<string, string>> = {}, cwd = tmpdir()) {
  const args = [join(within, 'dist/cli/main.cjs'), 'start', '--port', '0', '--print-url']
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // One that a failure left behind goes too.
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  const { status } = await fetch(`${String(line).trim()}/cloud/resources`, {
    headers: { Authorization: 'Bearer csf_full_access', Connection: 'close' },
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  }
  return { status, stop }
}

/** Starts the program, asks it one thing, and stops it. @returns the status, and the scripts that were loaded */
async function startOnce(within: string) {
  const coverage = await mkdtemp(join(tmpdir(), 'cloudsec-coverage-'))
  onTestFinished(() => rm(coverage, { recursive: true }))
  const { status, stop } = await startIn(within, { NODE_V8_COVERAGE: coverage }, coverage)
  await stop()
  const [file = ''] = readdirSync(coverage)
  const { result } = z
    .object({ result: z.array(z.object({ url: z.string() })) })
    .parse(JSON.parse(readFileSync(join(coverage, file), 'utf8')))
  return { status, scripts: result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url)) }
}

const programIn = async (within: string, ...args: readonly string[]) =>
  await run(process.execPath, [join(within, 'dist/cli/main.cjs'), ...args], tmpdir())

const program = async (...args: readonly string[]) => await programIn(folder, ...args)

describe('a start of the program that was built', () => {
  it('loads few files, no package besides them, and not much', async () => {
    const { status, scripts } = await startOnce(folder)
    expect(status).toBe(200)
    expect(new Set(scripts.map((script) => dirname(script)))).toEqual(new Set([join(folder, 'dist/cli')]))
    const names = ['fake.cjs', 'main.cjs', 'rolldown-runtime.cjs', 'run.cjs', 'start.cjs']
    expect(scripts.map((script) => basename(script)).toSorted()).toEqual(names)
    const bytes = scripts.map((script) => statSync(script).size).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThan(450_000)
  })

  it('reads no scenario, and no fixture that nobody asks for', async () => {
    const lacking = await mkdtemp(join(root, 'node_modules', '.built-'))
    onTestFinished(() => rm(lacking, { recursive: true }))
    await cp(folder, lacking, { recursive: true })
    const unread = ['scenarios', 'fixtures/assessments.json', 'fixtures/jobs.json']
    await Promise.all(unread.map((path) => rm(join(lacking, path), { recursive: true })))
    expect((await startOnce(lacking)).status).toBe(200)
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

  it('tells its version and its commands', async () => {
    expect(await program('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
    const { code, out } = await program('--help')
    expect([code, out]).toEqual([0, expect.stringContaining('\n  resolve [options] ')])
  })
})

/** Installs the package that was built in a project of its own. @returns its folder, and that of the compiled code */
async function install() {
  const project = await mkdtemp(join(tmpdir(), 'cloudsec-installed-'))
  onTestFinished(() => rm(project, { recursive: true }))
  const within = join(project, 'node_modules/cloudsec-fake')
  await cp(folder, within, { recursive: true })
  return { project, within, cache: join(project, 'node_modules/.cache/cloudsec-fake') }
}

/** What is kept of a file of the program. */
const keptIn = (cache: string, name: string): string => join(cache, `${name}-${process.version}-${process.arch}`)

/** Starts the program until a file of the compiled code is as asked for. */
async function startUntil(within: string, file: string, holds: () => boolean = () => true): Promise<void> {
  const { status, stop } = await startIn(within)
  expect(status).toBe(200)
  await vi.waitFor(() => expect(existsSync(file) && holds()).toBe(true), { timeout: 10_000 })
  await stop()
}

/** Starts the program as long as one that was started later needs to keep its code. */
async function startForLong(within: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { status, stop } = await startIn(within, env)
  const other = await install()
  await startUntil(other.within, keptIn(other.cache, 'start.cjs'))
  expect(status).toBe(200)
  await stop()
}

describe.skipIf('enableCompileCache' in module)('the compiled code of the program, where Node keeps none', () => {
  it('is kept of the files that a start loads, and used by the next as it is', async () => {
    const { within, cache } = await install()
    await startUntil(within, keptIn(cache, 'start.cjs'))
    const names = ['fake.cjs', 'run.cjs', 'start.cjs'].map((name) => basename(keptIn(cache, name)))
    expect(readdirSync(cache).toSorted()).toEqual(names)
    const kept = () => names.map((name) => statSync(join(cache, name)).ino)
    const before = kept()
    await startForLong(within)
    expect(kept()).toEqual(before)
  })

  it('is what runs, where the text is the very same', async () => {
    const [one, other] = await Promise.all([install(), install()])
    const [file, changed] = [one, other].map(({ within }) => join(within, 'dist/cli/run.cjs'))
    const source = readFileSync(file ?? '')
    const text = source.toString().replace('Without a command it starts', 'Without a command it shines')
    writeFileSync(changed ?? '', text)
    expect(text.length).toBe(source.length)
    await startUntil(other.within, keptIn(other.cache, 'start.cjs'))
    const kept = readFileSync(keptIn(other.cache, 'run.cjs'))
    mkdirSync(one.cache, { recursive: true })
    writeFileSync(keptIn(one.cache, 'run.cjs'), Buffer.concat([kept.subarray(0, -source.length), source]))
    expect((await programIn(one.within, '--help')).out).toContain('it shines')
    writeFileSync(keptIn(one.cache, 'run.cjs'), kept)
    expect((await programIn(one.within, '--help')).out).toContain('it starts')
  })

  it('changes no output, no message and no stack', async () => {
    const { project, within, cache } = await install()
    const preload = join(project, 'preload.cjs')
    const show = `process.stderr.write(new Error('here').stack + '\\n')`
    const patch = `const { listen } = net.Server.prototype; net.Server.prototype.listen = function (...args)`
    writeFileSync(preload, `const net = require('node:net'); ${patch} { ${show}; return listen.apply(this, args) }`)
    const file = keptIn(cache, 'exec.cjs')
    const ask = 'fetch(process.env.CLOUDSEC_BASE_URL)'
    const wait = `${ask}; const timer = setInterval(() => fs.existsSync(${JSON.stringify(file)}) && clearInterval(timer), 20)`
    const lines = [
      ['exec', '--', process.execPath, '--eval', 'console.log(7); process.exitCode = 3'],
      ['--help'],
      ['resolve', '--help'],
      ['start', '--resources', 'many'],
      ['strat'],
    ]
    const all = async (env: Readonly<Record<string, string>>) =>
      await Promise.all(
        lines.map(async (line) => {
          const args = ['--require', preload, join(within, 'dist/cli/main.cjs'), ...line]
          const { code, out, err } = await run(process.execPath, args, tmpdir(), env)
          return { code, out, err: err.split('\n').filter((text) => !text.includes('node:internal')) }
        }),
      )
    const plain = await all({ NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(plain.map(({ code }) => code)).toEqual([3, 0, 0, 2, 2])
    expect(plain[0]?.err.filter((line) => /dist.cli.fake\.cjs:\d+:\d+/.test(line))).not.toEqual([])
    expect(await all({})).toEqual(plain)
    expect(existsSync(cache)).toBe(false)
    expect((await programIn(within, 'exec', '--', process.execPath, '--eval', wait)).code).toBe(0)
    expect(await all({})).toEqual(plain)
  })

  it('is made anew where what is there is something else', async () => {
    const good = await install()
    await startUntil(good.within, keptIn(good.cache, 'start.cjs'))
    const kept = readFileSync(keptIn(good.cache, 'run.cjs'))
    const source = readFileSync(join(good.within, 'dist/cli/run.cjs'))
    const others = [
      Buffer.concat([Buffer.alloc(kept.length - source.length, 7), source]),
      // The fingerprint of the version of V8 follows four bytes for the format.
      Buffer.concat([kept.subarray(0, 4), Buffer.alloc(4, 7), kept.subarray(8)]),
      kept.subarray(0, 1000),
      source,
      Buffer.alloc(0),
    ]
    await Promise.all(
      others.map(async (other) => {
        const { within, cache } = await install()
        const file = keptIn(cache, 'run.cjs')
        mkdirSync(cache, { recursive: true })
        writeFileSync(file, other)
        await startUntil(within, file, () => !readFileSync(file).equals(other))
        const { length } = readFileSync(file)
        expect(length).toBeGreaterThan(source.length)
      }),
    )
  })

  it.skipIf(process.getuid?.() !== 0)('of another user is not used', async () => {
    const { within, cache } = await install()
    const file = keptIn(cache, 'run.cjs')
    await startUntil(within, keptIn(cache, 'start.cjs'))
    await chown(file, 12_345, 12_345)
    await startUntil(within, file, () => statSync(file).uid !== 12_345)
    expect(statSync(file).uid).toBe(0)
  })

  it('is not kept where that is turned off, nor where it cannot be written', async () => {
    const [off, covered, blocked] = await Promise.all([install(), install(), install()])
    writeFileSync(join(blocked.project, 'node_modules/.cache'), '')
    const alone = join(blocked.project, 'alone')
    await cp(folder, alone, { recursive: true })
    await Promise.all([
      startForLong(off.within, { NODE_DISABLE_COMPILE_CACHE: '1' }),
      startForLong(covered.within, { NODE_V8_COVERAGE: covered.project }),
      startForLong(blocked.within),
      startForLong(alone),
    ])
    expect([off, covered].map(({ cache }) => existsSync(dirname(cache)))).toEqual([false, false])
    expect(existsSync(join(alone, 'node_modules'))).toBe(false)
  })
})

describe('the library that was built', () => {
  it('serves, with its control plane, its scenarios and both documents', async () => {
    const text = `
      import { startFake } from ${JSON.stringify(join(folder, 'dist/index.js'))}
      const fake = await startFake({ resources: 3 })
      await fake.scenarios.on('flaky')
      await fake.clock.freeze()
      const { counts } = await fake.summary()
      const documents = [fake.baseUrl.replace(/.v1$/, '/openapi.json'), fake.controlUrl + '/openapi.json']
      const kinds = []
      for (const url of documents) kinds.push((await (await fetch(url)).json()).info.title)
      console.log(JSON.stringify([counts.resources, (await fake.scenarios.list()).length, kinds]))
      await fake.close()
    `
    const { code, out, err } = await run(process.execPath, ['--input-type=module', '--eval', text], tmpdir())
    expect([code, err]).toEqual([0, ''])
    const scenarios = readdirSync(join(root, 'scenarios')).filter((file) => file.endsWith('.json'))
    expect(JSON.parse(out)).toEqual([3, scenarios.length, [expect.any(String), expect.any(String)]])
  })
})

/** The name of the package that an import is of (`nodemailer` of `nodemailer/lib/mail-composer`). */
const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

describe('the packages of the package', () => {
  it('are bundled with their licences, or installed with it', () => {
    const bundled = ['@hono/node-server', 'hono', 'leven', 'zod']
    for (const [part, more] of [
      ['chunks', []],
      ['cli', ['commander']],
    ] as const) {
      const text = readFileSync(join(folder, 'dist', part, 'LICENCES.txt'), 'utf8')
      const told = [...text.matchAll(/^(\S+) \S+ \(MIT\)$/gm)].map(([, name]) => name)
      expect(told).toEqual([...bundled, ...more].toSorted())
      expect([...text.matchAll(/Permission is hereby granted/g)]).toHaveLength(told.length)
    }
    const packages = [...imported].filter((target) => !target.startsWith('node:')).map(packageOf)
    const { zod: _ofDeclarations, ...installed } = { ...manifest.dependencies, ...manifest.peerDependencies }
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
    for (const entry of Object.values(manifest.exports)) {
      if (typeof entry === 'object') walk(entry.types.replace('./dist/', ''))
    }
    expect(seen.size).toBeGreaterThan(10)
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect([...named].filter((name) => !installed.includes(name))).toEqual([])
    expect(named).toContain('zod')
  })
})
