import { once } from 'node:events'
import { createServer, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { readAllowedHosts } from '../src/notifications/transport/allowed-hosts.ts'
import {
  type OpenTransport,
  type TransportOptions,
  createTransport,
} from '../src/notifications/transport/create-transport.ts'
import { describeFailure } from '../src/notifications/transport/failure.ts'
import type { Lookup } from '../src/notifications/transport/target.ts'
import { sendWebhook } from '../src/notifications/transport/webhook.ts'
import { listen, startHttp, startTcp } from './support/destination.ts'
import { startSmtp } from './support/smtp.ts'

/** A courier that is closed once the test is over. */
function start(options: Partial<TransportOptions> = {}): OpenTransport {
  const courier = createTransport({ allowHosts: [], timeoutMs: 2000, ...options })
  onTestFinished(() => courier.close())
  return courier
}

const call = (courier: OpenTransport, url: string) => courier.post({ url, headers: {}, body: '{}' })

/** Addresses as a lookup gives them. */
const found = (...addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a URL that leads to a loopback address', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0X7F000001',
    '017700000001',
    '%31%32%37.0.0.1',
    '１２７。０。０。１',
    '①②⑦.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    'localhost',
    'LocalHost',
    'local\u00adhost',
  ])('is called: %s', async (host) => {
    const { port, arrived } = await startHttp()
    expect(await call(start(), `http://${host}:${port}/hook`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(arrived).toMatchObject([{ method: 'POST', url: '/hook' }])
  })

  it('is called at the end of the range', async () => {
    expect(await call(start(), 'http://127.255.255.254:1/')).toMatchObject({ reason: 'connection refused' })
  })

  it('is called over IPv6', async () => {
    const outcome = await call(start(), 'http://[0:0::1]:1/')
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/connection refused|no route/) })
  })
})

describe('a URL that leads elsewhere', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['192.168.1.1', '192.168.1.1'],
    ['172.16.0.1', '172.16.0.1'],
    ['100.64.0.1', '100.64.0.1'],
    ['126.255.255.255', '126.255.255.255'],
    ['128.0.0.1', '128.0.0.1'],
    ['8.8.8.8', '8.8.8.8'],
    ['255.255.255.255', '255.255.255.255'],
    ['0.0.0.0', '0.0.0.0'],
    ['0', '0.0.0.0'],
    ['169.254.169.254', '169.254.169.254'],
    ['0xa9fea9fe', '169.254.169.254'],
    ['2852039166', '169.254.169.254'],
    ['[::]', '::'],
    ['[fe80::1]', 'fe80::1'],
    ['[fd00:ec2::254]', 'fd00:ec2::254'],
    ['[::ffff:10.0.0.1]', '::ffff:a00:1'],
    ['[::ffff:0:127.0.0.1]', '::ffff:0:7f00:1'],
    ['[::127.0.0.1]', '::7f00:1'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['[2002:7f00:1::]', '2002:7f00:1::'],
    ['[::2]', '::2'],
  ])('is refused: %s', async (host, address) => {
    expect(await call(start(), `http://${host}/`)).toEqual({
      kind: 'refused',
      reason: `the address ${address} is not a loopback; --allow-webhook-host names more`,
    })
  })

  it.each([
    ['', 'not a URL'],
    ['//127.0.0.1/', 'not a URL'],
    ['http://', 'not a URL'],
    ['http://127.0.0.1:99999/', 'not a URL'],
    ['http://256.0.0.1/', 'not a URL'],
    ['http://[::1%25lo]/', 'not a URL'],
    ['ftp://127.0.0.1/', 'ftp: is neither http: nor https:'],
    ['file:///etc/passwd', 'file: is neither http: nor https:'],
    ['unix:/run/docker.sock', 'unix: is neither http: nor https:'],
    ['http://user@127.0.0.1/', 'the URL has a user name or a password in it'],
    ['http://:secret@127.0.0.1/', 'the URL has a user name or a password in it'],
    ['http://127.0.0.1:80@10.0.0.1/', 'the URL has a user name or a password in it'],
  ])('or nowhere is refused: %s', async (url, reason) => {
    expect(await call(start(), url)).toEqual({ kind: 'refused', reason })
  })
})

