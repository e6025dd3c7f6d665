import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { errorEnvelopeSchema } from '../../../src/core/spec/envelope.ts'
import { createFake, createLog, type Fake } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { openSocket, requestHead, sendRaw } from '../../support/raw.ts'
import { partsOf } from '../../support/scenarios.ts'
import { serve } from '../../support/served.ts'

type StartOptions = Parameters<typeof serve>[0]

/** The ways to the server, each with its options. */
const schemes: readonly (readonly [scheme: string, options: StartOptions])[] = [
  ['http', {}],
  ['https', { tls: true }],
]

const start = (options: StartOptions = {}): Promise<Fake> => serve({ clock: noon, ...options })

/** Status, headers and error of a raw answer. */
function readRawError(text: string) {
  const { body, ...rest } = partsOf(text)
  return { ...rest, ...errorEnvelopeSchema.parse(JSON.parse(body)).error }
}

describe.each(schemes)('paths as a socket brings them by %s', (_, scheme) => {
  it.each([
    ['/v1/cloud/../cloud/resources?limit=1', 200, undefined],
    ['/v1/./cloud/resources?limit=1', 200, undefined],
    ['/v1/cloud/%2e%2e/cloud/resources?limit=1', 200, undefined],
    ['/v1/../../../../v1/cloud/resources?limit=1', 200, undefined],
    ['/@one/../v1/cloud/resources?limit=1', 200, undefined],
    ['http://elsewhere.example/v1/cloud/resources?limit=1', 200, undefined],
    ['//v1/cloud/resources', 404, 'resource_not_found'],
    ['/v1//cloud/resources', 404, 'resource_not_found'],
    ['/v1/cloud%2Fresources', 404, 'resource_not_found'],
    ['/V1/cloud/resources', 404, 'resource_not_found'],
    ['/v1', 404, 'resource_not_found'],
    ['/index.html', 404, 'resource_not_found'],
    ['/v1/cloud\\resources', 400, 'invalid_request'],
    ['*', 400, 'invalid_request'],
  ])('GET %s', async (target, status, code) => {
    const fake = await start(scheme)
    const answer = partsOf(await sendRaw(fake.baseUrl, requestHead('GET', target)))
    expect([answer.status, answer.headers.get('x-rate-limit-limit')]).toEqual([status, '5000'])
    expect(JSON.parse(answer.body).error?.code).toBe(code)
  })
})

