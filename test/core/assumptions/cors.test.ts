import { expect, it, onTestFinished } from 'vitest'

import { errorCodes } from '../../../src/core/spec/errors.ts'
import { startFake } from '../../../src/index.ts'
import { anySuccess, assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { type Answer, type Client, describeFake, isCorsHeader, read, readError } from '../../support/fake.ts'
import { sendTo } from '../../support/guarding.ts'

const list = '/cloud/resources'
const near = 'http://localhost:5173'
const far = 'https://example.com'
const exposed = 'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After'

/** The headers of an answer that are for pages. */
const forPages = ({ headers }: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => isCorsHeader(name)))

/** The headers by which a page may read an answer. */
const readable = (origin: string) => ({
  'access-control-allow-origin': origin,
  // For pages that set withCredentials.
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': exposed,
  vary: 'Origin',
})

/** Asks as a browser does before it sends a request of a page. */
const askFirst = ({ request }: Client, origin: string, path = list, method = 'POST', names = 'authorization') =>
  request('OPTIONS', path, {
    key: null,
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': names,
    },
  })

const ofThisMachine = [
  near,
  'http://localhost',
  'https://localhost:8443',
  'http://app.localhost:3000',
  'http://a.b.localhost',
  'http://127.0.0.1:5173',
  'http://127.1.2.3',
  'http://[::1]:5173',
  'http://localhost.:5173',
  'https://app.localhost.',
]
const ofOthers = [
  far,
  'null',
  '',
  'http://localhost.example.com',
  'http://notlocalhost',
  'http://127.0.0.1.example.com',
  'http://localhost:5173.example.com',
  'http://localhost..:5173',
  'http://localhost.example.com.',
  'http://localhost@example.com',
  'http://example.com/http://localhost',
  'http://192.168.0.1:5173',
  'http://128.0.0.1',
  'http://[::2]',
  'file://',
  'chrome-extension://localhost',
  'http://localhost:5173, https://example.com',
]