describe('a host name', () => {
  it('is looked up once for each attempt, and what was checked is what is connected to', async () => {
    const { port, arrived } = await startHttp()
    const lookup = vi.fn<Lookup>().mockResolvedValueOnce(found('127.0.0.1')).mockResolvedValue(found('10.0.0.1'))
    const courier = start({ lookup })
    expect(await call(courier, `http://rebind.example:${port}/`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(lookup.mock.calls).toEqual([['rebind.example']])
    expect(arrived).toMatchObject([{ headers: { host: `rebind.example:${port}` } }])
    expect(await call(courier, `http://rebind.example:${port}/`)).toEqual({
      kind: 'refused',
      reason: 'the address 10.0.0.1 of rebind.example is not a loopback; --allow-webhook-host names more',
    })
  })

  it('with loopback and other addresses leads to the loopback ones alone', async () => {
    const { port } = await startHttp()
    const addresses = found('203.0.113.1', '::ffff:203.0.113.1', '127.0.0.1', 'fd00::1')
    const outcome = await call(start({ lookup: async () => addresses }), `http://both.example:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  })

  it('with several loopback addresses is called at the one that answers', async () => {
    const { port } = await startHttp()
    const lookup = async () => found('127.0.0.9', '::1', '127.0.0.1')
    expect(await call(start({ lookup }), `http://many.example:${port}/`)).toMatchObject({ kind: 'answered' })
  })

  it('with several loopback addresses is called at the first where a program tries no others', async () => {
    const before = getDefaultAutoSelectFamily()
    onTestFinished(() => setDefaultAutoSelectFamily(before))
    setDefaultAutoSelectFamily(false)
    const { port } = await startHttp()
    const lookup = async () => found('10.0.0.1', '127.0.0.1', '127.0.0.9')
    expect(await call(start({ lookup }), `http://many.example:${port}/`)).toMatchObject({ kind: 'answered' })
  })

  it.each([
    ['public ones', found('203.0.113.1', '2001:db8::1')],
    ['what is no address', [{ address: 'localhost', family: 4 }]],
    ['none', []],
  ])('with no addresses but %s is refused', async (_, addresses) => {
    const outcome = await call(start({ lookup: async () => addresses }), 'http://localhost/')
    expect(outcome).toMatchObject({ kind: 'refused' })
  })

  it('that is not known fails', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const outcome = await call(start({ lookup }), 'http://nobody.example/')
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'the host name is not known' })
  })

  it('that takes too long to look up fails', async () => {
    const courier = start({ timeoutMs: 60, lookup: () => new Promise(() => {}) })
    const outcome = await call(courier, 'http://slow.example/')
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no answer within 60ms' })
  })
})

describe('allowed hosts', () => {
  it.each([
    [['hooks.example'], 'http://hooks.example:1/'],
    [['HOOKS.Example.'], 'http://hooks.example:1/'],
    [['hooks.example'], 'http://Hooks.EXAMPLE.:1/'],
    [['höks.example'], 'http://xn--hks-sna.example:1/'],
    [['0.0.0.0'], 'http://hooks.example:1/'],
    [['0.0.0.0/32'], 'http://0.0.0.0:1/'],
    [['other.example', '0.0.0.0/8'], 'http://0:1/'],
    [['[::ffff:0.0.0.0]'], 'http://0:1/'],
    [['::/128'], 'http://[::]:1/'],
  ])('%j: %s is called', async (allowHosts, url) => {
    const outcome = await call(start({ allowHosts, lookup: async () => found('0.0.0.0') }), url)
    expect(outcome).toMatchObject({ kind: 'failed' })
  })

  it.each([
    [['hooks.example'], 'http://a.hooks.example/'],
    [['hooks.example'], 'http://hooks.example.org/'],
    [['hooks.example'], 'http://hooksxexample/'],
    [['hooks.example'], 'http://0.0.0.0/'],
    [['0.0.0.1'], 'http://0.0.0.0/'],
  ])('%j: %s is refused', async (allowHosts, url) => {
    const outcome = await call(start({ allowHosts, lookup: async () => found('0.0.0.0') }), url)
    expect(outcome).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.255.0.1', true],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['fd00::/8', 'fd12::1', true],
    ['[fd00::]/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fd00::1', 'fd00:0::1', true],
    ['fd00::1', 'fd00::2', false],
  ])('%s takes %s: %s', (item, address, expected) => {
    expect(readAllowedHosts([item]).hasAddress(address)).toBe(expected)
  })

  it.each([
    '',
    ' hooks.example',
    'hooks.example:80',
    'http://hooks.example',
    'hooks.example/path',
    '*.example',
    'user@hooks.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'fd00::/129',
    'hooks.example/8',
    '127.1',
    '010.0.0.1',
    'fe80::1%lo',
    '[::1',
    '[hooks.example]',
  ])('%j is not one', (item) => {
    expect(() => createTransport({ allowHosts: ['localhost', item] })).toThrow(
      `allowWebhookHost: expected a host name without a port, an address, or a range such as 10.0.0.0/8, got ${JSON.stringify(item)}`,
    )
  })

  it('are asked again once a connection stands', async () => {
    const { port, arrived } = await startHttp()
    const [address = { address: '', family: 4 }] = found('127.0.0.1')
    const target = {
      url: new URL(`http://moved.example:${port}/`),
      addresses: [address] as const,
      isAllowed: () => false,
    }
    const sending = sendWebhook({ target, headers: {}, body: '' }, new AbortController().signal)
    await expect(sending).rejects.toThrow('the connection led to 127.0.0.1, which is not allowed')
    expect(arrived).toEqual([])
  })
})

