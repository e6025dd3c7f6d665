import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { describe, expect, it, onTestFinished } from 'vitest'

import { faultNames } from '../../../src/core/faults/table.ts'
import { createLog, type Fake, type FakeOptions, type ScenarioRule, startFake } from '../../../src/index.ts'
import { jobBody, operations } from '../../support/answers.ts'
import { startHttp, startTcp } from '../../support/destination.ts'
import { fetchBy, openBy, type Way, ways } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { holdTimers, still } from '../../support/held-timers.ts'
import { freeOrigin } from '../../support/other-server.ts'
import {
  defineRules,
  errors,
  failureOf,
  fired,
  longEnough,
  openHead,
  senderTo,
  tallyOf,
  watch,
} from '../../support/scenarios.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'
const key = 'key-of-the-service-9f3a'
const page = '{"status":"success","data":[],"pagination":{"next_page":"https://api.example.com/v1/x?page=2"}}'
const json = { 'Content-Type': 'application/json', 'X-Rate-Limit-Remaining': '7' }
const creating = { method: 'POST', body: JSON.stringify(jobBody) }

/** A fake that sends requests on, until the test ends. */
async function openTo(way: Way, origin: string, options: FakeOptions = {}) {
  const fake = await openBy(way, { upstream: `${origin}/v1`, upstreamKey: key, ...options })
  onTestFinished(() => fake.close())
  return { fake, send: senderTo({ fake, sandbox: fake }, way) }
}

/** The same to a plain server. */
async function openPlain(way: Way, answer?: RequestListener, options?: FakeOptions) {
  const { port, ...service } = await startHttp(answer ?? ((_, outgoing) => outgoing.writeHead(200, json).end(page)))
  return { ...(await openTo(way, `http://127.0.0.1:${port}`, options)), ...service }
}

/** A real service: another fake, with other records. */
async function openReal(way: Way, options: FakeOptions = {}) {
  const real = await startFake({ seed: 9, resources: 40, clock: '2026-05-05T05:05:05Z', quota: 1234 })
  onTestFinished(() => real.close())
  const { origin } = new URL(real.baseUrl)
  return { real, ...(await openTo(way, origin, { upstreamKey: real.apiKey, ...options })) }
}

const errorOf = async (response: Response) => {
  const { error } = JSON.parse(await response.text())
  return [response.status, error.code, error.details]
}

/** What the journal has of the answers. */
const journalOf = async (fake: Pick<Fake, 'requests'>) =>
  (await fake.requests.list()).map(({ status, code, fault, assumptions }) => [status, code, fault, assumptions])

const ownKey = 'csf_full_access'
const bodyWith = (name: string): string => JSON.stringify({ ...jobBody, name })
const base64 = (text: string, form: 'base64' | 'base64url' = 'base64'): string => Buffer.from(text).toString(form)
const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

const posted = (body: string | Buffer, encoding?: string): [string, RequestInit] => {
  const headers = encoding === undefined ? {} : { headers: { 'Content-Encoding': encoding } }
  return [jobs, { method: 'POST', body, ...headers }]
}
const escaped = [String.raw`\u0063sf_full_access`, String.raw`\u0063\u0073\u0066\u005Ffull_access`]

/** Requests that would take a key of the fake elsewhere: in a path, a header, a body as it is encoded, or its JSON. */
const leaks: readonly (readonly [about: string, path: string, init: RequestInit])[] = [
  ...[
    `?api_key=${ownKey}`,
    '?api_key=%63sf_full_access',
    `/${ownKey}`,
    '?a=%zz&api_key=%63sf_full_access',
    '?api_key=%2563sf_full_access',
    `?basic=${base64(`me:${ownKey}`)}`,
  ].map((end) => [end, list + end, {}] as const),
  ...['csf_read_only', base64('csf_read_only', 'base64url')].map(
    (id) => [`X-Request-Id: ${id}`, list, { headers: { 'X-Request-Id': id } }] as const,
  ),
  ...Object.entries(encodings).map(
    ([name, encode]) => [`a body as ${name}`, ...posted(encode(bodyWith(ownKey)), name)] as const,
  ),
  ...['gzip, br', 'compress', 'gzip'].map((name) => [`a text as ${name}`, ...posted('a', name)] as const),
  ...[
    Buffer.from(bodyWith(ownKey), 'utf16le'),
    ...escaped.map((text) => bodyWith('NAME').replace('NAME', () => text)),
    ...[ownKey, String.raw`\u0063sf_full_access`, '%63sf_full_access', base64(`Bearer ${ownKey}`)].map(bodyWith),
  ].map((body) => [`the body ${body.toString().slice(0, 40)}`, ...posted(body)] as const),
]