describeFake('cors', (open) => {
  it('by default, lets the pages of this machine read an answer and ask for it, and no others', async () => {
    const client = await open({ clock: noon })
    for (const origin of ofThisMachine) {
      expect(forPages(await client.get(list, { headers: { Origin: origin } })), origin).toEqual(readable(origin))
      expect((await askFirst(client, origin)).status, origin).toBe(204)
    }
    for (const origin of ofOthers) {
      const answer = await client.get(list, { headers: { Origin: origin } })
      read(answer, 200, anySuccess)
      expect(forPages(answer), origin).toEqual({ vary: 'Origin' })
      expect([(await askFirst(client, origin)).status, origin]).toEqual([401, origin])
    }
    const made = await client.post('/data/analysis/jobs', jobBody, { headers: { Origin: far } })
    expect([made.status, forPages(made)]).toEqual([201, { vary: 'Origin' }])
  })

  it.each([
    ['loopback_origins', [near]],
    ['any', [near, far, 'null']],
    ['none', []],
  ] as const)('cors: %s', async (cors, allowed) => {
    const client = await open({ clock: noon, assume: { cors } })
    for (const origin of [near, far, 'null']) {
      const isAllowed = [...allowed].some((other) => other === origin)
      const unreadable = cors === 'none' ? {} : { vary: 'Origin' }
      const answer = await client.get(list, { headers: { Origin: origin } })
      expect(forPages(answer)).toEqual(isAllowed ? readable(origin) : unreadable)
      const asked = await askFirst(client, origin)
      const permits = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'authorization' }
      expect([asked.status, forPages(asked)]).toEqual(
        isAllowed ? [204, { ...readable(origin), ...permits }] : [401, unreadable],
      )
    }
  })

  it('answers a preflight alike for every path and method, before key, quota, scenarios and journal', async () => {
    const client = await open({ clock: noon, quota: 3 })
    await client.sandbox.scenarios.on('internal-error')
    for (const path of [list, `${list}/not-an-id`, '/data/analysis/jobs', '/nowhere', '/../nowhere', '/../@No/v1']) {
      for (const method of ['GET', 'QUERY']) {
        const { status, text, headers } = await askFirst(
          client,
          near,
          path,
          method,
          'authorization,x-fake-sandbox,baggage',
        )
        expect([status, text]).toEqual([204, ''])
        expect(headers.get('access-control-allow-methods')).toBe(method)
        expect(headers.get('access-control-allow-headers')).toBe('authorization,x-fake-sandbox,baggage')
        expect(headers.get('x-rate-limit-remaining')).toBe('3')
        expect(headers.get('date')).toBe('Wed, 01 Jul 2026 12:00:00 GMT')
      }
    }
    expect(await client.sandbox.requests.list()).toEqual([])
  })

  it('answers a preflight that asks for no header, and names none', async () => {
    const { request } = await open()
    const headers = { Origin: near, 'Access-Control-Request-Method': 'GET' }
    const asked = await request('OPTIONS', list, { key: null, headers })
    expect(asked.status).toBe(204)
    expect(forPages(asked)).toEqual({ ...readable(near), 'access-control-allow-methods': 'GET' })
  })

  it.each([
    [{ Origin: near }, readable(near)],
    [{ 'Access-Control-Request-Method': 'GET' }, {}],
    [{ Origin: far, 'Access-Control-Request-Method': 'POST' }, { vary: 'Origin' }],
  ] as const)(
    'answers an OPTIONS that is no preflight of a page of this machine as before: %j',
    async (headers, expected) => {
      const { request, sandbox } = await open()
      const answer = await request('OPTIONS', list, { headers })
      readError(answer, 405, 'invalid_request')
      expect(forPages(answer)).toEqual(expected)
      expect(await sandbox.requests.list()).toHaveLength(1)
    },
  )

  it('lets a page read every error, a refused key and a used quota among them', async () => {
    const { get, request, sandbox } = await open({ clock: noon, assume: { retryAfter: 'present' } })
    const codes: unknown[] = []
    const look = (answer: Answer): void => {
      expect(forPages(answer)).toEqual(readable(near))
      codes.push(JSON.parse(answer.text).error.code)
    }
    const headers = { Origin: near }
    for (const key of ['csf_no_such_key', 'csf_none']) look(await get(list, { headers, key }))
    for (const path of [`${list}/not-an-id`, '/nowhere']) look(await get(path, { headers }))
    look(await request('DELETE', list, { headers }))
    const named = ['no-such-scenario', 'internal-error', 'service-unavailable', 'commits-then-fails']
    for (const more of [{ 'X-Fake-Sandbox': 'No Such Name' }, ...named.map((name) => ({ 'X-Fake-Scenario': name }))]) {
      const asked = { headers: { ...headers, ...more }, body: assessmentBody }
      look(await request('POST', '/security/assessments', asked))
    }
    await sandbox.scenarios.on('rate-limit-exhausted')
    const limited = await get(list, { headers })
    look(limited)
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(new Set(codes)).toEqual(new Set(errorCodes))
  })

  it('is never on the control plane, and not for the document', async () => {
    const { fake, sandbox } = await open({ assume: { cors: 'any' } })
    for (const url of [
      sandbox.controlUrl,
      `${sandbox.controlUrl}/reset`,
      sandbox.baseUrl.replace('v1', 'openapi.json'),
    ]) {
      const page = { Origin: near, 'Access-Control-Request-Method': 'POST' }
      for (const method of url.endsWith('json') ? ['GET'] : ['GET', 'OPTIONS']) {
        const response = await fake.fetch(url, { method, headers: page })
        expect(response.headers.get('access-control-allow-origin')).toBe(null)
        await response.text()
      }
    }
  })
})

it('lets a page of this machine read why a host is refused, and no other page', async () => {
  const fake = await startFake()
  onTestFinished(() => fake.close())
  const ask = (method: string, origin: string) =>
    sendTo(fake, {
      method,
      target: '/v1/cloud/resources',
      hosts: ['fake.example.com'],
      headers: [`Origin: ${origin}`, 'Access-Control-Request-Method: GET'],
    })
  const [asked, refused] = [await ask('OPTIONS', near), await ask('GET', near)]
  expect([asked.status, refused.status]).toEqual([204, 400])
  expect(refused.text).toContain('Host: expected one of')
  for (const { headers } of [asked, refused]) expect(headers.get('access-control-allow-origin')).toBe(near)
  for (const { status, headers } of [await ask('OPTIONS', far), await ask('GET', far)]) {
    expect([status, headers.get('access-control-allow-origin')]).toEqual([400, undefined])
  }
})
