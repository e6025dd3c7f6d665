import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { connect, createLog, type Fake, InputError, type ListenOptions, startFake } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { aims, json, rejectionStatus, type Sent, sendTo, stateUnderAttack } from '../../support/guarding.ts'
import { serve } from '../../support/served.ts'

const start = (options: Parameters<typeof serve>[0]) => serve({ clock: noon, ...options })

const statusOf = async (fake: Fake, sent: Sent) => (await sendTo(fake, sent)).status
const rejected = async (fake: Fake, sent: Sent) => rejectionStatus(await sendTo(fake, sent))

const bearer = (token: string): string => `Authorization: Bearer ${token}`

describe('instead of the control token', () => {
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake({ clock: noon, host: '0.0.0.0' })
  })
  afterAll(() => fake.close())

  it.each<readonly [what: string, authorization: (token: string) => string | undefined]>([
    ['none', () => undefined],
    ['an empty one', () => 'Bearer '],
    ['another one', () => 'Bearer open-sesame'],
    ['an API key', () => 'Bearer csf_full_access'],
    ['the beginning of it', (token) => `Bearer ${token.slice(0, -1)}`],
    ['more than it', (token) => `Bearer ${token}x`],
    ['it in the other case', (token) => `Bearer ${token.toUpperCase()}`],
    ['it under another scheme', (token) => `Basic ${token}`],
    ['it after two spaces', (token) => `Bearer  ${token}`],
    ['it after a comma', (token) => `Bearer wrong, Bearer ${token}`],
  ])('%s: 401, on every path but health and ready, and nothing changes', async (_, authorization) => {
    const value = authorization(fake.controlToken ?? '')
    const headers: readonly string[] = value === undefined ? [] : [`Authorization: ${value}`]
    const before = await stateUnderAttack(fake)
    const others = [
      { target: '/_control/nothing', headers: [] },
      { method: 'PURGE', target: '/_control', headers: [] },
    ]
    for (const aim of [...Object.values(aims), ...others]) {
      const got = await sendTo(fake, { ...aim, headers: [...aim.headers, ...headers] })
      expect(rejectionStatus(got)).toBe(401)
      expect(got.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(await stateUnderAttack(fake)).toEqual(before)
    for (const path of ['health', 'ready']) {
      expect(await statusOf(fake, { target: `/_control/${path}`, headers })).toBe(200)
      expect(await statusOf(fake, { target: `/@new/_control/${path}`, headers })).toBe(200)
      expect(await rejected(fake, { target: `/_control/${path}`, hosts: ['evil.example'] })).toBe(403)
    }
  })
})

describe('the control token', () => {
  it('is not needed on the loopback, unless one is given', async () => {
    expect((await start({})).controlToken).toBeUndefined()
    expect((await start({ host: 'localhost' })).controlToken).toBeUndefined()
    expect((await start({ host: '127.0.0.2' })).controlToken).toBeUndefined()
    expect((await start({ host: '::1' })).controlToken).toBeUndefined()
    const fake = await start({ controlToken: 'open-sesame' })
    expect(fake.controlToken).toBe('open-sesame')
    expect(await statusOf(fake, { target: '/_control' })).toBe(401)
    expect(await statusOf(fake, { target: '/_control', headers: [bearer('open-sesame')] })).toBe(200)
  })

  it('is drawn where the network can reach the fake, another each time', async () => {
    const tokens = await Promise.all(
      ['0.0.0.0', '0.0.0.0', '::'].map(async (host) => (await start({ host })).controlToken),
    )
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
    expect(new Set(tokens).size).toBe(3)
  })

  it('opens what it is for, and the scheme is read in any case', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const token = fake.controlToken ?? ''
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      for (const aim of Object.values(aims)) {
        const headers = [...aim.headers, `Authorization: ${scheme} ${token}`]
        expect(await statusOf(fake, { ...aim, headers })).toBe(200)
      }
    }
  })

  it('does not let in a stranger who has it', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly string[] = [bearer(fake.controlToken ?? ''), json]
    for (const aim of Object.values(aims)) {
      expect(await rejected(fake, { ...aim, headers: [...headers, 'Origin: http://evil.example'] })).toBe(403)
      expect(await rejected(fake, { ...aim, headers, hosts: ['evil.example'] })).toBe(403)
    }
  })

  it('is not needed by the API, by whichever name it is called', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly string[] = [bearer('csf_full_access')]
    for (const hosts of [['127.0.0.1'], ['fake.internal'], ['10.0.0.1:80']]) {
      expect(await statusOf(fake, { target: '/v1/cloud/resources', hosts, headers })).toBe(200)
      const body = JSON.stringify(jobBody)
      const job: Sent = { method: 'POST', target: '/v1/data/analysis/jobs', headers: [...headers, json], body }
      expect(await statusOf(fake, { ...job, hosts })).toBe(201)
    }
    const token: readonly string[] = [bearer(fake.controlToken ?? '')]
    expect(await statusOf(fake, { target: '/v1/cloud/resources', headers: token })).toBe(401)
  })

  it('is not needed by the program that has started the fake', async () => {
    const fake = await start({ host: '0.0.0.0' })
    expect((await fake.clock.advance('1h')).now).toBe('2026-07-01T13:00:00.000Z')
    expect((await fake.sandbox('one').summary()).name).toBe('one')
    expect((await fake.fetch(`${fake.controlUrl}/clock`)).status).toBe(200)
  })

  it('is in no answer and no line of the log', async () => {
    const lines: string[] = []
    const fake = await start({ host: '0.0.0.0', log: createLog('debug', (line) => lines.push(line)) })
    const token = fake.controlToken ?? 'none'
    const texts: string[] = []
    const paths = ['', '/keys', '/scenarios', '/nothing', `/keys/${token}`].map((path) => `/_control${path}`)
    for (const headers of [[], [bearer(token)], [bearer(`${token}x`)], [`Authorization: Basic ${token}`]]) {
      const bad: Sent = { method: 'POST', target: '/_control/keys', headers: [...headers, json], body: '{' }
      for (const sent of [...[...paths, '/v1/cloud/resources', '/'].map((target) => ({ target, headers })), bad]) {
        const got = await sendTo(fake, sent)
        texts.push(got.text, ...got.headers.values())
      }
    }
    expect(texts.length).toBeGreaterThan(50)
    expect(lines.length).toBeGreaterThan(3)
    expect([...texts, ...lines].join('\n')).not.toContain(token)
  })
})