describe('a request', () => {
  it('arrives as it was given, with headers of the courier', async () => {
    const { port, arrived } = await startHttp()
    const body = JSON.stringify({ text: 'Grüße 🦊 \u2028 \u0000' })
    await start().post({
      url: `http://127.0.0.1:${port}/a%20b/?c=d&e#f`,
      headers: {
        'Content-Type': 'application/json',
        'X-Job': '1',
        HOST: 'elsewhere',
        'content-length': '1',
        'User-agent': 'x',
      },
      body,
    })
    expect(arrived).toEqual([
      {
        method: 'POST',
        url: '/a%20b/?c=d&e',
        headers: {
          'content-type': 'application/json',
          'x-job': '1',
          'user-agent': 'cloudsec-fake',
          'content-length': String(Buffer.byteLength(body)),
          host: `127.0.0.1:${port}`,
          connection: 'close',
        },
        body: Buffer.from(body),
      },
    ])
  })

  it('carries a signature that its receiver can verify', async () => {
    const { port, arrived } = await startHttp()
    const webhook = new Webhook(Buffer.from('a secret of 24 bytes ….').toString('base64'))
    const body = JSON.stringify({ type: 'job.completed', data: { name: 'Prüfung “ä” 🦊' } })
    const sentAt = new Date()
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': webhook.sign('msg_1', sentAt, body),
    }
    await start().post({ url: `http://localhost:${port}/`, headers, body })
    const [request] = arrived
    const received = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(webhook.verify(request?.body ?? '', received)).toEqual(JSON.parse(body))
  })

  it('cannot have headers put into it', async () => {
    const { port, arrived } = await startHttp()
    const outcome = await start().post({
      url: `http://127.0.0.1:${port}/`,
      headers: { 'X-A': 'a\r\nX-B: b' },
      body: '',
    })
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
  it.each([200, 204, 304, 404, 429, 500, 599])('of %d is one', async (status) => {
    const { port } = await startHttp((_, outgoing) => outgoing.writeHead(status).end())
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toEqual({
      kind: 'answered',
      status,
      response: '',
      durationMs: expect.any(Number),
    })
  })

  it.each([301, 302, 303, 307, 308])('of %d is not followed', async (status) => {
    const { port, arrived } = await startHttp((incoming, outgoing) => {
      outgoing.writeHead(incoming.url === '/' ? status : 200, { Location: '/next', 'Set-Cookie': 'a=b' }).end('moved')
    })
    const courier = start()
    expect(await call(courier, `http://127.0.0.1:${port}/`)).toMatchObject({ status, response: 'moved' })
    await call(courier, `http://127.0.0.1:${port}/again`)
    expect(arrived.map(({ url, headers }) => [url, headers.cookie])).toEqual([
      ['/', undefined],
      ['/again', undefined],
    ])
  })

  it.each([
    ['that comes after early hints', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody', 200, 'body'],
    ['that changes the protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nbody', 101, ''],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\nbody', 200, 'body'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nbody', 200, 'body'],
    ['that is cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo', 200, 'bo'],
    ['with a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\nXYZ\r\n', 200, 'bo'],
    ['that is not UTF-8', Buffer.from('HTTP/1.1 200 OK\r\n\r\n\xffbody', 'latin1'), 200, '\ufffdbody'],
  ])('%s is one', async (_, bytes, status, response) => {
    const { port } = await startTcp((socket) => socket.end(bytes))
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status, response })
  })

  it('whose body is broken off is one', async () => {
    const { port } = await startTcp(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo')
      await setTimeout(50)
      socket.resetAndDestroy()
    })
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', response: 'bo' })
  })

  it('is kept up to 1 KiB, and not cut inside a character', async () => {
    const { port } = await startHttp((_, outgoing) => outgoing.end('€'.repeat(2000)))
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ response: '€'.repeat(341) })
  })

  it('without an end is given up', async () => {
    let writtenBytes = 0
    const { port, open } = await startTcp(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      while (!socket.destroyed) {
        writtenBytes += 16_384
        if (!socket.write('x'.repeat(16_384))) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
        await setImmediate()
      }
    })
    const outcome = await call(start(), `http://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', response: 'x'.repeat(1024) })
    await expect.poll(open, { interval: 5 }).toBe(0)
    expect(writtenBytes).toBeLessThan(16_777_216)
  })

  it('whose body drips counts with what came in time', async () => {
    const { port } = await startTcp((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo'))
    const outcome = await call(start({ timeoutMs: 100 }), `http://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, response: 'bo' })
    expect(outcome.kind === 'answered' ? outcome.durationMs : 0).toBeGreaterThanOrEqual(95)
  })
})

