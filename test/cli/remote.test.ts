import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { cli, done, failed, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin, serveListener } from '../support/other-server.ts'
import { serve } from '../support/remote.ts'

describe('which fake', () => {
  it('is that of the flag, else of the variables, the most particular first', async () => {
    const { fake, origin } = await serve()
    await fake.sandbox('one').clock.advance('1h')
    await fake.sandbox('two').clock.advance('2h')
    const [zero, one, two] = ['2026-07-01T00', '2026-07-01T01', '2026-07-01T02'].map((hour) =>
      done(`${hour}:00:00.000Z frozen\n`),
    )
    const base = { CLOUDSEC_BASE_URL: fake.baseUrl }
    const control = { ...base, CLOUDSEC_CONTROL_URL: `${origin}/@one/_control` }
    const both = { ...control, CLOUDSEC_FAKE_URL: `${origin}/@two/v1/` }
    const wrong = { CLOUDSEC_FAKE_URL: 'http://127.0.0.1:1', CLOUDSEC_FAKE_SANDBOX: 'one' }
    for (const [variables, flags, clock] of [
      [base, [], zero],
      [control, [], one],
      [both, [], two],
      [both, ['--url', origin], zero],
      [{ ...control, CLOUDSEC_FAKE_URL: '' }, [], one],
      [wrong, ['--url', `${origin}/@two`], one],
      [wrong, ['--url', origin, '--sandbox', 'two'], two],
    ] as const) {
      await withEnv(variables, async () => expect(await cli('clock', ...flags)).toEqual(clock))
    }
  })

  it('needs its control token', async () => {
    const { on, origin } = await serve({ controlToken: 'let-me-in' })
    const refused = failed(
      `the control token is missing or wrong; give the token of the fake at ${origin} with --control-token (CLOUDSEC_FAKE_CONTROL_TOKEN)`,
    )
    expect(await on('clock')).toEqual(refused)
    expect(await on('reset', '--control-token', 'another')).toEqual(refused)
    expect(await on('reset', '--control-token', 'let-me-in')).toEqual(done('reset: default\n'))
    await withEnv({ CLOUDSEC_FAKE_CONTROL_TOKEN: 'let-me-in' }, async () => {
      expect((await on('keys')).code).toBe(0)
      expect((await on('env')).code).toBe(0)
    })
  })

  it.each(['reset', 'clock', 'keys', 'scenario', 'env'])('%s says what to do where nothing listens', async (name) => {
    const origin = await freeOrigin()
    const { code, out, err } = await cli(name, '--url', `${origin}/v1`)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /^cloudsec-fake: nothing answers at http:\S+\/_control \(.*\); start a fake with cloudsec-fake start, or give the control URL from its banner, also with --tls: --url \(CLOUDSEC_FAKE_URL\)\n$/,
    )
    expect(err).toContain(`${origin}/_control`)
  })

  it.each([
    ['a page', '<h1>hello</h1>'],
    ['JSON', '{}'],
  ])('is no other program, which answers with %s', async (_, body) => {
    let status = 200
    const origin = await serveListener((_request, response) => response.writeHead(status).end(body))
    for (status of [200, 404, 500]) {
      const message = `${origin} is not a cloudsec-fake of this version (status ${status})`
      expect(await cli('clock', '--url', origin)).toEqual(failed(message))
    }
  })

  it('has an address of the right form, and a sandbox', async () => {
    const form = 'expected the address of a fake, such as http://127.0.0.1:4747, got'
    expect(await cli('clock', '--url', 'localhost')).toEqual(usage(`--url (CLOUDSEC_FAKE_URL): ${form} "localhost"`))
    await withEnv({ CLOUDSEC_BASE_URL: 'ftp://api.example.com/v1' }, async () => {
      const refused = usage(`CLOUDSEC_BASE_URL: ${form} "ftp://api.example.com/v1"`)
      expect(await cli('reset')).toEqual(refused)
      expect(await cli('wait')).toEqual(refused)
    })
    const { on } = await serve()
    expect(await on('reset', '--sandbox', 'No')).toEqual(
      usage('--sandbox: expected 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, got "No"'),
    )
  })
})