describe('the token that only reads', () => {
  const tokens = { controlToken: 'open-sesame', controlReadToken: 'only-looking' }
  const reader = bearer(tokens.controlReadToken)
  const refusal =
    'Authorization: expected the control token, got the read-only token, which opens only GET and HEAD, and no secret'

  it('opens what reads, by GET and by HEAD', async () => {
    const fake = await start(tokens)
    for (const path of ['', '/clock', '/scenarios', '/requests', '/metrics', '/keys', '/outbox', '/openapi.json']) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await sendTo(fake, { method, target: `/_control${path}`, headers: [reader] })
        expect([method, path, status]).toEqual([method, path, 200])
      }
    }
    expect(await statusOf(fake, { target: '/_control/nothing', headers: [reader] })).toBe(404)
    const client = await connect(fake.baseUrl, { token: tokens.controlReadToken })
    expect((await client.clock.show()).now).toBe('2026-07-01T12:00:00.000Z')
  })

  it.each([
    ['POST', '/reset'],
    ['PATCH', '/clock'],
    ['PUT', '/scenarios/slow'],
    ['DELETE', '/requests'],
    ['POST', '/requests/verify'],
    ['POST', '/nothing'],
    ['PURGE', ''],
    ['GET', '/snapshot'],
    ['HEAD', '/snapshot'],
    ['GET', '/signing-secret'],
  ])('does not open %s %s: 403, and nothing changes', async (method, path) => {
    const fake = await start(tokens)
    const before = await stateUnderAttack(fake)
    for (const at of ['', '/@new']) {
      const got = await sendTo(fake, { method, target: `${at}/_control${path}`, headers: [reader, json], body: '{}' })
      expect(rejectionStatus(got)).toBe(403)
      if (method !== 'HEAD') expect(JSON.parse(got.text)).toMatchObject({ status: 403, detail: refusal })
    }
    expect(await stateUnderAttack(fake)).toEqual(before)
    expect(await fake.sandboxes.list()).toHaveLength(1)
  })

  it('shows no key of the API, is none, and is not let in from elsewhere', async () => {
    const fake = await start(tokens)
    for (const path of ['', '/sandboxes']) {
      const { text } = await sendTo(fake, { target: `/_control${path}`, headers: [reader] })
      expect(text).toContain('"apiKey":null')
      expect(text).not.toContain('csf_')
    }
    await fetch(`${fake.baseUrl}/cloud/resources`, { headers: { Authorization: 'Bearer csf_full_access' } })
    const { text: command } = await sendTo(fake, { target: '/_control/requests/0-1/curl', headers: [reader] })
    expect(command).toMatch(/^CLOUDSEC_API_KEY=\.\.\. # the secret of key full-access\ncurl /)
    expect(command).not.toContain('csf_')
    for (const path of ['/keys', '/keys/full-access']) {
      const { text } = await sendTo(fake, { target: `/_control${path}`, headers: [reader] })
      expect(text).toContain('"secret":null')
      expect(text).not.toContain('csf_')
    }
    expect((await sendTo(fake, { target: '/_control', headers: [bearer(tokens.controlToken)] })).text).toContain('csf_')
    for (const [target, status, headers] of [
      ['/v1/cloud/resources', 401, [reader]],
      ['/_control', 403, [reader, 'Origin: http://evil.example']],
      ['/_control', 401, [bearer('only-lookinG')]],
    ] as const) {
      expect(await rejected(fake, { target, headers })).toBe(status)
    }
  })

  it('alone has the fake draw the other one, on the loopback too', async () => {
    const fake = await start({ controlReadToken: tokens.controlReadToken })
    expect(fake.controlToken).toMatch(/^[\w-]{32}$/)
    expect(await rejected(fake, { target: '/_control' })).toBe(401)
    expect(await statusOf(fake, { target: '/_control', headers: [reader] })).toBe(200)
    const writer = bearer(fake.controlToken ?? '')
    expect(await statusOf(fake, { ...aims.advance, headers: [json, writer] })).toBe(200)
  })
})

