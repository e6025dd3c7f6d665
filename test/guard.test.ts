import assert from 'node:assert'

import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { problemBody } from '../src/control/problem.ts'
import { createLog, type Fake, InputError, type ListenOptions, startFake } from '../src/index.ts'
import { jobBody, noon } from './support/answers.ts'
import { sendRaw } from './support/raw.ts'

type Header = readonly [name: string, value: string]

/** A request as an attacker has it sent. */
interface Sent {
  readonly method?: string
  readonly target?: string
  /** Instead of the fake's own; several for several headers, none for none. */
  readonly hosts?: readonly string[]
  readonly headers?: readonly Header[]
  readonly body?: string
  readonly http?: '1.0' | '1.1'
}

interface Got {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

const json: Header = ['Content-Type', 'application/json']

/** Sends a request over a socket of its own, byte by byte as it is. */
async function sendTo(
  fake: Fake,
  { method = 'GET', target = '/', hosts, headers = [], body, http = '1.1' }: Sent,
): Promise<Got> {
  const { origin, host } = new URL(fake.baseUrl)
  const lines = [
    `${method} ${target} HTTP/${http}`,
    ...(hosts ?? [host]).map((name) => `Host: ${name}`),
    ...headers.map((header) => header.join(': ')),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ]
  const text = await sendRaw(origin, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, { waits: true })
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...fields] = head.split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      fields.map((field) => {
        const [name = '', ...value] = field.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
    ),
    text: rest.join('\r\n\r\n'),
  }
}

/** What an attack would change, as the fake itself sees it. */
async function worldOf(fake: Fake): Promise<readonly string[]> {
  const paths = ['', '/keys', '/scenarios', '/jobs?limit=2']
  return await Promise.all(paths.map(async (path) => (await fake.fetch(fake.controlUrl + path)).text()))
}

/** Requests that an attack is mounted on: two that change something, and two that read what a stranger must not. */
const aims = {
  reset: { method: 'POST', target: '/_control/reset', headers: [json] },
  advance: { method: 'POST', target: '/_control/clock/advance', headers: [json], body: '{"by":"1h"}' },
  summary: { method: 'GET', target: '/_control' },
  keys: { method: 'GET', target: '/_control/keys' },
} as const satisfies Readonly<Record<string, Sent>>

const onEach = Object.entries(aims)

/** Holds an answer to a refusal that tells a stranger nothing and lets no page read it. @returns its status */
function refusalOf({ status, headers, text }: Got): number {
  expect(status, text.slice(0, 300)).toBeGreaterThanOrEqual(400)
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(text).not.toContain('csf_')
  if (text.startsWith('{"type"')) {
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(problemBody().parse(JSON.parse(text)).status).toBe(status)
  }
  return status
}

