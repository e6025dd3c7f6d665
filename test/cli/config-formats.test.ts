import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { type Config, defineConfig } from '../../src/index.ts'
import { cli, command, type Printed, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin } from '../support/other-server.ts'

async function quotaOf({ baseUrl }: Pick<Printed, 'baseUrl'>): Promise<string | null> {
  const headers = { Authorization: 'Bearer csf_full_access' }
  return (await fetch(`${baseUrl}/cloud/resources`, { headers })).headers.get('x-rate-limit-limit')
}

/** Works in a folder with files, and returns to the one before. */
async function enter(files: Readonly<Record<string, unknown>>, within = '.'): Promise<string> {
  const folder = await writeFixtures(files)
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  await mkdir(join(folder, within), { recursive: true })
  process.chdir(join(folder, within))
  return folder
}

const texts = {
  yaml: '# mine\nport: 0\nquota: 6\nassume:\n  limitAboveMax: clamp\nclock: 2026-07-01T00:00:00Z\n',
  yml: 'port: 0\nquota: 6\n',
  mjs: 'export default { port: 0, quota: 2 * 3, delay: undefined }',
} as const

describe('a configuration file of another form', () => {
  it.each(Object.entries(texts))('is found and read: %s', async (kind, text) => {
    await enter({ [`cloudsec-fake.config.${kind}`]: text })
    await command(['start'], async (printed) => {
      expect(await quotaOf(printed)).toBe('6')
    })
  })

  it('names paths relative to itself', async () => {
    const folder = await writeFixtures({ 'c.yaml': 'fixtures: data', 'c.mjs': "export default { fixtures: 'data' }" })
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'keys.json'), '[{}]')
    for (const file of ['c.yaml', 'c.mjs']) {
      const { code, out } = await cli('check', '--config', join(folder, file))
      expect([code, out]).toEqual([1, expect.stringContaining(`${join(folder, 'data', 'keys.json')}: [0].`)])
    }
  })

  it.each([
    ['yaml', 'quotta: 5', 'quotta: not a known field. Did you mean quota?'],
    [
      'yaml',
      '\nport: a: b',
      'not valid YAML (Nested mappings are not allowed in compact mappings at line 2, column 7)',
    ],
    ['yaml', 'seed: 1\n"seed": 2', 'not valid YAML (duplicate name "seed")'],
    ['yaml', 'assume: { a: 1, b: 1, a: 1 }', 'not valid YAML (duplicate name "a")'],
    ['yaml', 'seed: *other', 'not valid YAML (Unresolved alias (the anchor must be set before the alias): other)'],
    ['yaml', '__proto__: {}', '__proto__: not a known field'],
    ['yaml', '- port', 'the file: expected an object, got an array'],
    ['yaml', '&a [*a]', 'expected at most 100 levels of objects and arrays, got more'],
    ['mjs', 'export default { quotta: 5 }', 'quotta: not a known field. Did you mean quota?'],
    ['mjs', 'export default () => ({})', 'the file: expected an object, got a function'],
    ['mjs', 'export const quota = 5', 'expected a default export, as in: export default defineConfig({ quota: 100 })'],
    ['mjs', "throw new Error('not\\ntoday')", 'cannot be loaded (not today)'],
  ])('is refused by file and field: %s %j', async (kind, text, message) => {
    const file = join(await writeFixtures({ [`c.${kind}`]: text }), `c.${kind}`)
    expect(await command(['start', '--port', '0', '--config', file])).toEqual(usage(`${file}: ${message}`))
  })

  it(
    'is refused alike with very many fields, which are not compared with each other',
    { timeout: 60_000 },
    async () => {
      const fields = Array.from({ length: 200_000 }, (_, at) => `k${at}: 1`).join('\n')
      const { code, err } = await cli('start', '--config', join(await writeFixtures({ 'c.yaml': fields }), 'c.yaml'))
      expect([code, err]).toEqual([2, expect.stringContaining('k9 (and 990 more): not a known field. Known: port, ')])
    },
  )

  it.each(['yaml', 'mjs', 'ts'])('has to be there where it is named: %s', async (kind) => {
    const { code, err } = await cli('start', '--config', `/nowhere/c.${kind}`)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^cloudsec-fake: \/nowhere\/c\.\w+: cannot be read \(ENOENT/),
    ])
  })

  it('sets nothing where it has comments alone', async () => {
    const file = join(await writeFixtures({ 'c.yaml': '# quota: 6\n' }), 'c.yaml')
    expect((await cli('check', '--config', file)).code).toBe(0)
  })

  it('has types in a module', () => {
    const config: Config = { quota: 5, assume: { limitAboveMax: 'clamp' }, watch: true, logLevel: 'debug' }
    expect(defineConfig(config)).toBe(config)
    // @ts-expect-error no option has this name
    defineConfig({ quotta: 5 })
  })
})