describe('host names that are allowed', () => {
  const named: ListenOptions = { allowHost: ['fake.internal', 'Other.Example', '[fd00::1]', '10.1.2.3'] }

  it.each([
    'fake.internal',
    'fake.internal:8080',
    'FAKE.Internal:1',
    'other.example',
    '[fd00::1]:80',
    '10.1.2.3:4747',
    'localhost',
  ])('open the control plane: %s', async (host) => {
    const fake = await start(named)
    expect(await statusOf(fake, { target: '/_control', hosts: [host] })).toBe(200)
    const advance = { ...aims.advance, hosts: [host] }
    const own: readonly string[] = [`Origin: http://${host}`, 'Sec-Fetch-Site: same-origin']
    expect(await statusOf(fake, { ...advance, headers: [json, ...own] })).toBe(200)
    expect(await rejected(fake, { ...advance, headers: [json, 'Origin: http://evil.example'] })).toBe(403)
  })

  it.each(['fake.internal', 'fake.internal:8080', '10.1.2.3:4747'])(
    'may be behind a proxy that ends TLS: a page of https://%s is their own',
    async (host) => {
      const fake = await start(named)
      const changeFor = (...headers: readonly string[]) =>
        sendTo(fake, { ...aims.advance, hosts: [host], headers: [json, ...headers] })
      const site: string = 'Sec-Fetch-Site: same-origin'
      expect((await changeFor(`Origin: https://${host}`, site)).status).toBe(200)
      expect((await changeFor(`Origin: HTTPS://${host.toUpperCase()}`)).status).toBe(200)
      for (const origin of [`https://${host}.evil.example`, `https://${host}1`, `wss://${host}`, 'https://localhost']) {
        expect(rejectionStatus(await changeFor(`Origin: ${origin}`)), origin).toBe(403)
      }
      expect(rejectionStatus(await changeFor(`Origin: https://${host}`, 'Sec-Fetch-Site: cross-site'))).toBe(403)
    },
  )

  it.each(['fake.internal.evil.example', 'xfake.internal', 'internal', 'evil.example'])(
    'open it to no other: %s',
    async (host) => {
      const fake = await start(named)
      const got = await sendTo(fake, { target: '/_control', hosts: [host] })
      expect(rejectionStatus(got)).toBe(403)
      expect(got.text).toContain('--allow-host allows more')
    },
  )

  it('are any addresses where the fake asks for a token, and no names', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly string[] = [bearer(fake.controlToken ?? '')]
    for (const host of ['10.0.0.1', '192.168.1.5:4747', '[fe80::1]:80']) {
      expect(await statusOf(fake, { target: '/_control', hosts: [host], headers }), host).toBe(200)
      expect(await rejected(fake, { target: '/_control', hosts: [host] }), host).toBe(401)
    }
    for (const host of ['fake', '10.0.0.1.evil.example', 'evil.example:4747']) {
      expect(await rejected(fake, { target: '/_control', hosts: [host], headers }), host).toBe(403)
    }
  })

  it('are the address and the name that it listens on', async () => {
    const fake = await start({ host: '127.0.0.2' })
    expect(await statusOf(fake, { target: '/_control' })).toBe(200)
    expect(await rejected(fake, { target: '/_control', hosts: ['127.0.0.3'] })).toBe(403)
  })
})

describe('an option of the guard that cannot be used', () => {
  const badTokens = ['short', 'with a space in it', 'x'.repeat(201), 'ümläut-token', 'line\nbreak-token', '']
  const badHosts = [
    'fake.internal:80',
    '',
    '*',
    'ü.example',
    'a-',
    `${'a'.repeat(64)}.b`,
    'a.'.repeat(127) + 'b',
    '[1::2::3]',
    '[fd00::1]:80',
  ]
  const tokenRule = 'expected 8 to 200 characters of ASCII without a space, got another text'
  const hostRule = 'expected a host name or address without scheme or port, such as fake.test or [fd00::1], got'

  it.each<readonly [options: ListenOptions, message: string]>([
    ...badTokens.map((controlToken) => [{ controlToken }, `controlToken: ${tokenRule}`] as const),
    [{ controlReadToken: 'short' }, `controlReadToken: ${tokenRule}`],
    [
      { controlToken: 'open-sesame', controlReadToken: 'open-sesame' },
      'controlReadToken: must differ from controlToken',
    ],
    ...badHosts.map(
      (host) => [{ allowHost: [host] }, `allowHost[0]: ${hostRule} ${JSON.stringify(host).slice(0, 60)}`] as const,
    ),
  ])('stops the start, and no token is repeated: %j', async (options, message) => {
    const error: unknown = await startFake(options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InputError)
    const expected = `InputError: ${message}`
    expect('allowHost' in options ? String(error).slice(0, expected.length) : String(error)).toBe(expected)
  })
})