const html = { 'Content-Type': 'text/html' }
const limited = '{"status":"error","error":{"code":"rate_limit_exceeded"}}'
const much = Buffer.alloc(16_777_216, 'a')
const away = { Location: 'http://127.0.0.1:1/away' }

/** Answers of a service, and what a client gets of them: headers, the code in the journal (none), the body (the same). */
const answers: readonly [
  about: string,
  answer: [status: number, headers?: OutgoingHttpHeaders, body?: string | Buffer],
  headers: Readonly<Record<string, string>>,
  code?: string | null,
  body?: string,
][] = [
  ['an HTML page', [502, html, '<html>502</html>'], html],
  ['a refusal without the envelope', [429, { 'Retry-After': '9' }, 'slow down'], { 'retry-after': '9' }],
  ['an error of the document with any status', [200, json, limited], json, 'rate_limit_exceeded'],
  ['a redirect', [302, away], away],
  ['no content', [204], {}],
  ['bytes that are no text', [200, {}, Buffer.from([0xff, 0xfe, 0])], {}],
  ['a compressed body', [200, { ...json, 'Content-Encoding': 'gzip' }, gzipSync(page)], json, null, page],
  ['much', [200, json, much], json],
  ['two cookies', [200, { ...json, 'Set-Cookie': ['a=b', 'c=d'] }, page], json],
]

const refusedBy = (text: string) => () => ofTcp((socket) => socket.end(text))
const ofTcp = async (serve: Parameters<typeof startTcp>[0]): Promise<string> =>
  `http://127.0.0.1:${(await startTcp(serve)).port}`
const ofHttp = async (answer?: RequestListener): Promise<string> => `http://127.0.0.1:${(await startHttp(answer)).port}`
const cutShort = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a"'

function endless(socket: Socket): void {
  const chunks = function* () {
    yield 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (;;) yield `10000\r\n${' '.repeat(65_536)}\r\n`
  }
  Readable.from(chunks()).pipe(socket)
}