describe('what is no answer', () => {
  it.each([
    ['the end', (socket) => socket.end(), 'the connection was closed without an answer'],
    ['half a head', (socket) => socket.end('HTTP/1.1 200 OK\r\n'), 'the connection was closed without an answer'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'connection reset'],
    ['another protocol', (socket) => socket.end('220 mail ESMTP\r\n'), 'the answer is not HTTP (HPE_INVALID_CONSTANT)'],
    [
      'a long head',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`),
      'the head of the answer is longer than 16 KiB',
    ],
    ['a head without an end', (socket) => socket.write('HTTP/1.1 200 OK\r\nX: '), 'no answer within 120ms'],
    ['silence', () => {}, 'no answer within 120ms'],
    ['early hints alone', (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 'no answer within 120ms'],
  ] satisfies [string, Parameters<typeof startTcp>[0], string][])('%s fails', async (_, serve, reason) => {
    const { port, open } = await startTcp(serve)
    expect(await call(start({ timeoutMs: 120 }), `http://127.0.0.1:${port}/`)).toEqual({
      kind: 'failed',
      reason,
      durationMs: expect.any(Number),
    })
    await expect.poll(open, { interval: 5 }).toBe(0)
  })

  it('nobody there fails', async () => {
    const server = createServer()
    const { port } = await listen(server)
    server.close()
    expect(await call(start(), `http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'connection refused' })
  })

  it('HTTP where TLS is due fails', async () => {
    const { port } = await startHttp()
    const outcome = await call(start(), `https://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^TLS: /) })
  })

  it('TLS with a certificate that nobody vouches for fails', async () => {
    const { port } = await startSmtp({ secure: true })
    const outcome = await call(start(), `https://localhost:${port}/`)
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^certificate: /) })
  })
})

