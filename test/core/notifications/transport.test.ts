import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { startFake } from '../../../src/index.ts'
import { startHttp, startTcp } from '../../support/destination.ts'
import { holdTimers, still } from '../../support/held-timers.ts'
import { call, start } from '../../support/transports.ts'

describe('a request', () => {
  it('arrives as it was given, with headers of the transport', async () => {
    const { port, arrived } = await startHttp()
    const body = JSON.stringify({ text: 'Grüße 🦊 \u2028 \u0000' })
    const url = `http://127.0.0.1:${port}/a%20b/?c=d&e#f`
    await start().send({ url, headers: { 'Content-Type': 'application/json', 'X-Job': '1' }, body })
    const headers = {
      'content-type': 'application/json',
      'x-job': '1',
      'user-agent': 'cloudsec-fake',
      'content-length': String(Buffer.byteLength(body)),
      host: `127.0.0.1:${port}`,
      connection: 'close',
    }
    expect(arrived).toEqual([{ method: 'POST', url: '/a%20b/?c=d&e', headers, body: Buffer.from(body) }])
  })

  it('cannot have headers put into it', async () => {
    const { port, arrived } = await startHttp()
    const headers = { 'X-A': 'a\r\nX-B: b' }
    const outcome = await start().send({ url: `http://127.0.0.1:${port}/`, headers, body: '' })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'Invalid character in header content ["X-A"]' })
    expect(arrived).toEqual([])
  })

  it('takes no notice of proxies in the environment', async () => {
    const { port, arrived } = await startHttp()
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered' })
    expect(arrived).toHaveLength(1)
  })
})

describe('an answer', () => {
  it.each([
    ['that comes after early hints', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody', 200, 'body'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\nbody', 200, 'body'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nbody', 200, 'body'],
    ['that is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo', 200, 'bo'],
    ['with a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\nXYZ\r\n', 200, 'bo'],
    ['that names another protocol, and does not change to it', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 101, ''],
    ['that is not UTF-8', Buffer.from('HTTP/1.1 200 OK\r\n\r\n\xffbody', 'latin1'), 200, '\ufffdbody'],
  ])('%s is one', async (_, bytes, status, response) => {
    const { port } = await startTcp((socket) => socket.end(bytes))
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status, response })
  })

  it('is kept up to 1 KiB, and not cut inside a character', async () => {
    const { port } = await startHttp((_, outgoing) => outgoing.end('€'.repeat(2000)))
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ response: '€'.repeat(341) })
  })

  it('without an end is given up', async () => {
    const sockets: Socket[] = []
    const { port, open } = await startTcp(async (socket) => {
      sockets.push(socket)
      await repeat('x'.repeat(16_384), 'HTTP/1.1 200 OK\r\n\r\n')(socket)
    })
    const outcome = await call(start(), `http://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', response: 'x'.repeat(1024) })
    await expect.poll(open, { interval: 5 }).toBe(0)
    expect(sockets[0]?.bytesWritten).toBeLessThan(16_777_216)
  })

  it('with a body that drips counts with the part that came in time', async () => {
    const { port } = await startTcp((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo'))
    const outcome = await call(start({ timeoutMs: 500 }), `http://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, response: 'bo' })
    expect(outcome.kind === 'answered' ? outcome.durationMs : 0).toBeGreaterThanOrEqual(495)
  })
})