describe('the search for a configuration file', () => {
  const found = 'checked '

  it('goes up to the root of the package, and no further', async () => {
    const folder = await enter({ 'package.json': '{}', 'cloudsec-fake.config.yaml': 'quota: 6' }, 'a/b')
    expect((await cli('check')).out).toContain(`${found}${join('..', '..', 'cloudsec-fake.config.yaml')}:`)
    await writeFile(join(folder, 'a', 'cloudsec-fake.config.yml'), 'quota: 7')
    expect((await cli('check')).out).toContain(`${found}${join('..', 'cloudsec-fake.config.yml')}:`)
    await rm(join(folder, 'a', 'cloudsec-fake.config.yml'))
    await writeFile(join(folder, 'a', 'package.json'), '{}')
    expect((await cli('check')).code).toBe(2)
  })

  it('stays in the working directory outside of a package', async () => {
    await enter({ 'cloudsec-fake.config.json': {} }, 'a')
    expect((await cli('check')).code).toBe(2)
  })

  it('refuses two in one folder', async () => {
    const files = { 'cloudsec-fake.config.json': {}, 'cloudsec-fake.config.mjs': 'export default {}' }
    const folder = await enter(files)
    for (const name of ['check', 'start']) {
      expect(await cli(name)).toEqual(
        usage(
          `cloudsec-fake.config.json and cloudsec-fake.config.mjs are both in ${folder}; keep one of them, or choose one with --config`,
        ),
      )
    }
    expect((await cli('check', '--config', 'cloudsec-fake.config.mjs')).code).toBe(0)
  })
})

describe('start --watch', () => {
  it.each([
    ['yaml', (quota: number) => `port: 0\nquota: ${quota}\n`, 'port: [0', 'not valid YAML'],
    ['mjs', (quota: number) => `export default { port: 0, quota: ${quota} }`, 'export default 1', 'expected an object'],
  ])('takes a changed %s, and keeps the earlier one where it is broken', async (kind, textOf, broken, reason) => {
    const file = join(await writeFixtures({ [`c.${kind}`]: textOf(6) }), `c.${kind}`)
    await command(['start', '--watch', '--config', file], async ({ baseUrl, err }) => {
      await writeFile(file, broken)
      await expect.poll(err).toContain(reason)
      expect(await quotaOf({ baseUrl })).toBe('6')
      await writeFile(file, textOf(7))
      await expect.poll(() => quotaOf({ baseUrl })).toBe('7')
    })
  })
})

describe('the variable PORT', () => {
  const portOf = async (...args: readonly string[]) => {
    let port = ''
    await command(args, async ({ baseUrl }) => {
      port = new URL(baseUrl).port
    })
    return port
  }

  it('names the port of start, after the flag and its own variable, and before the file', async () => {
    const [ports, own] = [new URL(await freeOrigin()).port, new URL(await freeOrigin()).port]
    const file = join(await writeFixtures({ 'c.json': { port: 1 } }), 'c.json')
    await withEnv({ PORT: ports }, async () => {
      expect(await portOf()).toBe(ports)
      expect(await portOf('start', '--config', file)).toBe(ports)
      expect(await portOf('start', '--port', own)).toBe(own)
    })
    await withEnv({ PORT: ports, CLOUDSEC_FAKE_PORT: own }, async () => {
      expect(await portOf()).toBe(own)
    })
    await withEnv({ PORT: '', CLOUDSEC_FAKE_PORT: own }, async () => {
      expect(await portOf()).toBe(own)
    })
  })

  it('is named where it is wrong', async () => {
    await withEnv({ PORT: 'http' }, async () => {
      expect(await cli('start')).toEqual(usage('PORT: expected a whole number from 0 to 65535, got "http"'))
      expect((await cli('exec', '--', 'true')).code).toBe(0)
    })
  })
})
