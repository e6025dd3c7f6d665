import { setTimeout as sleep } from 'node:timers/promises'

import { createAdaptorServer, getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { operations } from '../../../src/core/app/areas.ts'
import { errorEnvelopeSchema } from '../../../src/core/spec/envelope.ts'
import type { FakeOptions, ListenOptions, LocalFake } from '../../../src/index.ts'
import { answers, jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import { listen } from '../../support/destination.ts'
import { serveListener } from '../../support/other-server.ts'
import { requestHead, sendRaw } from '../../support/raw.ts'
import { openFake, serve } from '../../support/served.ts'

const authorization = { Authorization: 'Bearer csf_full_access' }
const list = '/cloud/resources?limit=5&page=2'

const create = (options: FakeOptions = {}): Promise<LocalFake> => openFake({ clock: noon, ...options })

/** The links of a page of a list, and how many items it has. */
async function linksOf(response: Response) {
  expect(response.status, await response.clone().text()).toBe(200)
  const { data, pagination } = answers.resources.parse(await response.json())
  return { count: data.length, next: pagination.next_page, previous: pagination.prev_page }
}

/** The code and the details of an error. */
async function errorOf(response: Response) {
  const { error } = errorEnvelopeSchema.parse(await response.json())
  return { status: response.status, code: error.code, details: error.details }
}

describe('the app of a fake', () => {
  it('has every operation as a route, the control plane and the document, below each sandbox', async () => {
    const { app } = await create()
    const routes = app.routes.map(({ method, path }) => `${method} ${path}`)
    for (const prefix of ['', '/:sandbox{@[^/]+}']) {
      for (const { method, path } of operations) {
        expect(routes).toContain(`${method} ${prefix}/v1${path.replace('{id}', ':id')}`)
      }
      expect(routes).toEqual(expect.arrayContaining([`GET ${prefix}/openapi.json`, `ALL ${prefix}/_control/*`]))
    }
    expect(operations).toHaveLength(8)
  })

  it('answers what a test asks it by path', async () => {
    const { app, apiKey } = await create()
    const headers = { Authorization: `Bearer ${apiKey}` }
    expect(await linksOf(await app.request(`/v1${list}`, { headers }))).toEqual({
      count: 5,
      next: '/v1/cloud/resources?page=3&limit=5',
      previous: '/v1/cloud/resources?page=1&limit=5',
    })
    expect((await app.request(`/@other/v1/cloud/resources/${knownResource.id}`, { headers })).status).toBe(200)
    const created = await app.request('/v1/data/analysis/jobs', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(jobBody),
    })
    expect(created.status).toBe(201)
    expect((await app.request('/_control/health')).status).toBe(200)
    expect((await app.request('/@other/openapi.json')).status).toBe(200)
  })

  it.each([
    ['GET', '/v1/cloud/nothing', 404],
    ['POST', '/', 404],
    ['GET', '/index.html', 404],
    ['GET', '/@Not-A-Name/v1/cloud/resources', 400],
    ['GET', '/@Not-A-Name/openapi.json', 400],
    ['POST', '/openapi.json', 404],
    ['DELETE', `/v1/cloud/resources/${unknownId}`, 405],
    ['PUT', '/@other/v1/security/assessments', 405],
  ])('answers %s %s in the envelope, by itself and mounted', async (method, path, status) => {
    const { app } = await create()
    const outer = new Hono().route('/fake', app)
    const init = { method, headers: authorization }
    for (const response of [await app.request(path, init), await outer.request(`/fake${path}`, init)]) {
      expect((await errorOf(response)).status).toBe(status)
    }
  })

  it('shows where to go on, by itself and mounted', async () => {
    const { app } = await create()
    const outer = new Hono().route('/fake', app)
    for (const [response, url] of [
      [await app.request('/'), 'http://localhost'],
      [await outer.request('/fake'), 'http://localhost/fake'],
      [await outer.request('/fake/'), 'http://localhost/fake'],
      [await outer.request('/fake/@one/'), 'http://localhost/fake/@one'],
    ] as const) {
      expect(await response.text()).toContain(` ${url}/v1\n`)
    }
    expect((await outer.request('/fake/favicon.ico')).status).toBe(204)
  })

  it.each([`/v1/cloud/%72esources/${knownResource.id}`, `/%761/cloud/resources/${knownResource.id}`])(
    'takes %s for the same address',
    async (path) => {
      const fake = await create()
      expect((await fake.app.request(path, { headers: authorization })).status).toBe(200)
      const [asked] = await fake.requests.list()
      expect(asked).toMatchObject({ operation: 'getResource', path })
    },
  )

  it('rejects where a rule breaks the connection, as fetch does, also for a HEAD', async () => {
    const fake = await create()
    await fake.scenarios.on('connection-reset')
    for (const method of ['GET', 'HEAD']) {
      const failure: unknown = await Promise.resolve(
        fake.app.request('/v1/cloud/resources', { method, headers: authorization }),
      ).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(TypeError)
      expect(failure).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
    }
  })

  it('keeps strangers from the control plane where another server serves it', async () => {
    const { app } = await create()
    const ask = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
      (await app.request(url, { headers })).status
    expect(await ask('http://127.0.0.1:9999/_control')).toBe(200)
    expect(await ask('/_control', { Host: 'my.localhost:80' })).toBe(200)
    expect(await ask('http://evil.example/_control')).toBe(403)
    expect(await ask('/_control', { Host: 'evil.example' })).toBe(403)
    expect(await ask('/_control', { Origin: 'http://evil.example' })).toBe(403)
  })
})

describe('an app that mounts a fake', () => {
  it.each([
    ['/fake', '/fake'],
    ['/a/b', '/a/b'],
    ['/v1', '/v1'],
    ['/:tenant/fake', '/acme/fake'],
  ])('at %s has page links and addresses below the mount', async (pattern, path) => {
    const { app } = await create()
    const outer = new Hono().route(pattern, app).get('/own', (c) => c.text('own'))
    const links = await linksOf(await outer.request(`${path}/v1${list}`, { headers: authorization }))
    expect(links.next).toBe(`${path}/v1/cloud/resources?page=3&limit=5`)
    const other = await linksOf(await outer.request(`${path}/@one/v1${list}`, { headers: authorization }))
    expect(other.previous).toBe(`${path}/@one/v1/cloud/resources?page=1&limit=5`)
    expect(await (await outer.request('/own')).text()).toBe('own')
    const servers = async (document: string): Promise<unknown> =>
      Reflect.get(Object(await (await outer.request(path + document)).json()), 'servers')
    expect(await servers('/openapi.json')).toMatchObject([{ url: `http://localhost${path}/v1` }])
    expect(await servers('/@one/openapi.json')).toMatchObject([{ url: `http://localhost${path}/@one/v1` }])
    expect(await servers('/@one/_control/openapi.json')).toMatchObject([
      { url: `http://localhost${path}/@one/_control` },
    ])
    const sandboxes: unknown = await (await outer.request(`${path}/_control/sandboxes`)).json()
    expect(sandboxes).toMatchObject({
      items: [{ baseUrl: `http://localhost${path}/v1` }, { controlUrl: `http://localhost${path}/@one/_control` }],
    })
  })

  it('has its requests in the journal as the fake sees them', async () => {
    const fake = await create()
    const outer = new Hono().route('/fake', fake.app)
    await outer.request('/fake/v1/cloud/nothing?a=b', { headers: authorization })
    expect(await fake.requests.list()).toMatchObject([
      { path: '/v1/cloud/nothing?a=b', operation: null, code: 'resource_not_found' },
    ])
  })

  it('takes the key that the app around it sets, served by @hono/node-server', async () => {
    const fake = await create()
    const outer = new Hono()
    outer.use(async (c, next) => {
      c.req.raw = new Request(c.req.url, { headers: { ...c.req.header(), ...authorization } })
      await next()
    })
    outer.route('/fake', fake.app)
    const origin = await serveListener(getRequestListener(outer.fetch, { overrideGlobalObjects: false }))
    expect((await fetch(`${origin}/fake/v1/cloud/resources?limit=1`)).status).toBe(200)
  })

  it('has faults on its own sockets, served by @hono/node-server', async () => {
    const fake = await create()
    const outer = new Hono().route('/fake', fake.app)
    const origin = await serveListener(getRequestListener(outer.fetch, { overrideGlobalObjects: false }))
    const url = `${origin}/fake/v1/cloud/resources?limit=1`
    const ask = async (method: string, scenario: string) =>
      await fetch(url, { method, headers: { ...authorization, 'X-Fake-Scenario': scenario } })
    for (const method of ['GET', 'HEAD']) {
      await expect(ask(method, 'connection-reset'), method).rejects.toThrow('fetch failed')
    }
    await expect((await ask('GET', 'truncated-body')).text()).rejects.toThrow('terminated')
    expect((await ask('GET', 'gateway-error-page')).status).toBe(502)
    expect((await ask('GET', 'flaky')).headers.get('content-type')).toBe('application/json')
  })

  it('has faults on its own sockets where it replaces the global Response', async () => {
    const { Request: ownRequest, Response: ownResponse } = globalThis
    // The adapter says there what an answer that is sent twice leads to.
    const complaints = vi.spyOn(console, 'error')
    try {
      const fake = await create()
      const { port } = await listen(createAdaptorServer({ fetch: fake.app.fetch }))
      const origin = `http://127.0.0.1:${port}`
      await fake.scenarios.define({
        name: 'bare',
        rules: [{ then: { headers: { Date: null, 'Content-Type': null } } }],
      })
      for (const method of ['GET', 'HEAD']) {
        const text = await sendRaw(origin, requestHead(method, '/v1/cloud/resources?limit=1'), { waits: true })
        expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
        expect(text.toLowerCase()).not.toMatch(/^(?:date|content-type):/m)
      }
      await fake.scenarios.define({ name: 'broken', rules: [{ then: { fault: 'reset' } }] })
      for (const method of ['GET', 'HEAD']) {
        await expect(fetch(`${origin}/v1/cloud/resources`, { method }), method).rejects.toThrow('fetch failed')
      }
      expect(complaints).not.toHaveBeenCalled()
    } finally {
      complaints.mockRestore()
      Object.defineProperty(globalThis, 'Request', { value: ownRequest })
      Object.defineProperty(globalThis, 'Response', { value: ownResponse })
    }
  })
})

describe('a fake that listens', () => {
  const start = (options: ListenOptions = {}): Promise<LocalFake> => serve({ clock: noon, ...options })

  /** Status line, headers and body of the answer to a raw request. */
  async function play(fake: LocalFake, head: string) {
    const text = await sendRaw(fake.baseUrl, head, { waits: true })
    const [first = '', body = ''] = text.split('\r\n\r\n')
    return { status: Number(first.split(' ')[1]), head: first, body }
  }

  it('gives the same app as it serves', async () => {
    const fake = await start()
    await fake.app.request('/v1/cloud/resources', { headers: authorization })
    expect(await fake.requests.list()).toHaveLength(1)
  })

  const strange = 'evil.example evil.example:4747 127.0.0.258 xn--a localhost.evil.example localhost.. 0x7f.1'
  // With a dot at its end, a name is whole.
  const own = `localhost localhost:80 127.0.0.1 [::1]:4747 api.localhost LOCALHOST my-host.test
    localhost. localhost.:80 api.localhost. my-host.test.:4747 other-host.test`

  it.each([
    ...strange.split(' ').map((host) => ({ host, isServed: false })),
    ...own.split(/\s+/).map((host) => ({ host, isServed: true })),
  ])(
    'on the loopback serves the API and its control plane to a page of $host: $isServed',
    async ({ host, isServed }) => {
      const fake = await start({ allowHost: ['my-host.test', 'other-host.test.'] })
      const { status, body } = await play(fake, requestHead('GET', '/v1/cloud/resources', host))
      expect([status, body.includes('"data"')]).toEqual([isServed ? 200 : 400, isServed])
      expect(await fake.requests.list()).toHaveLength(isServed ? 1 : 0)
      const ofPage = requestHead('GET', '/_control', host).replace('\r\n\r\n', `\r\nOrigin: http://${host}\r\n\r\n`)
      expect((await play(fake, ofPage)).status).toBe(isServed ? 200 : 403)
      expect((await play(fake, requestHead('GET', '/_control/health', host))).status).toBe(isServed ? 200 : 403)
    },
  )

  it.each([
    { host: '127.0.0.1:4747', headers: '', origin: 'http://127.0.0.1:4747' },
    { host: 'my-host.test', headers: '', origin: 'http://my-host.test' },
    { host: 'my-host.test', headers: 'X-Forwarded-Proto: https', origin: 'https://my-host.test' },
    { host: 'my-host.test', headers: 'X-Forwarded-Proto: javascript', origin: 'http://my-host.test' },
  ])('has whole addresses of servers in its documents: $host $headers', async ({ host, headers, origin }) => {
    const fake = await start({ allowHost: ['my-host.test'] })
    for (const [path, base] of [
      ['/openapi.json', '/v1'],
      ['/@one/openapi.json', '/@one/v1'],
      ['/_control/openapi.json', '/_control'],
      ['/@one/_control/openapi.json', '/@one/_control'],
    ] as const) {
      const { body } = await play(fake, requestHead('GET', path, headers === '' ? host : `${host}\r\n${headers}`))
      expect(JSON.parse(body.slice(body.indexOf('{')))).toMatchObject({ servers: [{ url: origin + base }] })
    }
  })

  it('off the loopback serves the API under any name', async () => {
    const fake = await start({ host: '0.0.0.0' })
    expect((await play(fake, requestHead('GET', '/v1/cloud/resources', 'fake.internal'))).status).toBe(200)
  })

  it('says of OPTIONS * what a target has to be', async () => {
    const fake = await start()
    const { status, body } = await play(fake, requestHead('OPTIONS', '*'))
    expect(status).toBe(400)
    expect(body).toContain('Host and request target: expected an address such as http://127.0.0.1/v1')
  })

  it.each(['/v1/data/analysis/jobs', '/_control/scenarios', '/v1/nothing'])(
    'goes on with a connection after a chunked body to %s that is too long',
    async (path) => {
      const fake = await start()
      const json = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
      const head = requestHead('POST', path).replace('Connection: close\r\n', json)
      const body = `${`186a0\r\n${'x'.repeat(100_000)}\r\n`.repeat(20)}0\r\n\r\n`
      const texts = head + body + requestHead('GET', '/_control/health')
      // What a busy machine sends for more than half a second is cut off.
      const received = async (): Promise<string> => await sendRaw(fake.baseUrl, texts, { waits: true }).catch(String)
      await expect.poll(received).toMatch(/^HTTP\/1\.1 4\d\d [^]*\{"status":"ok"\}$/)
    },
  )

  it('repeats no secret that stands for a host', async () => {
    const fake = await start()
    const { body } = await play(fake, requestHead('GET', '/v1/cloud/resources', 'csf_full_access'))
    expect(body).toContain('got \\"[redacted]\\"')
  })

  it('lets go of answers that wait on a connection which closed', async () => {
    const fake = await start()
    await fake.scenarios.define({
      name: 'hangs',
      rules: [{ when: { query: { limit: '1' } }, then: { fault: 'hang' } }],
    })
    const heads = [1, 2, 3].map((limit) => requestHead('GET', `/v1/cloud/resources?limit=${limit}`))
    const kept = heads.join('').replaceAll('Connection: close\r\n', '')
    const given = sendRaw(fake.baseUrl, kept).catch(() => '')
    await expect.poll(async () => (await fake.requests.list()).length, { interval: 5 }).toBe(3)
    // The time in which requests in progress may finish has no end.
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => stopped.mockRestore())
    await fake.close()
    await Promise.race([given, sleep(1000)])
  })
})