describe.each(schemes)('messages that are no request by %s', (_, scheme) => {
  it.each(['/v1/cloud/resources?region=münchen', '/v1/cloud/ü', '/v1/cloud/resources#ü', '/v1/\u0001'])(
    'says of %j that it has to be percent-encoded',
    async (target) => {
      const fake = await start(scheme)
      const { status, code, details } = readRawError(await sendRaw(fake.baseUrl, requestHead('GET', target)))
      const reason = 'the request target: percent-encode what is no printable ASCII, as ü by %C3%BC (HPE_INVALID_URL)'
      expect([status, code, details]).toEqual([400, 'invalid_request', reason])
    },
  )

  it.each([
    ['an unknown method', requestHead('FETCH', '/v1/cloud/resources')],
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header that is none', 'GET /v1/cloud/resources HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'],
    ['headers of 100 KB', `GET /v1/cloud/resources HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a bad host', requestHead('GET', '/v1/cloud/resources', 'a b@c')],
  ])('%s: invalid_request in the envelope, with the headers of every answer', async (_, message) => {
    const fake = await start(scheme)
    const { status, headers, code, details } = readRawError(await sendRaw(fake.baseUrl, message))
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(details).not.toBe('')
    const names = ['content-type', 'x-rate-limit-limit', 'x-rate-limit-remaining']
    expect(names.map((name) => headers.get(name))).toEqual(['application/json', '5000', '5000'])
  })

  it('TRACE is a method like others that a path does not have', async () => {
    const fake = await start(scheme)
    const { status, code } = readRawError(await sendRaw(fake.baseUrl, requestHead('TRACE', '/v1/cloud/resources')))
    expect([status, code]).toEqual([405, 'invalid_request'])
  })

  it('HTTP/1.0 without a host is served', async () => {
    const fake = await start(scheme)
    const head = 'GET /v1/cloud/resources?limit=1 HTTP/1.0\r\nAuthorization: Bearer csf_full_access\r\n\r\n'
    expect(await sendRaw(fake.baseUrl, head)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('a body that stops in the middle makes nothing', async () => {
    const fake = await start(scheme)
    const more = '\r\nContent-Type: application/json\r\nContent-Length: 1500\r\n\r\n'
    const head = requestHead('POST', '/v1/data/analysis/jobs').replace('\r\n\r\n', more)
    await new Promise<void>((resolve) => {
      const socket = openSocket(fake.baseUrl)
      socket.write(head + JSON.stringify(jobBody), () => void setTimeout(() => socket.destroy(), 100))
      socket.on('close', () => resolve())
    })
    expect((await fake.summary()).counts['jobs']).toBe(25)
  })

  it('the date of an answer is that of the sandbox', async () => {
    const fake = await start(scheme)
    const text = await sendRaw(fake.baseUrl, requestHead('GET', '/v1/cloud/resources'))
    // A program that took over the global Response writes the name as it is, another one in lower case.
    expect(text.match(/^date: .*(?=\r)/gim)).toEqual([expect.stringMatching(/^date: Wed, 01 Jul 2026 12:00:00 GMT$/i)])
  })
})

describe('a server', () => {
  it('listens on loopback, on a free port where none is named', async () => {
    const [one, two] = [await start(), await start()]
    expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect(one.baseUrl).not.toBe(two.baseUrl)
  })

  it('does not change the global Request and Response of the program', async () => {
    const [request, response] = [globalThis.Request, globalThis.Response]
    await start()
    expect([globalThis.Request, globalThis.Response]).toEqual([request, response])
  })
})

describe.each(schemes)('the end of a server by %s', (_, scheme) => {
  it('lets a request that is being served finish before it ends, and takes no more', async () => {
    const fake = await start(scheme)
    const body = JSON.stringify(jobBody)
    const head = requestHead('POST', '/v1/data/analysis/jobs').replace('Connection: close', 'Connection: keep-alive')
    const socket = openSocket(fake.baseUrl)
    const received: string[] = []
    socket.on('data', (chunk) => received.push(String(chunk)))
    const ended = once(socket, 'close')
    // The interim answer says that the server has the request and waits for its body.
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue`
    socket.write(head.replace('\r\n\r\n', `\r\n${length}\r\n\r\n`))
    await expect.poll(() => received.join('')).toContain('100 Continue')
    const closed = fake.close()
    await expect(sendRaw(fake.baseUrl, '')).rejects.toThrow('ECONNREFUSED')
    socket.write(body)
    await Promise.all([closed, ended])
    const { status, headers } = partsOf(received.slice(1).join(''))
    expect([status, headers.get('connection')]).toEqual([201, 'close'])
  })

  it('closes at once with idle connections open, however often it is asked to', async () => {
    const fake = await start(scheme)
    const idle = openSocket(fake.baseUrl)
    idle.write(requestHead('GET', '/v1/cloud/resources').replace('close', 'keep-alive'))
    await once(idle, 'data')
    const ended = once(idle, 'close')
    await Promise.all([fake.close(), fake.close(), ended])
    await expect(sendRaw(fake.baseUrl, '')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('the messages of a fake to people', () => {
  const listen = async (level: 'debug' | 'warn') => {
    const lines: string[] = []
    const fake = await createFake({ clock: noon, log: createLog(level, (line) => lines.push(line)) })
    return { lines, fake }
  }

  it('names the operations that come nearest to a request that matched none', async () => {
    const { lines, fake } = await listen('warn')
    const key = { headers: { Authorization: `Bearer ${fake.apiKey}` } }
    const paths = ['/v1/cloud/resource', '/cloud/resources', '/nothing/like/it', '/@Big/v1/cloud/resources']
    for (const path of paths) await fake.fetch(new URL(path, fake.baseUrl), key)
    const expected = [
      'warn: default: GET /v1/cloud/resource matches no operation; nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}',
      'warn: default: GET /cloud/resources matches no operation; nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}',
      'warn: default: GET /nothing/like/it matches no operation; the API is below /v1/',
      'warn: default: GET /@Big/v1/cloud/resources matches no operation; a sandbox is named by 1 to 63 lower-case letters, digits and hyphens, not a hyphen first',
    ]
    expect(lines).toEqual(expected)
    // A request without a key is refused for that, and the console still says where the path leads.
    for (const path of paths) await fake.fetch(new URL(path, fake.baseUrl))
    expect(lines).toEqual([...expected, ...expected])
    await fake.fetch(`${fake.baseUrl}/cloud/resources`)
    await fake.fetch(`${fake.baseUrl}/cloud/resources`, { method: 'DELETE' })
    expect(lines).toHaveLength(8)
  })

  it('never a secret', async () => {
    const { lines, fake } = await listen('debug')
    for (const key of [fake.apiKey, 'csf_revoked', 'a-secret-of-mine']) {
      await fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${key}` } })
    }
    expect(lines).toHaveLength(3)
    expect(lines.join('\n')).not.toMatch(/csf_|a-secret-of-mine/)
  })
})

describe.each(schemes)('one connection by %s', (_, scheme) => {
  const get = (secret: string, more = ''): string =>
    `GET /v1/cloud/resources?limit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n${more}\r\n`

  it('may send other headers with each request', async () => {
    const fake = await start(scheme)
    const requests = [get('csf_full_access'), get('csf_full_access'), get('unknown'), get('csf_full_access')]
    const text = await sendRaw(fake.baseUrl, `${requests.join('')}${get('csf_none', 'Connection: close\r\n')}`)
    expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '401', '200', '403'])
    const entries = await fake.requests.list()
    expect(entries.map(({ key }) => key)).toEqual(['full-access', 'full-access', null, 'full-access', 'none'])
  })

  it('may send a header several times, and each of its values counts', async () => {
    const fake = await start(scheme)
    for (const names of [
      ['internal-error', 'nowhere'],
      ['nowhere', 'internal-error'],
    ]) {
      const more = names.map((name) => `X-Fake-Scenario: ${name}\r\n`).join('')
      const text = await sendRaw(fake.baseUrl, get('csf_full_access', `${more}Connection: close\r\n`))
      expect(readRawError(text).details).toContain('no scenario is named "nowhere"')
    }
  })

  it.each([
    ['is cut off where the body of a request that was refused does not end', 100, '', ['401']],
    ['is kept where that body ends', 12, get('csf_full_access', 'Connection: close\r\n'), ['401', '200']],
  ])('%s', async (_title, length, next, statuses) => {
    const fake = await start(scheme)
    const head = `POST /v1/data/analysis/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}`
    const socket = openSocket(fake.baseUrl)
    socket.write(`${head}\r\n\r\n{"name":"a"}${next}`)
    expect((await socket.toArray()).join('').match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses)
  })
})