describe('a stranger of a fake on the loopback', () => {
  let fake: Fake
  let port: string
  let before: unknown
  beforeAll(async () => {
    fake = await startFake({ clock: noon })
    ;({ port } = new URL(fake.baseUrl))
    await fake.jobs.create({})
    await fake.scenarios.on('commits-then-fails')
    await fake.keys.create({ name: 'Mine' })
    await fake.clock.advance('10m')
    before = await worldOf(fake)
  })
  afterEach(async () => {
    assert.deepStrictEqual(await worldOf(fake), before)
  })
  afterAll(() => fake.close())

  /** Plays an attack, in which PORT stands for the port of the fake and OTHER for another one. */
  const play = (sent: Sent): Promise<Got> => {
    const fill = (text: string): string => text.replace('PORT', port).replace('OTHER', String(Number(port) ^ 1))
    return sendTo(fake, {
      ...sent,
      ...(sent.target === undefined ? {} : { target: fill(sent.target) }),
      ...(sent.hosts === undefined ? {} : { hosts: sent.hosts.map(fill) }),
      headers: (sent.headers ?? []).map(([name, value]) => [name, fill(value)]),
    })
  }

  describe.each(onEach)('who wants %s', (_, aim) => {
    const headersOfAim: readonly Header[] = 'headers' in aim ? aim.headers : []

    it.each<readonly [what: string, headers: readonly Header[]]>([
      ['the origin of another site', [['Origin', 'http://evil.example']]],
      ['the origin of a site over TLS', [['Origin', 'https://evil.example']]],
      ['an origin without a name (a sandboxed frame, a file)', [['Origin', 'null']]],
      ['an empty origin', [['Origin', '']]],
      ['the origin of a file', [['Origin', 'file://']]],
      ['its own host on another port', [['Origin', 'http://127.0.0.1:OTHER']]],
      ['its own host on no port', [['Origin', 'http://127.0.0.1']]],
      ['its own host over TLS', [['Origin', 'https://127.0.0.1:PORT']]],
      ['another name of its host', [['Origin', 'http://localhost:PORT']]],
      ['an origin that begins with its own', [['Origin', 'http://127.0.0.1:PORT.evil.example']]],
      ['an origin that has its own for a name', [['Origin', 'http://127.0.0.1:PORT@evil.example']]],
      ['an origin that ends with its own', [['Origin', 'http://evil.example/http://127.0.0.1:PORT']]],
      [
        'its own origin and another',
        [
          ['Origin', 'http://127.0.0.1:PORT'],
          ['Origin', 'http://evil.example'],
        ],
      ],
      ['several origins in one', [['Origin', 'http://127.0.0.1:PORT http://evil.example']]],
      ['a request of another site that tells no origin', [['Sec-Fetch-Site', 'cross-site']]],
      ['a request of another port that tells no origin', [['Sec-Fetch-Site', 'same-site']]],
      ['a site that nobody knows', [['Sec-Fetch-Site', 'other']]],
      ['an empty site', [['Sec-Fetch-Site', '']]],
      [
        'several sites',
        [
          ['Sec-Fetch-Site', 'same-origin'],
          ['Sec-Fetch-Site', 'cross-site'],
        ],
      ],
      [
        'its own origin from another site',
        [
          ['Origin', 'http://127.0.0.1:PORT'],
          ['Sec-Fetch-Site', 'cross-site'],
        ],
      ],
      [
        'another origin from its own site',
        [
          ['Origin', 'http://evil.example'],
          ['Sec-Fetch-Site', 'same-origin'],
        ],
      ],
      [
        'another origin typed in',
        [
          ['Origin', 'http://evil.example'],
          ['Sec-Fetch-Site', 'none'],
        ],
      ],
      [
        'all that a browser sends of a page elsewhere',
        [
          ['Origin', 'http://evil.example'],
          ['Referer', 'http://evil.example/'],
          ['Sec-Fetch-Site', 'cross-site'],
          ['Sec-Fetch-Mode', 'cors'],
          ['Sec-Fetch-Dest', 'empty'],
          ['Accept', '*/*'],
        ],
      ],
    ])('by %s: 403', async (_, headers) => {
      expect(refusalOf(await play({ ...aim, headers: [...headersOfAim, ...headers] }))).toBe(403)
    })

    it.each([
      ['evil.example'],
      ['evil.example:PORT'],
      ['EVIL.EXAMPLE:PORT'],
      ['evil.example.:PORT'],
      ['127.0.0.1.:PORT'],
      ['localhost.:PORT'],
      ['127.0.0.1.evil.example:PORT'],
      ['localhost.evil.example:PORT'],
      ['evil-localhost:PORT'],
      ['localhost-evil.example'],
      ['2130706433:PORT'],
      ['0x7f000001:PORT'],
      ['0x7f.0.0.1:PORT'],
      ['017700000001:PORT'],
      ['0177.0.0.1:PORT'],
      ['127.1:PORT'],
      ['127.0.1:PORT'],
      ['127.0.0.2:PORT'],
      ['127.000.000.001:PORT'],
      ['0.0.0.0:PORT'],
      ['0:PORT'],
      ['[::]:PORT'],
      ['[::ffff:127.0.0.1]:PORT'],
      ['[0:0:0:0:0:0:0:1]:PORT'],
      ['::1'],
      ['10.0.0.1:PORT'],
      ['127.0.0.1, evil.example'],
      ['127.0.0.1 evil.example'],
      ['evil.example@127.0.0.1'],
      ['127.0.0.1@evil.example'],
      ['127.0.0.1:PORT@evil.example'],
      ['evil.example#127.0.0.1'],
      ['evil.example/127.0.0.1'],
      ['evil.example?127.0.0.1'],
      ['127.0.0.1/@evil.example'],
      ['127.0.0.1:PORT:80'],
      ['127.0.0.1:PORTx'],
      ['127%2e0.0.1'],
      ['loca%6chost:PORT'],
      ['local\u00adhost:PORT'],
      ['http://127.0.0.1:PORT'],
      [''],
    ])('under the host %j', async (host) => {
      expect([400, 403]).toContain(refusalOf(await play({ ...aim, hosts: [host] })))
      // Nor where a proxy, or an attacker, says that it was another.
      const forwarded: readonly Header[] = [
        ['X-Forwarded-Host', '127.0.0.1'],
        ['Forwarded', 'host=127.0.0.1'],
        ['X-Host', '127.0.0.1'],
        ['X-Original-Host', '127.0.0.1'],
      ]
      expect([400, 403]).toContain(
        refusalOf(await play({ ...aim, hosts: [host], headers: [...headersOfAim, ...forwarded] })),
      )
    })

    it('under its own host and another', async () => {
      for (const hosts of [
        ['127.0.0.1:PORT', 'evil.example'],
        ['evil.example', '127.0.0.1:PORT'],
      ]) {
        expect(refusalOf(await play({ ...aim, hosts }))).toBe(400)
        expect(refusalOf(await play({ ...aim, hosts, http: '1.0' }))).toBe(403)
      }
    })

    it('under no host', async () => {
      expect(refusalOf(await play({ ...aim, hosts: [] }))).toBe(400)
      expect(refusalOf(await play({ ...aim, hosts: [], http: '1.0' }))).toBe(403)
      expect(refusalOf(await play({ ...aim, hosts: ['evil.example'], http: '1.0' }))).toBe(403)
    })

    it.each([
      ['http://evil.example', '127.0.0.1:PORT'],
      ['http://127.0.0.1:PORT', 'evil.example'],
      ['http://EVIL.example:PORT', '127.0.0.1:PORT'],
      ['http://127.0.0.1:PORT@evil.example', '127.0.0.1:PORT'],
      ['http://127.0.0.1.evil.example', 'localhost'],
      ['https://evil.example', '127.0.0.1:PORT'],
      ['http://evil.example', 'evil.example'],
      ['http://[::]:PORT', '127.0.0.1:PORT'],
      ['http://evil.example\\', '127.0.0.1:PORT'],
    ])('with a target in absolute form: %s, host %s', async (origin, host) => {
      expect([400, 403]).toContain(refusalOf(await play({ ...aim, target: origin + aim.target, hosts: [host] })))
    })
  })

  it.each([...onEach, ['nothing', { target: '/_control/nothing' }] as const])(
    'is told nothing by a preflight for %s',
    async (_, { target }) => {
      for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:OTHER']) {
        const headers: readonly Header[] = [
          ['Origin', origin],
          ['Access-Control-Request-Method', 'POST'],
          ['Access-Control-Request-Headers', 'content-type, authorization'],
          ['Access-Control-Request-Private-Network', 'true'],
          ['Sec-Fetch-Site', 'cross-site'],
        ]
        expect(refusalOf(await play({ method: 'OPTIONS', target, headers }))).toBe(403)
        expect(refusalOf(await play({ method: 'OPTIONS', target, headers: headers.slice(0, 4) }))).toBe(403)
      }
      expect([404, 405]).toContain(refusalOf(await play({ method: 'OPTIONS', target })))
    },
  )

  describe.each<readonly [method: string, target: string, body: string]>([
    ['POST', '/_control/reset', ''],
    ['POST', '/_control/reset', '{}'],
    ['POST', '/_control/clock/advance', '{"by":"1h"}'],
    ['PATCH', '/_control/clock', '{"now":"2020-01-01T00:00:00Z"}'],
    ['PUT', '/_control/scenarios/slow', ''],
    ['POST', '/_control/scenarios', '{"name":"own"}'],
    ['POST', '/_control/keys', '{"name":"evil"}'],
    ['PUT', '/_control/quota/full-access', '{"remaining":0}'],
    ['POST', '/_control/jobs', '{}'],
    ['POST', '/@other/_control/reset', ''],
  ])('who has a form of an old browser sent: %s %s %j', (method, target, body) => {
    it.each([
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; charset=application/json',
      'text/plain;application/json',
      'application/json-evil',
      'application/jsonp',
      'application/json, text/plain',
      'xapplication/json',
      'text/json',
      '',
    ])('as %j: 415', async (type) => {
      expect(refusalOf(await play({ method, target, headers: [['Content-Type', type]], body }))).toBe(415)
    })

    it('without a type: 415', async () => {
      expect(refusalOf(await play({ method, target, body }))).toBe(415)
      expect(refusalOf(await play({ method, target }))).toBe(415)
    })

    it('as two types: 415', async () => {
      const headers: readonly Header[] = [['Content-Type', 'text/plain'], json]
      expect(refusalOf(await play({ method, target, headers, body }))).toBe(415)
    })
  })

  it.each(['/_control/scenarios', '/_control/scenarios/commits-then-fails', '/_control/keys/full-access'])(
    'who has DELETE %s sent with a body that is no JSON',
    async (target) => {
      const headers: readonly Header[] = [['Content-Type', 'text/plain']]
      expect(refusalOf(await play({ method: 'DELETE', target, headers, body: '{}' }))).toBe(415)
    },
  )

  const elsewhere: Header = ['Origin', 'http://evil.example']

  it.each<readonly [target: string, statuses: readonly number[]]>([
    ['//_control/reset', [401]],
    ['/_control//reset', [403]],
    ['/_control/reset/', [403]],
    ['/%5fcontrol/reset', [403]],
    ['/%5Fcontrol/reset', [403]],
    ['/_%63ontrol/reset', [403]],
    ['/_control%2freset', [401]],
    ['/_control%2Freset', [401]],
    ['/_control/%72eset', [403]],
    ['/_Control/reset', [401]],
    ['/_control;x/reset', [401]],
    ['/_control./reset', [401]],
    ['/_control/reset?', [403]],
    ['/_control/reset#x', [400, 403]],
    ['/_control/reset%00', [403]],
    ['/_control/reset%20', [403]],
    ['/v1/../_control/reset', [403]],
    ['/v1/%2e%2e/_control/reset', [403]],
    ['/v1/.%2E/_control/reset', [403]],
    ['/./_control/reset', [403]],
    ['/%2e/_control/reset', [403]],
    ['/../../_control/reset', [403]],
    ['/v1/..//_control/reset', [401]],
    ['/_control/./reset', [403]],
    ['/_control/x/../reset', [403]],
    ['/_control/%2e%2e/_control/reset', [403]],
    ['/@x/../_control/reset', [403]],
    ['/@x//_control/reset', [401]],
    ['/@x/_control/reset', [403]],
    ['/@default/_control/reset', [403]],
    ['/@Default/_control/reset', [401]],
    ['/@/_control/reset', [401]],
    ['/@x/@x/_control/reset', [401]],
    ['/@x/v1/../_control/reset', [403]],
    ['/@x%2f_control/reset', [401]],
    ['/%40x/_control/reset', [401]],
    ['/\\_control/reset', [400]],
    ['\\_control\\reset', [400]],
    ['/_control\\reset', [400]],
    ['/v1\\..\\_control/reset', [400]],
    ['/_control/reset\\..\\reset', [400]],
    ['_control/reset', [400]],
    ['*', [400]],
    ['/?/_control/reset', [401]],
    ['/_control?/reset', [403]],
    ['http:/_control/reset', [400, 401, 403]],
    ['http:///_control/reset', [400, 401, 403]],
    ['///_control/reset', [401]],
    ['///evil.example/_control/reset', [401]],
    ['/\t_control/reset', [400]],
    ['/_con\ttrol/reset', [400]],
    ['/_contr\u00f6l/reset', [400]],
  ])('who writes the path as %s', async (target, statuses) => {
    expect(statuses).toContain(refusalOf(await play({ method: 'POST', target, headers: [json, elsewhere] })))
    // Under another host the API does not get as far as the missing key.
    expect(statuses.map((status) => (status === 401 ? 400 : status))).toContain(
      refusalOf(await play({ method: 'POST', target, hosts: ['evil.example'], headers: [json] })),
    )
    // Nor does it open what needs a type.
    expect([400, 401, 404, 405, 415]).toContain(
      refusalOf(await play({ method: 'POST', target, headers: [['Content-Type', 'text/plain']] })),
    )
  })

  it.each<Header>([
    ['X-HTTP-Method-Override', 'POST'],
    ['X-HTTP-Method', 'DELETE'],
    ['X-Method-Override', 'DELETE'],
    ['X-Original-URL', '/_control/reset'],
    ['X-Rewrite-URL', '/_control/reset'],
    ['X-Forwarded-Prefix', '/_control'],
  ])('who says by %s: %s that the request is another', async (name, value) => {
    for (const target of ['/_control/reset', '/_control/scenarios', '/_control/keys/full-access', '/_control']) {
      const { headers } = await play({ target, headers: [[name, value]] })
      expect([...headers.keys()].filter((known) => known.startsWith('access-control-'))).toEqual([])
    }
    expect(refusalOf(await play({ target: '/_control/scenarios?_method=DELETE', headers: [[name, value]] }))).toBe(400)
  })

  it.each(['/_control/health', '/_control/ready'])('is not even told by %s that a fake is there', async (target) => {
    for (const headers of [
      [elsewhere],
      [['Origin', 'null'] as const],
      [['Sec-Fetch-Site', 'cross-site'] as const],
      [['Sec-Fetch-Site', 'same-site'] as const],
    ]) {
      expect(refusalOf(await play({ target, headers }))).toBe(403)
      expect(refusalOf(await play({ method: 'OPTIONS', target, headers }))).toBe(403)
    }
    expect(refusalOf(await play({ target, hosts: ['evil.example'] }))).toBe(403)
  })

  it('who reads without telling an origin gets nothing that a page could read', async () => {
    const got = await play({ target: '/_control/keys' })
    expect(got.status).toBe(200)
    expect([...got.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
    expect(got.headers.get('cache-control')).toBe('no-store')
  })

  it.each<readonly [what: string, sent: Sent]>([
    [
      'a request of curl',
      {
        headers: [
          ['User-Agent', 'curl/8.5.0'],
          ['Accept', '*/*'],
        ],
      },
    ],
    [
      'a request of fetch in Node',
      {
        headers: [
          ['Sec-Fetch-Mode', 'cors'],
          ['Accept', '*/*'],
        ],
      },
    ],
    [
      'a page of the fake itself',
      {
        headers: [
          ['Origin', 'http://127.0.0.1:PORT'],
          ['Sec-Fetch-Site', 'same-origin'],
          ['Sec-Fetch-Mode', 'cors'],
        ],
      },
    ],
    [
      'an address that is typed in',
      {
        headers: [
          ['Sec-Fetch-Site', 'none'],
          ['Sec-Fetch-Mode', 'navigate'],
        ],
      },
    ],
    ['another name of the loopback', { hosts: ['localhost:PORT'] }],
    ['that name in capitals', { hosts: ['LocalHost:PORT'], headers: [['Origin', 'http://localhost:PORT']] }],
    ['the loopback of IPv6', { hosts: ['[::1]:PORT'], headers: [['Origin', 'http://[::1]:PORT']] }],
    ['a port that is forwarded', { hosts: ['localhost:8080'], headers: [['Origin', 'http://localhost:8080']] }],
    ['a host without a port', { hosts: ['127.0.0.1'], headers: [['Origin', 'http://127.0.0.1']] }],
    ['a target in absolute form', { target: 'http://127.0.0.1:PORT/_control' }],
    ['HTTP/1.0 with a host', { http: '1.0' }],
  ])('is not who sends %s', async (_, sent) => {
    const target = sent.target ?? '/_control'
    const got = await play({ ...sent, target })
    expect([got.status, got.text]).toEqual([200, expect.stringContaining('"name":"default"')])
    const changed = await play({
      ...sent,
      method: 'POST',
      target: `${target}/clock/advance`,
      headers: [...(sent.headers ?? []), ['Content-Type', 'Application/JSON; charset=utf-8']],
      body: '{"by":"0s"}',
    })
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('"mode":"frozen"')])
  })
})