describe('a failure is told in one line', () => {
  const coded = (code: string, message = 'a message') => Object.assign(new Error(message), { code })

  it.each([
    [coded('ENETUNREACH'), 'no route to the network'],
    [coded('EAI_AGAIN'), 'the host name could not be looked up'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'TLS: wrong version number'],
    [coded('EPROTO', '80AB:error:SSL'), 'TLS: the handshake failed'],
    [coded('CERT_HAS_EXPIRED', 'certificate has expired'), 'certificate: certificate has expired'],
    [Object.assign(coded('ESOCKET'), { originalCode: 'ECONNREFUSED' }), 'connection refused'],
    [new Error(`several\r\n\tlines\0${'x'.repeat(400)}`), `several lines ${'x'.repeat(286)}…`],
    ['no error\n', 'no error'],
  ])('%s', (error, line) => {
    expect(describeFailure(error)).toBe(line)
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
    const courier = start({ mostAtOnce: 3 })
    const numbers = Array.from({ length: 12 }, (_, i) => i)
    const outcomes = await Promise.all(numbers.map((i) => call(courier, `http://127.0.0.1:${port}/${i}`)))
    expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(12)
    expect(most).toBe(3)
    const rounds = arrived.map(({ url = '' }) => Math.floor(Number(url.slice(1)) / 3))
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
  })

  it('each have their own time, from their turn on', async () => {
    const { port } = await startHttp(async (_, outgoing) => {
      await setTimeout(60)
      outgoing.end()
    })
    const courier = start({ mostAtOnce: 1, timeoutMs: 150 })
    const outcomes = await Promise.all([1, 2, 3, 4].map((i) => call(courier, `http://127.0.0.1:${port}/${i}`)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered', 'answered'])
    for (const outcome of outcomes) expect(outcome.kind === 'answered' && outcome.durationMs < 150).toBe(true)
  })

  it('go out one after the other too', async () => {
    const { port, arrived } = await startHttp()
    const courier = start({ mostAtOnce: 2 })
    for (const i of [0, 1, 2]) await call(courier, `http://127.0.0.1:${port}/${i}`)
    expect(arrived.map(({ url }) => url)).toEqual(['/0', '/1', '/2'])
  })

  it('make room where one fails or is refused', async () => {
    const { port } = await startHttp()
    const courier = start({ mostAtOnce: 1 })
    const urls = ['http://10.0.0.1/', 'nonsense', 'http://127.0.0.1:1/', `http://127.0.0.1:${port}/`]
    const outcomes = await Promise.all(urls.map((url) => call(courier, url)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'failed', 'answered'])
  })
})

describe('close', () => {
  const stopped = { kind: 'failed', reason: 'the fake was stopped', durationMs: expect.any(Number) }

  it('ends at once what is under way, what waits and what comes later', async () => {
    const { port, open } = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbo')
    })
    const silent = await startTcp(() => {})
    const courier = start({ mostAtOnce: 2, lookup: () => new Promise(() => {}) })
    const urls = [
      `http://127.0.0.1:${port}/`,
      `http://127.0.0.1:${silent.port}/`,
      `http://127.0.0.1:${silent.port}/second`,
      `http://127.0.0.1:${silent.port}/waits`,
      'http://a.example/',
    ]
    const outcomes = Promise.all(urls.map((url) => call(courier, url)))
    await expect.poll(() => open() + silent.open(), { interval: 5 }).toBe(3)
    const startedAt = performance.now()
    await courier.close()
    expect(performance.now() - startedAt).toBeLessThan(200)
    expect(await outcomes).toEqual([stopped, stopped, stopped, stopped, stopped])
    expect(await call(courier, `http://127.0.0.1:${port}/`)).toEqual({ ...stopped, durationMs: 0 })
    await expect.poll(() => open() + silent.open(), { interval: 5 }).toBe(0)
    await courier.close()
  })

  it('ends a lookup that is under way', async () => {
    const courier = start({ lookup: () => new Promise(() => {}) })
    const outcome = call(courier, 'http://a.example/')
    await setImmediate()
    await courier.close()
    expect(await outcome).toEqual(stopped)
  })

  it('leaves nothing open', async () => {
    const { port } = await startHttp()
    const open = (kind: string): number => process.getActiveResourcesInfo().filter((name) => name === kind).length
    const timers = open('Timeout')
    const courier = start({ timeoutMs: 60_000 })
    await Promise.all([1, 2, 3].map(() => call(courier, `http://127.0.0.1:${port}/`)))
    await courier.close()
    expect(open('Timeout')).toBeLessThanOrEqual(timers)
    await expect.poll(() => open('TCPSocketWrap'), { interval: 5 }).toBe(0)
  })
})