/** Sends a text again and again, as fast as it is read. */
const repeat =
  (text: string, first = '') =>
  async (socket: Socket): Promise<void> => {
    socket.write(first)
    while (!socket.destroyed) {
      if (!socket.write(text)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      await setImmediate()
    }
  }

async function drip(socket: Socket): Promise<void> {
  for (const piece of 'HTTP/1.1 200 OK\r\nContent-Length: 0'.repeat(100)) {
    if (socket.destroyed) return
    socket.write(piece)
    await setTimeout(10)
  }
}

const [hungUp, tooLong, overflow] = ['socket hang up', 'no answer within 0.12s', 'Parse Error: Header overflow']
const ok = 'HTTP/1.1 200 OK\r\n'
const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'

const ends = (text: string) => (socket: Socket) => socket.end(text)
const writes = (text: string) => (socket: Socket) => socket.write(text)

describe('a failure to answer', () => {
  it.each([
    ['the end', (socket) => socket.end(), hungUp],
    ['half a head', ends(ok), hungUp],
    ['a reset', (socket) => socket.resetAndDestroy(), 'read ECONNRESET'],
    ['another protocol', ends('220 mail ESMTP\r\n'), expect.stringContaining('Parse Error: Expected HTTP/')],
    ['a long head', writes(`${ok}X: ${'x'.repeat(20_000)}`), overflow],
    ['a head without an end', writes(`${ok}X: `), tooLong],
    ['silence', () => {}, tooLong],
    ['only early hints', writes(hints), tooLong],
    ['only a leave to go on', writes('HTTP/1.1 100 Continue\r\n\r\n'), tooLong],
    ['a head that drips', drip, tooLong],
    ['early hints without an end', repeat('HTTP/1.1 102 Processing\r\n\r\n'), tooLong],
    ['another protocol that was not asked for', writes(upgrade), 'the connection ended without an answer'],
    ['the end after early hints', ends(hints), hungUp],
    [
      'a reset after half a head',
      (socket) => socket.write(ok, () => socket.resetAndDestroy()),
      expect.stringMatching(/ECONNRESET|socket hang up/),
    ],
    ['headers without an end', repeat(`X: ${'x'.repeat(1000)}\r\n`, ok), overflow],
  ] satisfies [string, Parameters<typeof startTcp>[0], unknown][])('%s fails', async (_, serve, reason) => {
    const { port, open } = await startTcp(serve)
    // One that comes to an end by itself has all the time that it takes.
    const timeoutMs = reason === tooLong ? 120 : 600_000
    const transport = start({ timeoutMs, maxConcurrent: 1 })
    expect(await call(transport, `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'failed',
      reason,
      durationMs: expect.any(Number),
    })
    await expect.poll(open, { interval: 5 }).toBe(0)
    const sound = await startHttp()
    expect(await call(transport, `http://127.0.0.1:${sound.port}/`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['silence', () => startTcp(() => {}), tooLong],
    ['HTTP', () => startHttp(), 'the TLS handshake failed'],
  ] satisfies [string, () => ReturnType<typeof startTcp>, string][])(
    '%s where TLS is due fails',
    async (_, serve, reason) => {
      const { port, open } = await serve()
      const timeoutMs = reason === tooLong ? 120 : 600_000
      const outcome = await call(start({ timeoutMs }), `https://127.0.0.1:${port}/`)
      expect(outcome).toMatchObject({ kind: 'failed', reason })
      await expect.poll(open, { interval: 5 }).toBe(0)
    },
  )

  it('TLS with an untrusted certificate fails', async () => {
    const receiver = await startFake({ port: 0, tls: true })
    onTestFinished(() => receiver.close())
    const outcome = await call(start(), receiver.baseUrl)
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('certificate') })
  })
})

describe('many requests', () => {
  it('go out so many at once, in their order', async () => {
    let [now, most] = [0, 0]
    const { port, arrived } = await startHttp(async (_, outgoing) => {
      now += 1
      most = Math.max(most, now)
      await setTimeout(20)
      now -= 1
      outgoing.end()
    })
    const transport = start({ maxConcurrent: 3 })
    const numbers = Array.from({ length: 12 }, (_, i) => i)
    const outcomes = await Promise.all(numbers.map((i) => call(transport, `http://127.0.0.1:${port}/${i}`)))
    expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(12)
    expect(most).toBe(3)
    const rounds = arrived.map(({ url = '' }) => Math.floor(Number(url.slice(1)) / 3))
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
  })

  it('each have their own time, from their turn on', async () => {
    const { moveOn } = holdTimers()
    const waiting: ServerResponse[] = []
    const { port } = await startHttp((_, outgoing) => void waiting.push(outgoing))
    const transport = start({ maxConcurrent: 1, timeoutMs: 150 })
    const outcomes = Promise.all([1, 2, 3, 4].map((i) => call(transport, `http://127.0.0.1:${port}/${i}`)))
    for (let answered = 1; answered <= 4; answered += 1) {
      await expect.poll(() => waiting.length, still).toBe(answered)
      await moveOn(149)
      waiting.at(-1)?.end()
    }
    expect((await outcomes).map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  it('make room where one fails or is refused', async () => {
    const { port } = await startHttp()
    const transport = start({ maxConcurrent: 1 })
    const urls = ['http://10.0.0.1/', 'nonsense', 'http://127.0.0.1:1/', `http://127.0.0.1:${port}/`]
    const outcomes = await Promise.all(urls.map((url) => call(transport, url)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'failed', 'answered'])
  })
})

describe('close', () => {
  const stopped = { kind: 'failed', reason: 'the fake was stopped', durationMs: expect.any(Number) }

  it('ends at once what is under way, what waits and what comes later', async () => {
    let heads = 0
    const count = (): void => void (heads += 1)
    subscribe('http.client.response.finish', count)
    onTestFinished(() => void unsubscribe('http.client.response.finish', count))
    const { port, open } = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo')
    })
    const silent = await startTcp(() => {})
    const transport = start({ maxConcurrent: 4, timeoutMs: 600_000, lookup: () => new Promise(() => {}) })
    const urls = [
      `http://127.0.0.1:${port}/`,
      `http://127.0.0.1:${silent.port}/`,
      `http://127.0.0.1:${silent.port}/second`,
      'http://a.example/',
      `http://127.0.0.1:${silent.port}/waits`,
    ]
    const outcomes = Promise.all(urls.map((url) => call(transport, url)))
    await expect.poll(() => [heads, silent.open()], { interval: 5 }).toEqual([1, 2])
    transport.close()
    // The first counts, since its head had arrived.
    const answered = { kind: 'answered', status: 200, response: 'bo', durationMs: expect.any(Number) }
    expect(await outcomes).toMatchObject([answered, stopped, stopped, stopped, stopped])
    for (const url of [`http://127.0.0.1:${port}/`, 'http://a.example/'])
      expect(await call(transport, url)).toMatchObject(stopped)
    await expect.poll(() => open() + silent.open(), { interval: 5 }).toBe(0)
  })
})