async function start(options: Parameters<typeof startFake>[0]): Promise<Fake> {
  const fake = await startFake({ clock: noon, ...options })
  onTestFinished(() => fake.close())
  return fake
}

const bearer = (token: string): Header => ['Authorization', `Bearer ${token}`]

describe('instead of the control token', () => {
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake({ clock: noon, host: '0.0.0.0' })
  })
  afterAll(() => fake.close())

  it.each<readonly [what: string, authorization: (token: string) => string | undefined]>([
    ['none', () => undefined],
    ['an empty header', () => ''],
    ['a scheme alone', () => 'Bearer'],
    ['an empty one', () => 'Bearer '],
    ['another one', () => 'Bearer open-sesame'],
    ['the word undefined', () => 'Bearer undefined'],
    ['an API key', () => 'Bearer csf_full_access'],
    ['the beginning of it', (token) => `Bearer ${token.slice(0, -1)}`],
    ['the end of it', (token) => `Bearer ${token.slice(1)}`],
    ['more than it', (token) => `Bearer ${token}x`],
    ['it twice', (token) => `Bearer ${token}${token}`],
    ['it in the other case', (token) => `Bearer ${token.toUpperCase()}`],
    ['it without a scheme', (token) => token],
    ['it under another scheme', (token) => `Basic ${token}`],
    ['it for a password', (token) => `Basic ${Buffer.from(`:${token}`).toString('base64')}`],
    ['it after two spaces', (token) => `Bearer  ${token}`],
    ['it after a tab', (token) => `Bearer\t${token}`],
    ['it, and something more', (token) => `Bearer ${token} and more`],
    ['something, and it', (token) => `Bearer wrong ${token}`],
    ['it in quotes', (token) => `Bearer "${token}"`],
    ['it after a comma', (token) => `Bearer wrong, Bearer ${token}`],
  ])('%s: 401, on every path but health and ready, and nothing changes', async (_, authorization) => {
    const value = authorization(fake.controlToken ?? '')
    const headers: readonly Header[] = value === undefined ? [] : [['Authorization', value]]
    const before = await worldOf(fake)
    for (const aim of [
      ...Object.values(aims),
      { target: '/_control/nothing' },
      { method: 'PURGE', target: '/_control' },
    ]) {
      const got = await sendTo(fake, { ...aim, headers: [...('headers' in aim ? aim.headers : []), ...headers] })
      expect(refusalOf(got)).toBe(401)
      expect(got.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(await worldOf(fake)).toEqual(before)
    for (const path of ['health', 'ready']) {
      expect((await sendTo(fake, { target: `/_control/${path}`, headers })).status).toBe(200)
      expect((await sendTo(fake, { target: `/@new/_control/${path}`, headers })).status).toBe(200)
      expect(refusalOf(await sendTo(fake, { target: `/_control/${path}`, hosts: ['evil.example'] }))).toBe(403)
    }
  })
})

