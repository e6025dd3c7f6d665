import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createAuthority } from '../../src/core/server/tls/authority.ts'
import { type Config, connect, defineConfig } from '../../src/index.ts'
import { cli, command, type Printed, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin } from '../support/other-server.ts'

/** Starts a fake in this process, and stops it after `during`. */
const start = (args: readonly string[], during?: (printed: Printed) => Promise<void>) =>
  command(['start', ...args], during)

/** Writes a configuration, with files beside it. */
async function writeConfig(config: unknown, files: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return join(await writeFixtures({ ...files, 'config.json': config }), 'config.json')
}

const key = { headers: { Authorization: 'Bearer csf_full_access' } }

async function quotaOf(baseUrl: string): Promise<string | null> {
  return (await fetch(`${baseUrl}/cloud/resources`, key)).headers.get('x-rate-limit-limit')
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

const mine = { name: 'mine', description: 'first', rules: [{ then: { error: 'internal_error' } }] }

describe('the configuration file', () => {
  it.each([
    { flag: '11', variable: '12', file: 13, expected: '11' },
    { flag: undefined, variable: '12', file: 13, expected: '12' },
    { flag: undefined, variable: '', file: 13, expected: '13' },
    { flag: undefined, variable: undefined, file: 13, expected: '13' },
    { flag: undefined, variable: undefined, file: undefined, expected: '5000' },
  ])('is beaten by the variable, and that by the flag: $flag, $variable, $file', async (given) => {
    const config = await writeConfig({ port: 0, ...(given.file === undefined ? {} : { quota: given.file }) })
    const flags = given.flag === undefined ? [] : ['--quota', given.flag]
    await withEnv(given.variable === undefined ? {} : { CLOUDSEC_FAKE_QUOTA: given.variable }, async () => {
      await start(['--config', config, ...flags], async ({ baseUrl }) => {
        expect(await quotaOf(baseUrl)).toBe(given.expected)
      })
    })
  })

  it.each([
    { flag: ['--print-url'], variable: 'false', file: false, isOn: true },
    { flag: [], variable: 'false', file: true, isOn: false },
    { flag: [], variable: '0', file: true, isOn: false },
    { flag: [], variable: 'YES', file: false, isOn: true },
    { flag: [], variable: '', file: true, isOn: true },
    { flag: [], variable: '', file: false, isOn: false },
  ])('is beaten where a flag has no value: $flag, $variable, $file', async ({ flag, variable, file, isOn }) => {
    const config = await writeConfig({ port: 0, printUrl: file })
    await withEnv({ CLOUDSEC_FAKE_PRINT_URL: variable, CLOUDSEC_FAKE_CONFIG: config }, async () => {
      expect((await start(flag)).out.startsWith('http://')).toBe(isOn)
    })
  })

  it('is beaten row by row in the choices of assumptions', async () => {
    const config = await writeConfig({
      port: 0,
      assume: { limitAboveMax: 'clamp', listOrder: 'by_id', errorStatus: 'hidden', rateQuota: 9 },
    })
    await withEnv({ CLOUDSEC_FAKE_ASSUME: ' listOrder=oldest_first,\n errorStatus=always_200' }, async () => {
      await start(['--config', config, '--assume', 'errorStatus=unprocessable'], async ({ baseUrl }) => {
        expect((await (await connect(baseUrl)).summary()).assumptions).toEqual({
          limitAboveMax: 'clamp',
          listOrder: 'oldest_first',
          errorStatus: 'unprocessable',
          rateQuota: 9,
        })
      })
    })
  })

  it('is beaten as a whole in lists', async () => {
    const config = await writeConfig({ port: 0, scenario: ['slow', 'flaky'] })
    const active = async ({ baseUrl }: Printed) => (await (await connect(baseUrl)).summary()).scenarios
    await start(['--config', config], async (printed) => {
      expect(await active(printed)).toEqual(['slow', 'flaky'])
    })
    await withEnv({ CLOUDSEC_FAKE_SCENARIO: 'slow-body flaky' }, async () => {
      await start(['--config', config], async (printed) => {
        expect(await active(printed)).toEqual(['slow-body', 'flaky'])
      })
      const flags = ['--scenario', 'flaky', 'slow-body', '--scenario', 'slow']
      await start(['--config', config, ...flags], async (printed) => {
        expect(await active(printed)).toEqual(['flaky', 'slow-body', 'slow'])
      })
    })
  })

  it('takes each option that has a flag', async () => {
    const httpPort = Number(new URL(await freeOrigin()).port)
    const options: Config & { readonly $schema: string } = {
      $schema: 'https://example.com/any.json',
      port: 0,
      host: 'localhost',
      seed: 3,
      resources: 7,
      empty: false,
      quota: 9,
      assume: { limitAboveMax: 'clamp' },
      assumptions: 'choices.json',
      clock: 'frozen',
      completeAfter: '1h',
      delay: { min: '1ms', max: '2ms' },
      maxSandboxes: 1,
      maxStoredBytes: 100_000,
      journalFile: 'journal.jsonl',
      state: 'kept.json',
      coverage: true,
      scenarios: 'own',
      scenario: ['mine'],
      sandboxes: { 'def*': { assume: { contentType: 'with_charset' } } },
      controlToken: 'let-me-in',
      controlReadToken: 'let-me-look',
      allowHost: ['fake.test'],
      tls: true,
      tlsCert: 'own.pem',
      tlsKey: 'own.key',
      httpPort,
      allowWebhookHost: ['10.0.0.0/8'],
      upstream: 'http://127.0.0.1:1/v1',
      upstreamKey: 'key-of-the-service',
      allowWrites: true,
      watch: false,
      journalBytes: 1000,
      printUrl: true,
      logLevel: 'silent',
      logFormat: 'json',
    }
    const { cert, key: certKey } = createAuthority('Ours').issue(['localhost', '127.0.0.1', '::1'])
    const choices = { listOrder: 'by_id', limitAboveMax: 'clamp' }
    const config = await writeConfig(options, { 'own.pem': cert, 'own.key': certKey, 'choices.json': choices })
    await mkdir(join(config, '..', 'own'))
    await writeFile(join(config, '..', 'own', 'mine.json'), JSON.stringify({ ...mine, rules: [] }))
    const { code, err } = await start(['--config', config], async ({ baseUrl }) => {
      const plain = `http://127.0.0.1:${httpPort}`
      const fake = await connect(plain, { token: 'let-me-in' })
      expect(fake.baseUrl).toBe(baseUrl.trim())
      const summary = await fake.summary()
      expect(summary).toMatchObject({ scenarios: ['mine'], clock: { mode: 'frozen' }, counts: { resources: 7 } })
      expect(summary.assumptions).toEqual({ ...choices, rateQuota: 9, contentType: 'with_charset' })
      expect((await fetch(`${plain}/@one/v1/cloud/resources`, key)).status).toBe(503)
    })
    expect([code, err]).toEqual([0, ''])
    expect(await readFile(join(config, '..', 'kept.json'), 'utf8')).toContain('"format":"cloudsec-fake/state"')
    expect(await readFile(join(config, '..', 'journal.jsonl'), 'utf8')).toBe('')
    const names = [...(await start(['--help'])).out.matchAll(/^ +(?:-\w, )?--([a-z-]+)/gm)]
      .map(([, name = '']) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((name) => !['help', 'config', 'detach', 'open', 'endWithStdin', 'format', 'json'].includes(name))
    expect([...Object.keys(options).slice(1), 'fixtures'].toSorted()).toEqual(names.toSorted())
  })

  it.each([
    [{ quotta: 5 }, 'quotta: not a known field. Did you mean quota?'],
    [{ port: '80' }, 'port: expected a whole number from 0 to 65535, got "80"'],
    [{ host: '' }, 'host: expected an address or a name of this machine, got ""'],
    [
      { logLevel: 'inof' },
      'logLevel: expected one of silent, error, warn, info, debug, got "inof". Did you mean info?',
    ],
    [{ scenario: 'slow' }, 'scenario: expected an array, got "slow"'],
    [{ scenario: ['slwo'] }, 'scenario: no scenario is named "slwo". Did you mean slow?'],
    [{ assume: ['limitAboveMax=clamp'] }, 'assume: expected an object, got an array'],
    [
      { assume: { limitAboveMax: 'clip' } },
      'assume: assumption limitAboveMax: expected one of reject, clamp, got "clip"',
    ],
    [{ completeAfter: 10 }, 'completeAfter: expected a duration with its unit, as a text such as "10s", got 10'],
    [{ printUrl: 'yes' }, 'printUrl: expected true or false, got "yes"'],
    [[], 'the file: expected an object, got an array'],
    ['export default { quotta: 5 }', 'quotta: not a known field. Did you mean quota?'],
    ['export default () => ({})', 'the file: expected an object, got a function'],
    ['export const quota = 5', 'expected a default export, as in: export default defineConfig({ quota: 100 })'],
    ["throw new Error('not\\ntoday')", 'cannot be loaded (not today)'],
  ])('%j is refused by file and field', async (config, message) => {
    const name = typeof config === 'string' ? 'c.mjs' : 'c.json'
    const file = join(await writeFixtures({ [name]: config }), name)
    expect(await start(['--port', '0', '--config', file])).toEqual(usage(`${file}: ${message}`))
  })

  it('is not blamed for a flag', async () => {
    const file = await writeConfig({ clock: 'frozen' })
    const { err } = await start(['--config', file, '--clock', 'now'])
    expect(err).toMatch(/^cloudsec-fake: --clock: expected real/)
  })
})

describe('cloudsec-fake start --watch', () => {
  const description = async (baseUrl: string) => (await (await connect(baseUrl)).scenarios.show('mine')).description

  it('takes a scenario that changed, and keeps all records', async () => {
    const folder = await writeFixtures({ 'mine.json': mine })
    const file = join(folder, 'mine.json')
    await start(['--port', '0', '-w', '--scenarios', folder], async ({ baseUrl, err }) => {
      const fake = await connect(baseUrl)
      await fake.jobs.create()
      const before = (await fake.summary()).counts
      await writeFile(file, JSON.stringify({ ...mine, description: 'second' }))
      await expect.poll(() => description(baseUrl)).toBe('second')

      await writeFile(file, JSON.stringify({ ...mine, rulse: [] }))
      const reason = `${file}: rulse: not a known field. Did you mean rules?`
      await expect.poll(err).toContain(`error: not reloaded, nothing changed: ${reason}`)
      expect(await description(baseUrl)).toBe('second')

      await writeFile(file, JSON.stringify({ ...mine, description: 'third' }))
      await expect.poll(() => description(baseUrl)).toBe('third')
      await expect.poll(err).toMatch(/\ninfo: reloaded the scenarios \(changed: mine\.json\)\n$/)
      expect((await fake.summary()).counts).toEqual(before)
    })
  })

  it('takes fixtures that changed, in every sandbox; a broken file keeps what was there', async () => {
    const folder = await writeFixtures({ 'jobs.json': '[]' })
    const file = join(folder, 'keys.json')
    await start(['--port', '0', '-w', '--fixtures', folder], async ({ baseUrl, err }) => {
      const status = async (secret: string, path = '') => {
        const headers = { Authorization: `Bearer ${secret}` }
        const url = baseUrl.replace('/v1', `${path}/v1/data/analysis/jobs`)
        return (await fetch(url, { headers })).status
      }
      expect(await status('watched-secret', '/@box')).toBe(401)
      expect(await status('csf_full_access', '/@box')).toBe(200)
      await writeFile(file, '[{"id":"k","name":"K","permissions":["analysis:read"],"secret":"watched-secret"}]')
      await expect.poll(() => status('watched-secret')).toBe(200)
      expect(await status('watched-secret', '/@box')).toBe(200)
      await expect.poll(err).toContain('info: reloaded everything, each sandbox is reset (changed: keys.json)\n')

      await writeFile(file, '[{"id":"k"}]')
      await expect.poll(err).toContain(`error: not reloaded, nothing changed: ${file}: [0].name: required`)
      expect(await status('watched-secret')).toBe(200)

      await rm(file)
      await expect.poll(() => status('watched-secret')).toBe(401)
    })
  })

  it('takes a configuration that changed', async () => {
    const file = await writeConfig({ port: 0, quota: 5 })
    const folder = join(file, '..')
    await start(['-w', '--config', file, '--log-level', 'debug'], async ({ baseUrl, err }) => {
      await writeFile(file, JSON.stringify({ port: 1, quota: 6, allowHost: ['a.test'], logLevel: 'error' }))
      await expect.poll(() => quotaOf(baseUrl)).toBe('6')
      await expect.poll(err).toContain('warn: port, allowHost: changed, takes effect at the next start\n')

      await writeFile(file, JSON.stringify({ port: 0, scenarios: 'own', quota: 7 }))
      await expect.poll(err).toContain(`${file}: scenarios: ${JSON.stringify(join(folder, 'own'))} cannot be read`)
      expect(await quotaOf(baseUrl)).toBe('6')

      await writeFile(file, '{')
      await expect.poll(err).toContain(`${file}: not valid JSON`)
      await writeFile(`${file}.new`, '{"port":0}')
      await rename(`${file}.new`, file)
      await expect.poll(() => quotaOf(baseUrl)).toBe('5000')
    })
  })

  it('owes what failed until another file mends it', async () => {
    const file = await writeConfig({ port: 0, scenarios: 'own' })
    const own = join(file, '..', 'own')
    await mkdir(own)
    await start(['-w', '--config', file], async ({ baseUrl, err }) => {
      await writeFile(join(own, 'mine.json'), '{')
      await expect.poll(err).toContain('not valid JSON')
      await writeFile(file, JSON.stringify({ port: 0, scenarios: 'own', quota: 8 }))
      await expect.poll(() => err().split('not valid JSON').length).toBe(3)
      await writeFile(join(own, 'mine.json'), JSON.stringify(mine))
      await expect.poll(() => quotaOf(baseUrl)).toBe('8')
      expect(await description(baseUrl)).toBe('first')
    })
  })

  it('notices a folder that is deleted and made again', async () => {
    const file = await writeConfig({ port: 0, scenarios: 'own' })
    const own = join(file, '..', 'own')
    await mkdir(own)
    await writeFile(join(own, 'mine.json'), JSON.stringify(mine))
    await start(['-w', '--config', file], async ({ baseUrl, err }) => {
      await rm(own, { recursive: true })
      await expect.poll(err).toContain('cannot be read as a folder')
      expect(await description(baseUrl)).toBe('first')
      await mkdir(own)
      await writeFile(join(own, 'mine.json'), JSON.stringify({ ...mine, description: 'second' }))
      await expect.poll(() => description(baseUrl)).toBe('second')
      await writeFile(join(own, 'mine.json'), JSON.stringify({ ...mine, description: 'third' }))
      await expect.poll(() => description(baseUrl)).toBe('third')
    })
  })

  it('says so where there is nothing to watch', async () => {
    await withEnv({ CLOUDSEC_FAKE_WATCH: 'true' }, async () => {
      const { code, err } = await start(['--port', '0'])
      expect(code).toBe(0)
      expect(err).toMatch(/^warn: nothing to watch: /)
    })
  })
})

describe('a module as configuration file', () => {
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
      expect(await quotaOf(baseUrl)).toBe('6')
      await write('7')
      await expect.poll(() => quotaOf(baseUrl)).toBe('7')
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

describe('variables that nothing reads', () => {
  it.each([['start'], ['exec']])('are told once by %s', async (name) => {
    const variables = {
      CLOUDSEC_FAKE_PROT: '1',
      CLOUDSEC_FAKE_QQQQQQQQ: '1',
      CLOUDSEC_FAKE_SANDBOX: 'box',
      CLOUDSEC_FAKE_URL: 'x',
    }
    await withEnv(variables, async () => {
      const { err } = await command([name, '--port', '0', ...(name === 'exec' ? ['--', 'true'] : [])])
      expect(err.split('\n').filter((line) => line.startsWith('warn: '))).toEqual([
        'warn: no option has the variable CLOUDSEC_FAKE_PROT. Did you mean CLOUDSEC_FAKE_PORT?',
        'warn: no option has the variable CLOUDSEC_FAKE_QQQQQQQQ',
      ])
    })
  })
})