describe('cloudsec-fake scenario', () => {
  const mine = {
    name: 'mine',
    description: 'Every second list\nis slow.',
    rules: [
      {
        when: { operation: ['listJobs', 'listResources'], query: { type: 'vm' } },
        count: { every: 2 },
        then: { error: 'internal_error' },
      },
      { then: { delay: '1ms' } },
    ],
    jobs: { outcome: 'failed' },
  }

  it('lists all, and marks those that are on', async () => {
    const folder = await writeFixtures({ 'mine.json': mine, 'bare.json': { name: 'bare' } })
    const { fake, on } = await serve({ scenarios: folder, scenario: ['mine'] })
    const { code, out, err } = await on('scenario', 'list')
    expect([code, err]).toEqual([0, ''])
    const lines = out.trimEnd().split('\n')
    const known = await fake.scenarios.list()
    expect(lines.length).toBe(known.length + 1)
    expect(lines[0]).toMatch(/^ACTIVE +NAME +UNTIL +EFFECT +DESCRIPTION$/)
    expect(lines.find((line) => line.startsWith('true'))).toMatch(
      /^true +mine +- +500 .*, … +Every second list is slow\.$/,
    )
    expect(lines.find((line) => / bare /.test(line))).toMatch(/^false +bare +- +- +-$/)
    expect(await on('scenario')).toEqual({ code, out, err })
    expect(JSON.parse((await on('scenario', 'list', '--format', 'json')).out)).toEqual({ items: known })
  })

  it('shows one with what its rules counted', async () => {
    const folder = await writeFixtures({ 'mine.json': mine })
    const { fake, on } = await serve({ scenarios: folder, scenario: ['mine'] })
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    for (const status of [200, 500, 200]) {
      expect((await fetch(`${fake.baseUrl}/cloud/resources?type=vm`, { headers })).status).toBe(status)
    }
    const { out } = await on('scenario', 'show', 'mine')
    expect(out).toMatch(/^name +mine\nactive +true\nsource +file\neffect +500 .*\nkeywords +500, .*\n\n/)
    expect(out).toContain('\n\ndescription\nEvery second list\nis slow.\n')
    expect(out).toContain('\n\njobs\n{\n  "outcome": "failed"\n}\n')
    expect(out).toMatch(/\nrules\n.*"matches":3,"hits":1,.*"every":2.*\n.*"matches":2,"hits":2,.*"delay":"1ms"\}\}\n/)
    expect(JSON.parse((await on('scenario', '--format', 'json', 'show', 'mine')).out)).toEqual(
      await fake.scenarios.show('mine'),
    )
  })

  it('switches several on and off, and says what is on then', async () => {
    const { fake, on } = await serve()
    expect(await on('scenario', 'on', 'slow', 'flaky')).toEqual(done('on now: flaky, slow\n'))
    expect((await fake.summary()).scenarios).toEqual(['slow', 'flaky'])
    expect(await on('scenario', 'off', 'slow')).toEqual(done('on now: flaky\n'))
    const { out } = await on('scenario', 'on', 'slow', '--format', 'json')
    const names = z.object({ items: z.array(z.object({ name: z.string(), active: z.literal(true) })) })
    expect(names.parse(JSON.parse(out)).items.map(({ name }) => name)).toEqual(['flaky', 'slow'])
    expect(await on('scenario', 'off')).toEqual(done('on now: none\n'))
    expect((await fake.summary()).scenarios).toEqual([])
  })
})

describe('cloudsec-fake clock', () => {
  it('shows and moves the clock of one sandbox', async () => {
    const { fake, on } = await serve()
    await on('clock', 'advance', '2d', '--sandbox', 'other')
    expect((await fake.sandbox('other').clock.show()).now).toBe('2026-07-03T00:00:00.000Z')
    expect(await on('clock')).toEqual(done('2026-07-01T00:00:00.000Z frozen\n'))
    expect(await on('clock', 'advance', '1h')).toEqual(done('2026-07-01T01:00:00.000Z frozen\n'))
    expect(await on('clock', 'set', '2027-01-01T00:00:00+01:00')).toEqual(done('2026-12-31T23:00:00.000Z frozen\n'))
    expect((await on('clock', 'run')).out).toMatch(/^2026-12-31T23:00:0.* real\n$/)
    await fake.clock.run(0.5)
    expect((await on('clock')).out).toMatch(/ real at rate 0\.5\n$/)
    expect((await on('clock', 'freeze')).out).toMatch(/^2026-12-31T23:00:0.* frozen\n$/)
    expect(JSON.parse((await on('clock', 'show', '--format', 'json')).out)).toEqual(await fake.clock.show())
  })
})

