import type { RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import {
  type Choices,
  connect,
  ControlError,
  createFake,
  type Fake,
  InputError,
  startFake,
} from '../../../src/index.ts'
import { noon, unknownId } from '../../support/answers.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { forward, serveListener } from '../../support/other-server.ts'
import { serve } from '../../support/served.ts'

const start = (options: Parameters<typeof serve>[0] = {}) => serve({ clock: noon, ...options })

/** The error of a rejected promise, as far as a program can see it. */
async function rejection(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    (value) => new Error(`resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (error instanceof Error) return error
  throw new Error('rejected with what is no error')
}

describe('a program that connects', () => {
  const below = ['', '/', '/v1', '/v1/', '/_control', '/_control/']

  it.each([
    ...below.map((path) => [path, 'default'] as const),
    ...below.map((path) => [`/@one${path}`, 'one'] as const),
    ['/@default/v1', 'default'] as const,
  ])('to ORIGIN%s has the sandbox %s', async (path, name) => {
    const fake = await start()
    const { origin } = new URL(fake.baseUrl)
    const connected = await connect(origin + path)
    const expected = fake.sandbox(name)
    expect([connected.name, connected.baseUrl, connected.controlUrl, connected.apiKey]).toEqual([
      name,
      expected.baseUrl,
      expected.controlUrl,
      'csf_full_access',
    ])
    await connected.clock.advance('1h')
    expect((await expected.clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
    expect(await connected.summary()).toEqual(await expected.summary())
  })

  it.each([
    '',
    'nonsense',
    '127.0.0.1:4747',
    'localhost:4747',
    '//127.0.0.1:4747',
    'wss://127.0.0.1:4747',
    'ftp://127.0.0.1/v1',
    'file:///v1',
    'http://',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:4747/v2',
    'http://127.0.0.1:4747/v1/cloud/resources',
    'http://127.0.0.1:4747/_control/clock',
    'http://127.0.0.1:4747//v1',
    'http://127.0.0.1:4747/@Big/v1',
    'http://127.0.0.1:4747/@/v1',
    'http://127.0.0.1:4747/@a/@b/v1',
    'http://127.0.0.1:4747/v1/@a',
    undefined,
    null,
    4747,
    {},
  ])('to %j fails: this is no address of a fake', async (url) => {
    const error = await rejection(Reflect.apply(connect, undefined, [url]))
    expect(error).toBeInstanceOf(InputError)
    const got = typeof url === 'object' && url !== null ? 'an object' : JSON.stringify(url)
    expect(error.message).toBe(`url: expected the address of a fake, such as http://127.0.0.1:4747, got ${got}`)
  })

  it('to an address without a listener says so', async () => {
    const fake = await startFake()
    const { baseUrl, controlUrl } = fake
    await fake.close()
    const error = await rejection(connect(baseUrl))
    expect(error).toBeInstanceOf(ControlError)
    expect(error).toMatchObject({ status: 0, message: expect.stringContaining(`nothing answers at ${controlUrl} (`) })
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('to a fake that ends meanwhile says so at the next request', async () => {
    const fake = await startFake({ clock: noon })
    const connected = await connect(fake.baseUrl)
    await fake.close()
    const sandbox = connected.sandbox('one')
    for (const work of [() => connected.summary(), () => connected.clock.freeze(), () => sandbox.reset()]) {
      expect(await rejection(work())).toMatchObject({ name: 'ControlError', status: 0 })
    }
  })
})

describe('a server that is no fake', () => {
  const html = '<!doctype html><title>Welcome</title>'

  it.each<readonly [status: number, type: string, body: string]>([
    [200, 'text/html', html],
    [200, 'application/json', html],
    [200, 'application/json', '{"ok":true}'],
    [200, 'application/json', 'null'],
    [200, 'application/json', '{"name":"default","version":"0.2.0"'],
    [200, 'application/json', '{"name":"default","version":"0.2.0"}'],
    [200, 'text/plain', ''],
    [204, 'text/plain', ''],
    [304, 'text/plain', ''],
    [400, 'text/html', html],
    [400, 'application/json', '{"error":"bad request"}'],
    [404, 'application/json', '{"message":"not found"}'],
    [409, 'application/json', '{}'],
    [418, 'text/plain', 'teapot'],
    [502, 'text/html', html],
    [799, 'text/html', html],
  ])('and answers %d %s %j is known to be none', async (status, type, body) => {
    const origin = await serveListener((_request, response) => {
      response.writeHead(status, { 'Content-Type': type })
      response.end(body)
    })
    const error = await rejection(connect(origin))
    expect(`${error.name}: ${error.message}`).toMatch(/^ControlError: /)
    expect(error).toBeInstanceOf(ControlError)
    // In one line, which says where, and nothing of how answers are read.
    expect(error.message).toContain(origin)
    expect(error.message).not.toMatch(/[\n{]|Unexpected|invalid_type|Zod/)
  })

  it.each<readonly [what: string, listener: RequestListener | undefined]>([
    ['has a name that does not resolve', undefined],
    ['breaks the connection', ({ socket }) => socket.destroy()],
    [
      'switches protocols',
      ({ socket }) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: ws\r\nConnection: upgrade\r\n\r\n'),
    ],
    ['does not speak HTTP', ({ socket }) => socket.end('220 ready\r\n')],
  ])('and %s counts as one that does not answer', async (_, listener) => {
    const origin = listener === undefined ? 'http://cloudsec-fake.invalid' : await serveListener(listener)
    const message = expect.stringMatching(/^nothing answers at /)
    expect(await rejection(connect(origin))).toMatchObject({ name: 'ControlError', status: 0, message })
  })

  it('and sends elsewhere is not followed with the token', async () => {
    const seen: (string | undefined)[] = []
    const elsewhere = await serveListener((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const origin = await serveListener((request, response) => {
      response.writeHead(307, { Location: elsewhere + (request.url ?? '') })
      response.end()
    })
    expect(await rejection(connect(origin, { token: 'open-sesame' }))).toMatchObject({
      name: 'ControlError',
      message: `${origin}/_control redirects to "${elsewhere}/_control"; give that address`,
    })
    expect(seen).toEqual([])
  })

  it('but takes the place of a fake later is known to be none then', async () => {
    const fake = await start()
    let isFake = true
    const origin = await serveListener((request, response) => {
      void (async () => {
        const answer = isFake ? await fetch(fake.controlUrl) : undefined
        response.end(answer === undefined ? html : await answer.text())
        request.resume()
      })()
    })
    const connected = await connect(origin)
    isFake = false
    for (const work of [
      () => connected.summary(),
      () => connected.clock.show(),
      () => connected.scenarios.list(),
      () => connected.keys.create({ name: 'k' }),
      () => connected.quota.list(),
      () => connected.jobs.list(),
      () => connected.jobs.get(unknownId),
    ]) {
      expect(await rejection(work())).toBeInstanceOf(ControlError)
    }
  })
})

describe('a fake that is connected to', () => {
  it('asks for its token at any address, and shows no other', async () => {
    const fake = await start({ host: '0.0.0.0' })
    // All of 127.0.0.0/8 reaches what listens on all addresses.
    const url = fake.baseUrl.replace('127.0.0.1', '127.0.0.2')
    for (const token of [undefined, 'open-sesame', `${fake.controlToken ?? ''}x`]) {
      const error = await rejection(connect(url, token === undefined ? {} : { token }))
      expect(error).toBeInstanceOf(ControlError)
      expect(error).toMatchObject({ status: 401, message: expect.stringContaining('control token') })
      expect(error.message).not.toContain('open-sesame')
    }
    const connected = await connect(url, { token: fake.controlToken })
    expect(connected.controlToken).toBe(fake.controlToken)
    await connected.sandbox('one').clock.advance('1h')
    expect((await fake.sandbox('one').clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
    const response = await fetch(`${connected.baseUrl}/cloud/resources`, {
      headers: { Authorization: `Bearer ${connected.apiKey}` },
    })
    expect(response.status).toBe(200)
  })

  it('goes on when the program that is connected closes', async () => {
    const fake = await start()
    const connected = await connect(fake.baseUrl)
    await connected.close()
    await connected.close()
    expect((await fetch(`${fake.controlUrl}/ready`)).status).toBe(200)
    expect((await (await connect(fake.baseUrl)).summary()).name).toBe('default')
  })

  it('is not changed by it, and neither is a sandbox that it names', async () => {
    const fake = await start({ maxSandboxes: 2 })
    const connected = await connect(`${new URL(fake.baseUrl).origin}/@one/v1`)
    const sandbox = connected.sandbox('two')
    expect((await sandbox.summary()).name).toBe('two')
    expect((await connected.summary()).name).toBe('one')
    // Neither has been made: there is room for a third.
    await connected.sandbox('three').reset()
    expect(await rejection(sandbox.reset())).toMatchObject({
      name: 'ControlError',
      status: 503,
      message: 'this fake holds 2 sandboxes, its limit; "two" was not created',
    })
  })

  it('shows its key if its fixtures have one in plain text, and says so if they have none', async () => {
    const secret_sha256 = 'a'.repeat(64)
    const fixtures = await writeFixtures({
      'keys.json': [{ id: 'hashed', name: 'Hashed', permissions: ['read', 'write'], secret_sha256 }],
    })
    const fake = await start({ fixtures })
    const connected = await connect(fake.baseUrl)
    expect((await connected.summary()).apiKey).toBeNull()
    for (const sandbox of [connected, connected.sandbox('one')]) {
      expect(() => sandbox.apiKey).toThrow(InputError)
      expect(() => sandbox.apiKey).toThrow('apiKey: the fake shows no full-access key with its secret in plain text')
    }
  })

  it('listens on IPv6 as well', async () => {
    const fake = await start({ host: '::1' })
    const connected = await connect(fake.controlUrl)
    expect(connected.baseUrl).toBe(fake.baseUrl)
    expect(connected.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
    expect((await connected.clock.freeze()).mode).toBe('frozen')
    expect((await fetch(`${fake.baseUrl}/cloud/resources`)).status).toBe(401)
  })
})

/** A program as anyone may write it. @returns all that it saw, without the address of the fake */
async function program(fake: Fake): Promise<string> {
  const seen: unknown[] = []
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      seen.push(await work())
    } catch (error) {
      if (!(error instanceof Error)) throw error
      seen.push([error.name, error.message, error instanceof InputError])
    }
  }
  for (const sandbox of [fake, fake.sandbox('one')]) {
    seen.push([sandbox.name, sandbox.baseUrl, sandbox.controlUrl, sandbox.apiKey])
    await attempt(() => sandbox.scenarios.on('outage-then-recovery', 'flaky'))
    await attempt(() => sandbox.scenarios.show('outage-then-recovery'))
    await attempt(() => sandbox.scenarios.on('flaky', 'nothing-like-it'))
    // @ts-expect-error: no such option
    const assume: Choices = { jobStates: 'nope' }
    await attempt(() => sandbox.scenarios.define({ name: 'own', jobs: { completeAfter: '1h' }, assume }))
    await attempt(() => sandbox.scenarios.define({ name: 'own', jobs: { completeAfter: '1h' } }))
    await attempt(() => sandbox.clock.change({ now: '2026-07-01T13:00:00Z', rate: 5 }))
    await attempt(() => sandbox.clock.advance('ages'))
    await attempt(() => sandbox.clock.freeze())
    await attempt(() => sandbox.keys.create({ name: 'Mine', permissions: ['cloud:read'], quota: 9 }))
    await attempt(() => sandbox.keys.revoke('read-onl'))
    await attempt(() => sandbox.quota.set('full-access', { remaining: 1, resetsIn: '30s' }))
    for (const kind of ['resources', 'assessments', 'jobs'] as const) {
      await attempt(() => sandbox[kind].create({ id: unknownId }))
      await attempt(() => sandbox[kind].create({ id: unknownId }))
      await attempt(() => sandbox[kind].update(unknownId, { created_at: '2026-01-01T00:00:00Z' }))
      await attempt(() => sandbox[kind].list({ limit: 2, offset: 1 }))
      await attempt(() => sandbox[kind].remove(unknownId))
      await attempt(() => sandbox[kind].get(unknownId))
    }
    const saved = await sandbox.snapshot.save()
    seen.push(saved.parts)
    await attempt(() => sandbox.snapshot.load({ ...saved, seed: 77 }))
    await attempt(() => sandbox.snapshot.load(undefined))
    await attempt(() => sandbox.scenarios.off())
    await attempt(() => sandbox.snapshot.load(saved))
    await attempt(() => sandbox.scenarios.list())
    await attempt(() => sandbox.reset())
    await attempt(() => sandbox.summary())
  }
  for (const name of ['No Name', '', '-a', 'a'.repeat(64), 'a/b', '..']) await attempt(() => fake.sandbox(name))
  return JSON.stringify(seen).replaceAll(new URL(fake.baseUrl).origin, 'ORIGIN')
}

describe('a program written once', () => {
  it('sees the same in process, over a socket and through a connection', async () => {
    const inProcess = await createFake({ clock: noon })
    const expected = await program(inProcess)
    // It ends with a reset, and leaves no trace.
    expect(await program(inProcess)).toBe(expected)
    expect(expected.length).toBeGreaterThan(30_000)
    expect(JSON.parse(await program(await start()))).toEqual(JSON.parse(expected))
    const { baseUrl } = await start()
    expect(JSON.parse(await program(await connect(baseUrl)))).toEqual(JSON.parse(expected))
  })
})

describe('a stream of requests of a program that is no fake', () => {
  /** A fake whose stream is another one. @returns also how often that was asked for */
  async function open(stream: (outgoing: ServerResponse) => void) {
    const real = await start()
    let count = 0
    const origin = await serveListener((incoming, outgoing) => {
      if (incoming.url?.includes('/requests/') === true) {
        count += 1
        return stream(outgoing)
      }
      void forward(incoming, real).then(async (answer) => outgoing.writeHead(answer.status).end(await answer.text()))
    })
    return { fake: await connect(origin), asked: () => count }
  }

  it.each<[string, string, (outgoing: ServerResponse) => void]>([
    [
      'has a line without an end',
      'the stream of requests broke off: it has more than 16777216 bytes',
      (outgoing) => void Readable.from(Array<Buffer>(300).fill(Buffer.alloc(65_536, 'a'))).pipe(outgoing),
    ],
    [
      'has events of another form',
      'is not a cloudsec-fake of this version',
      (outgoing) => void outgoing.end('id: 1\nevent: request\ndata: {"id":5}\n\n'),
    ],
    [
      'nests deeply',
      'expected at most 200 levels of objects and arrays, got more',
      (outgoing) => void outgoing.end(`id: 1\nevent: request\ndata: ${'['.repeat(9000)}${']'.repeat(9000)}\n\n`),
    ],
  ])('that %s ends with an error', async (_, message, stream) => {
    const { fake } = await open(stream)
    const error = await rejection(fake.requests.follow()[Symbol.asyncIterator]().next())
    expect(error).toBeInstanceOf(ControlError)
    expect(error.message).toContain(message)
  })

  it('that ends at once is asked for again, with a pause', async () => {
    const { fake, asked } = await open((outgoing) => void outgoing.end())
    const over = new AbortController()
    const began = performance.now()
    const next = fake.requests.follow({}, { signal: over.signal })[Symbol.asyncIterator]().next()
    await expect.poll(asked).toBeGreaterThan(2)
    over.abort()
    expect([(await next).done, asked() <= 1 + (performance.now() - began) / 50]).toEqual([true, true])
  })
})