/** Services that give no answer to pass on, and what the fake says of each. */
const troubles: readonly [about: string, open: () => Promise<string>, details: RegExp][] = [
  ['is down', freeOrigin, /ECONNREFUSED/],
  ['is no such host', async () => 'http://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
  ['speaks no TLS', async () => (await ofHttp()).replace('http:', 'https:'), /[A-Z_]{6}/],
  ['resets the connection', () => ofTcp((socket) => socket.resetAndDestroy()), /ECONNRESET|UND_ERR_SOCKET/],
  [
    'breaks off in its body',
    () => ofTcp((socket) => void socket.write(cutShort, () => socket.destroy())),
    /UND_ERR_SOCKET|ECONNRESET/,
  ],
  ['speaks no HTTP', refusedBy('SSH-2.0\r\n'), /HPE_|UND_ERR/],
  ['has a byte too much', () => ofHttp((_, out) => out.end(`${much.toString()}a`)), /more than 16777216 bytes/],
  ['has an endless body', () => ofTcp(endless), /more than 16777216 bytes/],
  ['has an impossible status', refusedBy('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'), /RangeError/],
]

describe.each(ways)('a fake with a real service, %s', (way) => {
  it('passes on each answer to a read as it came', async () => {
    const { real, send, fake } = await openReal(way)
    const idOf = async (all: Promise<{ items: readonly { id: string }[] }>) => (await all).items[0]?.id
    const reads = [
      ...operations.filter(({ method }) => method === 'GET').map(({ path }) => path),
      `${list}/${await idOf(real.resources.list())}`,
      `/security/assessments/${await idOf(real.assessments.list())}`,
      `${jobs}/${await idOf(real.jobs.list())}`,
      ...['?limit=3&page=2&tag=a%3Ab&tag=%C3%A9', '?limit=0', '/%41%2f..%2F..%2Fjobs', '/é'].map((end) => list + end),
    ]
    // The one counts on the quota of the other.
    const seen = async ({ status, headers, body }: Response) => [
      status,
      [...headers].filter(([name]) => !/^(connection|keep-alive|content-length|x-rate-limit-remaining)$/.test(name)),
      await new Response(body).text(),
    ]
    for (const path of reads) {
      const through = await send(path)
      const direct = await fetch(real.baseUrl + path, { headers: { Authorization: `Bearer ${real.apiKey}` } })
      expect(through.headers.get('date'), path).toBe('Tue, 05 May 2026 05:05:05 GMT')
      expect(await seen(through), path).toEqual(await seen(direct))
    }
    const head = await send(list, { method: 'HEAD' })
    expect([head.status, head.headers.get('x-rate-limit-limit'), await head.text()]).toEqual([200, '1234', ''])
    const entries = await journalOf(fake)
    expect(entries.flatMap(([, , , assumptions]) => assumptions)).toEqual([])
    expect(entries).toContainEqual([404, 'resource_not_found', null, []])
    expect((await real.requests.list()).filter(({ path }) => path.includes('..'))).toHaveLength(2)
  })

  it.each([
    [false, 403, 0],
    [true, 201, 1],
  ])('sends a create on only if it may: %s', async (allowWrites, status, made) => {
    const { real, send, fake } = await openReal(way, { allowWrites })
    const before = (await real.jobs.list()).items.length
    const response = await send(jobs, creating)
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(text).toContain(allowWrites ? jobBody.name : 'POST: only --allow-writes sends it to the real service')
    expect((await real.jobs.list()).items.length - before).toBe(made)
    expect((await real.requests.list({ operation: 'createJob' })).length).toBe(made)
    const [entry] = await fake.requests.list()
    expect([entry?.status, entry?.request.body]).toEqual([status, jobBody])
  })

  it('answers by itself what is no operation, has no valid key, or would leave the operation', async () => {
    const { send, fake, arrived } = await openPlain(way)
    const asked: [string, RequestInit, number][] = [
      ['/nothing', {}, 404],
      [`${list}/a/b`, {}, 404],
      [`${list}/%2e%2e`, {}, 404],
      [list, { method: 'DELETE' }, 405],
      [list, { headers: { Authorization: 'Bearer nobody-knows' } }, 401],
    ]
    for (const [path, init, status] of asked) expect([path, (await send(path, init)).status]).toEqual([path, status])
    expect((await fetchBy(way, fake)(fake.baseUrl.replace('/v1', ''), { method: 'HEAD' })).status).toBe(200)
    expect(arrived).toEqual([])
  })

  const code = (name: string) => expect.stringContaining(`"code":"${name}"`)
  const changed: [ScenarioRule['then'], unknown, headers?: Record<string, string | null>][] = [
    [{ fault: 'truncate' }, 'TypeError'],
    [{ fault: 'malformed_json' }, [200, `${page.slice(0, -1)},`]],
    [{ fault: 'empty' }, [200, '']],
    [{ fault: 'slow_body', over: '20ms' }, [200, page]],
    [{ fault: 'wrong_content_type' }, [200, page], { 'Content-Type': 'text/html' }],
    [{ fault: 'hang' }, 'AbortError'],
    [{ status: 299, delay: '1ms' }, [299, page]],
    [
      { headers: { 'X-Own': '1', 'X-Rate-Limit-Remaining': null } },
      [200, page],
      { 'X-Own': '1', 'X-Rate-Limit-Remaining': null },
    ],
    [{ patch: { data: 5, pagination: { next_page: null } } }, [200, '{"status":"success","data":5,"pagination":{}}']],
  ]
  /** Rules that need no answer of the service. */
  const answered: typeof changed = [
    ...errors.map(({ code: error, status }): [ScenarioRule['then'], unknown] => [{ error }, [status, code(error)]]),
    [{ fault: 'reset' }, 'TypeError'],
    [{ fault: 'gateway_html' }, [502, expect.stringContaining('502 Bad Gateway')]],
    [{ error: 'internal_error', fault: 'truncate' }, 'TypeError'],
    [{ body: 'own' }, [200, 'own'], { 'Content-Type': 'text/plain; charset=utf-8' }],
    [{ body: { own: 1 } }, [200, '{"own":1}']],
  ]
  it.each<['before' | 'after', ...(typeof changed)[number]]>([
    ...answered.map((row): ['before', ...typeof row] => ['before', ...row]),
    ...[...answered, ...changed].map((row): ['after', ...typeof row] => ['after', ...row]),
  ])('a rule answers %s the service: %j', async (phase, then, expected, headers = {}) => {
    const { send, fake, arrived } = await openPlain(way)
    await defineRules(fake, [{ phase, then }])
    const over = new AbortController()
    if (then.fault === 'hang') void fired(fake).then(() => over.abort())
    const seen = await send(list, { signal: over.signal })
      .then(async (response) => {
        const text = await response.text()
        for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
        return [response.status, text]
      })
      .catch((error: unknown) => (error instanceof Error ? error.name : ''))
    expect(seen).toEqual(expected)
    expect([arrived.length, await tallyOf(fake)]).toEqual([phase === 'before' ? 0 : 1, [[1, 1]]])
    const told = [then.error ?? null, then.fault ?? null]
    await expect.poll(async () => (await journalOf(fake))[0]?.slice(1, 3)).toEqual(told)
  })

  it('knows each fault in that table', () => {
    const faults = [...answered, ...changed].flatMap(([{ fault, error }]) => (error === undefined ? (fault ?? []) : []))
    expect(faults.toSorted()).toEqual([...faultNames].toSorted())
  })

  it('sends the key of the service, the headers that mean something to it, and no other', async () => {
    const { send, arrived } = await openPlain(way, undefined, { allowWrites: true })
    const passed = {
      'Accept-Language': 'de',
      'Idempotency-Key': 'once',
      Traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'User-Agent': 'mine',
      'X-Request-Id': 'r1',
    }
    const own = ['Scenario: slow-body', 'Then: {"headers":{"X-A":"1"}}', 'Base-Path: /x', 'Sandbox: one']
    const kept = {
      ...Object.fromEntries(own.map((line) => `X-Fake-${line}`.split(': '))),
      baggage: 'cloudsec-sandbox=one',
      Cookie: 'a=b',
      'X-Api-Key': ownKey,
      'X-Forwarded-For': '10.0.0.1',
      Origin: 'http://localhost:5173',
      Referer: 'http://localhost:5173/a',
    }
    await send(jobs, { ...creating, headers: { ...passed, ...kept } })
    const [{ method, url, headers, body } = expect.fail('nothing arrived')] = arrived
    expect([method, url, body.toString()]).toEqual(['POST', '/v1/data/analysis/jobs', creating.body])
    const sent = { ...passed, 'Content-Type': 'application/json' }
    const lower = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
    const added = 'accept accept-encoding authorization connection content-length host sec-fetch-mode via'.split(' ')
    expect(headers).toMatchObject({ ...lower, authorization: `Bearer ${key}` })
    expect(Object.keys(headers).toSorted()).toEqual([...added, ...Object.keys(lower)].toSorted())
    expect(JSON.stringify(arrived)).not.toMatch(/csf_|cloudsec|X-Fake|slow-body/i)
  })

  it.each(leaks)('sends no key of its own elsewhere: %s', async (_, path, init) => {
    const { send, arrived } = await openPlain(way, undefined, { allowWrites: true })
    expect((await errorOf(await send(path, init))).slice(0, 2)).toEqual([400, 'invalid_request'])
    expect(arrived).toEqual([])
  })

  it('sends an own key with a slash nowhere, as PHP writes it', async () => {
    const secret = 'own/key-of/tests'
    const keys = [{ id: 'own', name: 'Own', secret, permissions: [], quota: null }]
    const fixtures = await writeFixtures({ 'keys.json': keys })
    const { fake, arrived } = await openPlain(way, undefined, { allowWrites: true, fixtures })
    const body = JSON.stringify({ ...jobBody, name: secret }).replaceAll('/', String.raw`\/`)
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const response = await fetchBy(way, fake)(fake.baseUrl + jobs, { method: 'POST', body, headers })
    expect([(await errorOf(response))[0], arrived]).toEqual([expect.toBeOneOf([400, 403]), []])
  })

  it.each(answers)(
    'passes on %s',
    async (_, [status, sent, body = ''], headers, code = null, text: string | Buffer = body) => {
      const { send, fake } = await openPlain(way, (__, outgoing) => outgoing.writeHead(status, sent).end(body))
      // Rules with nothing to change do no harm.
      await defineRules(fake, [{ phase: 'after', then: { patch: { data: { a: 1 } } }, count: { after: 5 } }])
      const response = await send(list, { redirect: 'manual' })
      expect(response.status).toBe(status)
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
      expect(['content-encoding', 'set-cookie'].map((name) => response.headers.get(name))).toEqual([null, null])
      expect(Buffer.from(text).equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
      expect(await journalOf(fake)).toEqual([[status, code, null, []]])
    },
  )

  it.each([['{"a":'.repeat(20_000)], [`${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`], ['[1]'], ['{x'], ['']])(
    'patches no body that is no object: %#',
    async (body) => {
      const { send, fake } = await openPlain(way, (_, outgoing) => outgoing.writeHead(200, json).end(body))
      await defineRules(fake, [{ then: { patch: { a: 1 }, replace: { b: 1 } } }])
      const response = await send(list)
      expect([response.status, await response.text()]).toEqual([200, body])
    },
  )

  it.each(troubles)('says that the service %s', async (_, open, details) => {
    const { fake, send } = await openTo(way, await open())
    const [status, error, text] = await errorOf(await send(list))
    expect([status, error, text]).toEqual([503, 'service_unavailable', expect.stringMatching(details)])
    expect(text).not.toMatch(/127\.0\.0\.1|nowhere/)
    expect((await journalOf(fake))[0]?.slice(0, 2)).toEqual([503, 'service_unavailable'])
  })

  it('lets go of the service when the client goes, and when it ends', async () => {
    // A connection that broke off is replaced, and the new one stays open for a while: what counts are the requests.
    let open = 0
    const service = await startHttp((_, outgoing) => {
      open += 1
      outgoing.once('close', () => (open -= 1))
    })
    const { fake, send } = await openTo(way, `http://127.0.0.1:${service.port}`)
    const over = new AbortController()
    const gone = failureOf(send(list, { signal: over.signal }))
    await expect.poll(() => service.arrived.length).toBe(1)
    over.abort()
    expect((await gone)?.name).toBe('AbortError')
    await expect.poll(() => open).toBe(0)
    await expect
      .poll(async () => (await journalOf(fake)).map((entry) => entry.slice(0, 3)))
      .toEqual([[null, null, null]])
    const left = send(list).then(errorOf)
    await expect.poll(() => service.arrived.length).toBe(2)
    const began = performance.now()
    await fake.close()
    expect((await left).slice(0, 2)).toEqual([503, 'service_unavailable'])
    expect(performance.now() - began).toBeLessThan(4000)
    await expect.poll(() => open).toBe(0)
  })

  it('counts no quota of its own, unless a scenario sets one or a test uses one up', async () => {
    const { fake, send } = await openPlain(way, undefined, { quota: 2 })
    for (let at = 0; at < 5; at += 1) expect((await send(list)).headers.get('x-rate-limit-remaining')).toBe('7')
    await fake.quota.set('full-access', { remaining: 0 })
    expect((await errorOf(await send(list)))[1]).toBe('rate_limit_exceeded')
    await fake.scenarios.define({ name: 'few', quota: { limit: 2 } })
    const codes = [await send(list), await send(list), await send(list)].map(({ status }) => status)
    expect(codes).toEqual([200, 200, 429])
  })

  it('lets the page of a browser read the answer, and nothing that the service says of pages and of its connection', async () => {
    const hop = {
      Connection: 'close, X-Hop',
      'Proxy-Connection': 'keep-alive',
      'Proxy-Authenticate': 'Basic',
      'X-Hop': '1',
    }
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': 'false' }
    const { send, fake } = await openPlain(way, (_, outgoing) =>
      outgoing.writeHead(200, { ...json, ...hop, ...cors, 'X-Kept': '1' }).end(page),
    )
    const found = async (Origin: string) => {
      const { headers } = await send(list, { headers: { Origin } })
      return [...headers].filter(([name]) => /^(?:access-control-allow|proxy|x-hop|x-kept)/.test(name))
    }
    const own = 'http://localhost:5173'
    expect(await found(own)).toEqual([
      ['access-control-allow-credentials', 'true'],
      ['access-control-allow-origin', own],
      ['x-kept', '1'],
    ])
    expect((await journalOf(fake))[0]?.[3]).toEqual(['cors'])
    expect(await found('http://evil.example')).toEqual([['x-kept', '1']])
  })

  it('has the journal and HAR of what came', async () => {
    const { fake, send, arrived } = await openPlain(way)
    for (const path of [`${jobs}/a`, `${jobs}/a`, list]) await (await send(path)).text()
    await fake.requests.verify({ operation: 'getJob', status: 200 }, 2)
    const ask = fetchBy(way, fake)
    expect(await (await ask(`${fake.controlUrl}/requests/har`)).text()).toContain('api.example.com')
    const again = await fake.requests.send('0-1')
    expect([again.status, again.response.body]).toEqual([200, JSON.parse(page)])
    const before = arrived.length
    const why = await ask(`${fake.controlUrl}/requests/0-1/deciding`)
    expect([why.status, await why.text()]).toEqual([409, expect.stringContaining('the real service answered it')])
    expect(arrived).toHaveLength(before)
  })

  it('shows the key of the service nowhere, though the service repeats it', async () => {
    const lines: string[] = []
    const echo = ({ headers }: IncomingMessage) => JSON.stringify({ status: 'success', data: headers, key })
    const { fake, send } = await openPlain(
      way,
      (incoming, outgoing) => outgoing.writeHead(200, { ...json, 'X-Key': key }).end(echo(incoming)),
      { log: createLog('debug', (line) => lines.push(line)) },
    )
    const shown: unknown[] = [lines]
    const take = async (response: Response) => shown.push([...response.headers], await response.text())
    await take(await send(list))
    await defineRules(fake, [{ then: { patch: { a: 1 } } }])
    await take(await send(list))
    const control = fake.controlUrl
    const pages = '/health /requests /requests/0-1 /requests/har /snapshot /metrics /assumptions /openapi.json'.split(
      ' ',
    )
    for (const path of ['', ...pages]) await take(await fetchBy(way, fake)(control + path))
    await take(await fetchBy(way, fake)(new URL('/openapi.json', fake.baseUrl)))
    expect(JSON.stringify(shown)).toContain('[redacted]')
    expect(JSON.stringify(shown)).not.toContain(key)
  })
})

it('waits 15 seconds for a service that sends nothing, or does not end its body', async () => {
  let [asked, over] = [0, 0]
  const origins = ['', cutShort].map((text) => ofTcp((socket) => void socket.write(text, () => (asked += 1))))
  const opened = await Promise.all(origins.map(async (origin) => openTo('in process', await origin)))
  const { moveOn } = holdTimers()
  const told = opened.map(({ send }) =>
    send(list)
      .then(errorOf)
      .finally(() => (over += 1)),
  )
  await expect.poll(() => asked, still).toBe(2)
  await moveOn(14_500)
  expect(over).toBe(0)
  await moveOn(500)
  const expected = [503, 'service_unavailable', expect.stringContaining('15 seconds')]
  expect(await Promise.all(told)).toEqual([expected, expected])
})

it('sends no id that leads elsewhere by a raw path', async () => {
  const { fake, arrived } = await openPlain('over a socket')
  for (const id of [String.raw`a\..\..\..\x`, 'a%5C..%5C..', '.', '..', '%2E%2e', 'x;y=1', 'a%00b', '%zz']) {
    await watch(fake.baseUrl, openHead(fake.baseUrl, list, { last: true }).replace(list, `${list}/${id}`), longEnough)
  }
  for (const { url } of arrived) expect(url).toMatch(/^\/v1\/cloud\/resources(?:\/[^/\\]+)?$/)
  expect(arrived.map(({ url }) => url)).not.toContain('/v1/cloud/resources')
})

it.each<[FakeOptions, string]>([
  [{ upstreamKey: key }, 'upstream: expected the URL of a service, which upstreamKey needs, got none'],
  [{ allowWrites: true }, 'upstream: expected the URL of a service, which allowWrites needs, got none'],
  [{ upstream: 'https://a.test/v1' }, 'upstreamKey: expected the API key of the service at upstream, got none'],
  [
    { upstream: 'https://a.test/v1', upstreamKey: 'short' },
    'upstreamKey: expected 8 to 4096 characters of ASCII without a space, got another text',
  ],
  ...['a.test/v1', 'ftp://a.test/v1', 'https://a.test', 'https://me:word@a.test/v1', 'https://a.test/v1#a', ''].map(
    (upstream): [FakeOptions, string] => [
      { upstream, upstreamKey: key },
      'upstream: expected an http or https URL that ends in /v1, without credentials, a query or a fragment, such as https://api.example.com/v1',
    ],
  ),
])('refuses %j', async (options, message) => {
  expect(await failureOf(openBy('in process', options))).toMatchObject({ name: 'InputError', message })
})

describe('a fake is not its own service', () => {
  const own = { upstreamKey: 'csf_full_access' }

  it('as the start sees', async () => {
    const port = Number(new URL(await freeOrigin()).port)
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.2', '[::1]']) {
      const upstream = `http://${host}:${port}/v1`
      expect(await failureOf(startFake({ ...own, port, upstream }))).toMatchObject({
        name: 'InputError',
        message: `upstream: expected a service other than this fake, got "${upstream}"`,
      })
    }
  })

  it('as a request shows that comes back by a proxy, or by another fake', async () => {
    const ends: { url: string } = { url: '' }
    const { port, arrived } = await startHttp(async ({ url = '', headers }, outgoing) => {
      const { via = '', authorization = '' } = headers
      const answer = await fetch(ends.url + url, { headers: { via: `1.1 proxy, ${via}`, authorization } })
      outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
    })
    const second = await startFake({ ...own, upstream: `http://127.0.0.1:${port}/v1` })
    const first = await startFake({ ...own, upstream: second.baseUrl })
    onTestFinished(async () => void (await Promise.all([first.close(), second.close()])))
    ends.url = new URL(first.baseUrl).origin
    const headers = { Authorization: 'Bearer csf_full_access' }
    const answer = await errorOf(await fetch(first.baseUrl + list, { headers }))
    expect(answer).toEqual([503, 'service_unavailable', expect.stringContaining('leads back to this fake')])
    expect(arrived).toHaveLength(1)
  })
})