describe('cloudsec-fake keys', () => {
  it('lists, makes and revokes keys', async () => {
    const { fake, on } = await serve()
    const { out } = await on('keys')
    expect(out.split('\n').slice(0, 3)).toEqual([
      'ID              NAME                   QUOTA  REVOKED  PERMISSIONS',
      'full-access     Full access            -      false    security:read, security:write, cloud:read, analysis:read, analysis:write',
      'read-only       Read only              -      false    security:read, cloud:read, analysis:read',
    ])
    expect(out).toMatch(/^none +No permission +- +false +-$/m)
    expect(out).toMatch(/^revoked +Revoked +- +true /m)

    await withEnv({ CLOUDSEC_FAKE_QUOTA: '7' }, async () => {
      const made = await on('keys', 'create', '--name', 'CI', '--permission', 'cloud:read', 'analysis:read')
      expect(made.out).toMatch(
        /^id {11}key-\S+\nname {9}CI\npermissions {2}cloud:read, analysis:read\nquota +-\n[^]*\nsecret {7}csf_\w+\n$/,
      )
    })
    const flags = ['--permission', 'cloud:read', '--quota', '100', '--format', 'json']
    const key = z
      .looseObject({ id: z.string(), secret: z.string() })
      .parse(JSON.parse((await on('keys', 'create', '--name', 'Small', ...flags)).out))
    expect(key).toMatchObject({ name: 'Small', permissions: ['cloud:read'], quota: 100 })
    const headers = { Authorization: `Bearer ${key.secret}` }
    const read = () => fetch(`${fake.baseUrl}/cloud/resources`, { headers })
    expect((await read()).headers.get('x-rate-limit-limit')).toBe('100')
    expect(await on('keys', 'revoke', key.id)).toEqual(done(`revoked: ${key.id} (Small)\n`))
    expect((await read()).status).toBe(401)
    expect(JSON.parse((await on('keys', 'list', '--format', 'json')).out)).toEqual({ items: await fake.keys.list() })
  })
})

describe('cloudsec-fake reset', () => {
  it('puts one sandbox back', async () => {
    const { fake, on } = await serve()
    const sandbox = fake.sandbox('box')
    for (const each of [fake, sandbox]) await each.clock.advance('1h')
    expect(await on('reset', '--sandbox', 'box')).toEqual(done('reset: box\n'))
    expect((await sandbox.clock.show()).now).toBe('2026-07-01T00:00:00.000Z')
    expect((await fake.clock.show()).now).toBe('2026-07-01T01:00:00.000Z')
    expect(JSON.parse((await on('reset', '--format', 'json')).out)).toEqual(await fake.summary())
    expect((await fake.clock.show()).now).toBe('2026-07-01T00:00:00.000Z')
  })

  it('is left by clear without the records', async () => {
    const { fake, on } = await serve()
    await fake.clock.advance('1h')
    expect(await on('clear')).toEqual(done('cleared: default\n'))
    expect(await fake.summary()).toMatchObject({
      counts: { resources: 0, assessments: 0, jobs: 0 },
      clock: { now: '2026-07-01T01:00:00.000Z' },
    })
  })
})

it('--json is --format json, and may stand beside it', async () => {
  const { on } = await serve()
  for (const words of ['scenario', 'env', 'reset', 'requests coverage', 'record list jobs']) {
    const json = await on(...words.split(' '), '--format', 'json')
    expect([words, json.code, typeof JSON.parse(json.out)]).toEqual([words, 0, 'object'])
    expect(await on(...words.split(' '), '--json')).toEqual(json)
  }
  expect(await on('clock', '--json', '--format', 'json')).toEqual(await on('clock', '--json'))
})
