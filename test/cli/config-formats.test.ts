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

describe('a module as configuration file', () => {
  it.each([
    ['export default { quotta: 5 }', 'quotta: not a known field. Did you mean quota?'],
    ['export default () => ({})', 'the file: expected an object, got a function'],
    ['export const quota = 5', 'expected a default export, as in: export default defineConfig({ quota: 100 })'],
    ["throw new Error('not\\ntoday')", 'cannot be loaded (not today)'],
  ])('is refused by file and field: %j', async (text, message) => {
    const file = join(await writeFixtures({ 'c.mjs': text }), 'c.mjs')
    expect(await cli('start', '--port', '0', '--config', file)).toEqual(usage(`${file}: ${message}`))
  })

  it.each(['json', 'mjs', 'ts'])('has to be there where it is named: %s', async (kind) => {
    const { code, err } = await cli('start', '--config', `/nowhere/c.${kind}`)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^cloudsec-fake: \/nowhere\/c\.\w+: cannot be read \(ENOENT/),
    ])
  })

  it('has types', () => {
    const config: Config = { quota: 5, assume: { limitAboveMax: 'clamp' }, watch: true, logLevel: 'debug' }
    expect(defineConfig(config)).toBe(config)
    // @ts-expect-error no option has this name
    defineConfig({ quotta: 5 })
  })

  it('may be undefined in fields, and is read again by --watch, but where it is broken', async () => {
    const file = join(await writeFixtures({}), 'c.mjs')
    const write = async (quota: string): Promise<void> =>
      await writeFile(file, `export default { port: 0, quota: ${quota}, delay: undefined }`)
    await write('2 * 3')
    await command(['start', '--watch', '--config', file], async ({ baseUrl, err }) => {
      await writeFile(file, 'export default 1')
      await expect.poll(err).toContain('expected an object')
      expect(await quotaOf({ baseUrl })).toBe('6')
      await write('7')
      await expect.poll(() => quotaOf({ baseUrl })).toBe('7')
    })
  })
})

it('compares very many unknown fields of a configuration file with no other', { timeout: 60_000 }, async () => {
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 1]))
  const { code, err } = await cli('start', '--config', join(await writeFixtures({ 'c.json': fields }), 'c.json'))
  expect([code, err]).toEqual([2, expect.stringContaining('k9 (and 990 more): not a known field. Known: port, ')])
})

describe('the search for a configuration file', () => {
  it('goes up to the root of the package, and no further', async () => {
    const folder = await enter({ 'package.json': '{}', 'cloudsec-fake.config.json': { quota: 6 } }, 'a/b')
    expect((await cli('check')).out).toContain(`checked ${join('..', '..', 'cloudsec-fake.config.json')}:`)
    const near = join(folder, 'a', 'cloudsec-fake.config.mjs')
    await writeFile(near, 'export default { quota: 7 }')
    expect((await cli('check')).out).toContain(`checked ${join('..', 'cloudsec-fake.config.mjs')}:`)
    await rm(near)
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