describe('the control token', () => {
  it('is needed of nobody on the loopback, unless one is given', async () => {
    expect((await start({})).controlToken).toBeUndefined()
    expect((await start({ host: 'localhost' })).controlToken).toBeUndefined()
    expect((await start({ host: '127.0.0.2' })).controlToken).toBeUndefined()
    expect((await start({ host: '::1' })).controlToken).toBeUndefined()
    const fake = await start({ controlToken: 'open-sesame' })
    expect(fake.controlToken).toBe('open-sesame')
    expect((await sendTo(fake, { target: '/_control' })).status).toBe(401)
    expect((await sendTo(fake, { target: '/_control', headers: [bearer('open-sesame')] })).status).toBe(200)
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
        const headers: readonly Header[] = [
          ...('headers' in aim ? aim.headers : []),
          ['Authorization', `${scheme} ${token}`],
        ]
        expect((await sendTo(fake, { ...aim, headers })).status).toBe(200)
      }
    }
  })

  it('does not let in a stranger who has it', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly Header[] = [bearer(fake.controlToken ?? ''), json]
    for (const aim of Object.values(aims)) {
      expect(refusalOf(await sendTo(fake, { ...aim, headers: [...headers, ['Origin', 'http://evil.example']] }))).toBe(
        403,
      )
      expect(refusalOf(await sendTo(fake, { ...aim, headers, hosts: ['evil.example'] }))).toBe(403)
    }
  })

  it('is not needed by the API, by whichever name it is called', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly Header[] = [bearer('csf_full_access')]
    for (const hosts of [['127.0.0.1'], ['fake.internal'], ['10.0.0.1:80']]) {
      expect((await sendTo(fake, { target: '/v1/cloud/resources', hosts, headers })).status).toBe(200)
      const body = JSON.stringify(jobBody)
      const made = await sendTo(fake, {
        method: 'POST',
        target: '/v1/data/analysis/jobs',
        hosts,
        headers: [...headers, json],
        body,
      })
      expect(made.status).toBe(201)
    }
    expect(
      (await sendTo(fake, { target: '/v1/cloud/resources', headers: [bearer(fake.controlToken ?? '')] })).status,
    ).toBe(401)
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
    for (const headers of [
      [],
      [bearer(token)],
      [bearer(`${token}x`)],
      [['Authorization', `Basic ${token}`] as const],
    ]) {
      for (const target of [
        '/_control',
        '/_control/keys',
        '/_control/scenarios',
        '/_control/nothing',
        '/v1/cloud/resources',
        '/',
      ]) {
        const got = await sendTo(fake, { target, headers })
        texts.push(got.text, ...got.headers.values())
      }
      const bad = await sendTo(fake, {
        method: 'POST',
        target: '/_control/keys',
        headers: [...headers, json],
        body: '{',
      })
      texts.push(bad.text)
    }
    expect(texts.length).toBeGreaterThan(50)
    expect(lines.length).toBeGreaterThan(3)
    expect([...texts, ...lines].join('\n')).not.toContain(token)
  })

  it.each(['short', 'with a space in it', 'x'.repeat(201), 'ümläut-token', 'line\nbreak-token', ''])(
    'that is none is refused at the start, and not repeated: %j',
    async (controlToken) => {
      const error: unknown = await startFake({ controlToken }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      expect(String(error)).toMatch(
        /controlToken: expected 8 to 200 characters of ASCII without a space, got another text$/,
      )
    },
  )
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
    expect((await sendTo(fake, { target: '/_control', hosts: [host] })).status).toBe(200)
    const own: readonly Header[] = [
      ['Origin', `http://${host}`],
      ['Sec-Fetch-Site', 'same-origin'],
    ]
    expect((await sendTo(fake, { ...aims.advance, hosts: [host], headers: [json, ...own] })).status).toBe(200)
    expect(
      refusalOf(
        await sendTo(fake, { ...aims.advance, hosts: [host], headers: [json, ['Origin', 'http://evil.example']] }),
      ),
    ).toBe(403)
  })

  it.each([
    'a.fake.internal',
    'fake.internal.evil.example',
    'xfake.internal',
    'fakexinternal',
    'internal',
    'evil.example',
  ])('open it to no other: %s', async (host) => {
    const fake = await start(named)
    const got = await sendTo(fake, { target: '/_control', hosts: [host] })
    expect(refusalOf(got)).toBe(403)
    expect(got.text).toContain('--allow-host names more')
  })

  it('are any addresses where the fake asks for a token, and no names', async () => {
    const fake = await start({ host: '0.0.0.0' })
    const headers: readonly Header[] = [bearer(fake.controlToken ?? '')]
    for (const host of ['10.0.0.1', '192.168.1.5:4747', '[fe80::1]:80']) {
      expect((await sendTo(fake, { target: '/_control', hosts: [host], headers })).status, host).toBe(200)
      expect(refusalOf(await sendTo(fake, { target: '/_control', hosts: [host] })), host).toBe(401)
    }
    for (const host of ['fake', '10.0.0.1.evil.example', 'evil.example:4747']) {
      expect(refusalOf(await sendTo(fake, { target: '/_control', hosts: [host], headers })), host).toBe(403)
    }
  })

  it('are the address and the name that it was told to listen on', async () => {
    const fake = await start({ host: '127.0.0.2' })
    expect((await sendTo(fake, { target: '/_control' })).status).toBe(200)
    expect(refusalOf(await sendTo(fake, { target: '/_control', hosts: ['127.0.0.3'] }))).toBe(403)
  })

  it.each(['http://fake.internal', 'fake.internal:80', 'fake internal', '', '*', 'a/b', 'ü.example'])(
    'that are none are refused at the start: %j',
    async (host) => {
      const error: unknown = await startFake({ allowHost: [host] }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(InputError)
      expect(String(error)).toContain(
        `allowHost[0]: expected a host name without scheme or port, got ${JSON.stringify(host)}`,
      )
    },
  )
})
