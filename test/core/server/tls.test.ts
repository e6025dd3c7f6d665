import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket, type LookupFunction, type Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'

import { describe, expect, it, onTestFinished } from 'vitest'

import { connect, createFake, createLog, type Fake, startFake } from '../../../src/index.ts'
import { openSocket, sendRaw } from '../../support/raw.ts'
import { authorityOf, codeOfHandshake, getBy, handshake, startSecure } from '../../support/tls.ts'

const list = '/cloud/resources?limit=1'

describe('a fake that serves https', () => {
  it('has its API there, and its control plane by plain HTTP', async () => {
    const fake = await startSecure()
    expect(fake.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect(fake.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_control$/)
    expect(fake.dashboardUrl).toBe(fake.controlUrl.replace('_control', ''))
    expect(fake.sandbox('one').controlUrl).toBe(fake.controlUrl.replace('/_control', '/@one/_control'))
    expect((await getBy(fake, fake.baseUrl + list)).status).toBe(200)
    expect((await fetch(`${fake.controlUrl}/ready`)).status).toBe(200)
  })

  it('serves the same by both', async () => {
    const fake = await startSecure()
    const secure = new URL(fake.baseUrl).origin
    const plain = new URL(fake.controlUrl).origin
    const key = { headers: { Authorization: `Bearer ${fake.apiKey}` } }
    const byHttp = await fetch(`${plain}/v1${list}`, key)
    expect((await getBy(fake, fake.baseUrl + list)).text).toBe(await byHttp.text())
    const own = await fetch(`${plain}/@one/_control/tls`)
    expect(JSON.parse((await getBy(fake, `${secure}/_control/tls`)).text)).toEqual(await own.json())
  })

  it('has a certificate for the names that it answers to', async () => {
    const addresses = ['[fd00::1]', '[2001:DB8:0:1:2:3:4:5]', '[::ffff:10.0.0.1]', '[fe80::]', '10.1.2.3']
    const fake = await startSecure({ host: '127.0.0.2', allowHost: ['fake.test', 'whole.test.', ...addresses] })
    const ca = await authorityOf(fake)
    const socket = await handshake(fake, ca, { host: '127.0.0.2', servername: 'fake.test' })
    const certificate = new X509Certificate(socket.getPeerCertificate().raw)
    const plain = addresses.map((address) => address.replace(/^\[|\]$/g, ''))
    const names = ['localhost', '127.0.0.1', '::1', '127.0.0.2', 'fake.test', 'whole.test', ...plain]
    expect((await fake.tls.show()).names).toEqual(names)
    expect(names.map((name) => certificate.checkHost(name) ?? certificate.checkIP(name))).toEqual(names)
    for (const name of ['::2', 'fd00::', 'fd00::1:0', '::10.1.2.3']) expect(certificate.checkIP(name)).toBeUndefined()
    for (const name of names) expect(checkServerIdentity(name, socket.getPeerCertificate()), name).toBeUndefined()
    expect(certificate.checkIssued(new X509Certificate(ca))).toBe(true)
    expect(new X509Certificate(ca).ca).toBe(true)
  })

  it.each([
    ['fake.test', 'none'],
    ['other.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is taken by a client that connects to %s: %s', async (host, code) => {
    const fake = await startSecure({ allowHost: ['fake.test'] })
    const lookup: LookupFunction = (_, { all }, done) =>
      all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    expect(await codeOfHandshake(fake, await authorityOf(fake), { host, lookup })).toBe(code)
  })

  it('is another authority each time, and shows no key', async () => {
    const [one, two] = [await startSecure(), await startSecure()]
    expect(await authorityOf(one)).not.toBe(await authorityOf(two))
    expect(JSON.stringify(await one.tls.show())).not.toContain('PRIVATE')
    expect(await codeOfHandshake(one, await authorityOf(two))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  })

  it('shows addresses of the scheme that it was asked by', async () => {
    const fake = await startSecure()
    const { origin } = new URL(fake.baseUrl)
    const front = await getBy(fake, `${origin}/`)
    expect(front.text).toContain(`API ${fake.baseUrl}`)
    const document = JSON.parse((await getBy(fake, `${origin}/openapi.json`)).text)
    expect(document.servers).toMatchObject([{ url: fake.baseUrl }])
    const boxes = JSON.parse((await getBy(fake, `${origin}/_control/sandboxes`)).text)
    expect(boxes.items[0]).toMatchObject({ baseUrl: fake.baseUrl, controlUrl: `${origin}/_control` })
    const [box] = await fake.sandboxes.list()
    expect([box?.baseUrl, box?.controlUrl]).toEqual([fake.baseUrl, fake.controlUrl])
  })

  it('is connected to by its control URL, and by https where its authority is trusted', async () => {
    const fake = await startSecure()
    const other = await connect(fake.controlUrl)
    expect([other.baseUrl, other.controlUrl]).toEqual([fake.baseUrl, fake.controlUrl])
    expect(await other.tls.show()).toEqual(await fake.tls.show())
    await expect(connect(fake.baseUrl)).rejects.toThrow(/^nothing answers at https:.* \(.*certificate/)
  })

  it('ends plain HTTP, and says in the log where it is', async () => {
    const lines: string[] = []
    const fake = await startSecure({ log: createLog('warn', (line) => lines.push(line)) })
    await expect(fetch(fake.baseUrl.replace('https:', 'http:'))).rejects.toThrow('fetch failed')
    const { origin } = new URL(fake.baseUrl)
    expect(lines).toEqual([`warn: a client did not speak TLS, but perhaps plain HTTP; use ${origin}`])
  })

  it('streams, waits and ends as by plain HTTP', async () => {
    const fake = await startSecure()
    const { origin, host } = new URL(fake.baseUrl)
    const next = getBy(fake, `${origin}/_control/outbox/next?timeout=10s`)
    const stream = openSocket(origin)
    stream.write(`GET /_control/requests/stream HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`)
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += String(chunk)))
    const ended = once(stream, 'close')
    await expect.poll(() => text).toContain('200 OK')
    await getBy(fake, fake.baseUrl + list)
    await expect.poll(() => text).toContain('listResources')
    const hanging = openSocket(origin.replace('https:', 'http:'))
    await once(hanging, 'connect')
    await Promise.all([fake.close(), ended, once(hanging, 'close')])
    expect((await next).text).toContain('the fake is stopping')
  })

  it('refuses CONNECT in the envelope', async () => {
    const fake = await startSecure()
    const text = await sendRaw(fake.baseUrl, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*CONNECT is not served/)
  })

  it('needs its token by both', async () => {
    const fake = await startSecure({ controlToken: 'let-me-in' })
    const { origin } = new URL(fake.baseUrl)
    expect((await getBy(fake, `${origin}/_control`)).status).toBe(401)
    expect((await getBy(fake, `${origin}/_control`, { Authorization: 'Bearer let-me-in' })).status).toBe(200)
    expect((await fetch(fake.controlUrl)).status).toBe(401)
  })
})

describe('what is refused', () => {
  it('an option of a server by a fake without one', async () => {
    const options = { seed: 1, tls: true }
    await expect(createFake(options)).rejects.toThrow('tls: only startFake takes this option')
  })

  it.each([
    [{ httpPort: 4748 }, 'httpPort: needs tls or tlsCert; without https, port serves plain HTTP'],
    [{ tls: true, port: 4749, httpPort: 4749 }, 'httpPort: must differ from port (4749), which serves https'],
    [{ tls: true, httpPort: 70_000 }, 'httpPort: expected a whole number from 0 to 65535, got 70000'],
    [{ tlsCert: '', tlsKey: 'key.pem' }, 'tlsCert: expected the path of a file, got ""'],
    [{ tlsCert: 'cert.pem' }, 'tlsKey: expected the key of the certificate, got none'],
    [{ tlsKey: 'key.pem' }, 'tlsCert: expected the certificate of the key, got none'],
  ])('%j', async (options, message) => {
    await expect(startFake(options)).rejects.toThrow(message)
  })

  it('a second port that is taken, and the first is free again', async () => {
    const other = await startSecure()
    const [port, httpPort] = [other.baseUrl, other.controlUrl].map((url) => Number(new URL(url).port))
    // The other fake holds this port on 127.0.0.1, so no test gets it meanwhile.
    const options = { host: '127.0.0.2', port }
    await expect(startFake({ ...options, tls: true, httpPort })).rejects.toThrow('EADDRINUSE')
    await (await startFake(options)).close()
  })
})

/** A connection to the port of https, of a client that sends nothing yet. */
async function silent(fake: Fake): Promise<Socket> {
  const socket = connectSocket(Number(new URL(fake.baseUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // A connection that is reset ends too.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const endOf = (socket: Socket) => once(socket.resume(), 'close')

it('a client that begins no handshake does not hold up the stop', async () => {
  const fake = await startSecure()
  const ended = endOf(await silent(fake))
  await fake.close()
  await expect(ended).resolves.toBeDefined()
})

it('a client that begins no handshake is not waited for without end', async () => {
  const fake = await startSecure()
  await expect(endOf(await silent(fake))).resolves.toBeDefined()
})

it.each(['', 'GET / HTTP/1.1\r\n\r\n', '\0'])('after a client that sends %j, the next one is served', async (text) => {
  const fake = await startSecure()
  const socket = await silent(fake)
  const ended = endOf(socket)
  socket.end(text)
  await ended
  expect(await codeOfHandshake(fake, await authorityOf(fake))).toBe('none')
})
