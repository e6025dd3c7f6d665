import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Adapter } from './adapter.ts'
import { Connections } from './connections.ts'
import type { Fake } from './control/box.ts'
import { createGuard, drawToken, type Guard } from './control/guard.ts'
import { type Core, createCore } from './fake.ts'
import { type Answer, framed } from './http/wire.ts'
import { toPairs } from './lib/header-list.ts'
import { lazily } from './lib/lazily.ts'
import { createLoopbackList, hasAddress } from './lib/loopback.ts'
import { type ListenOptions, readListenOptions } from './listen-options.ts'
import { type FakeOptions, requireObject } from './options.ts'
import { type SocketOptions, SocketWire } from './socket-wire.ts'
import { ApiError } from './spec/api-error.ts'
import { readTarget } from './target.ts'

/** How long requests that are being served may take once the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** How long a connection may stay idle: longer than the pools of clients, so that none meets a connection that just closed. */
const keepAliveMs = 75_000

/** How long what is left of a request that has been answered may go on arriving. */
const restLimitMs = 500

/** How long a client whose message was refused has to read the answer. */
const lingerMs = 200

/** How requests over a socket are served. */
interface Serving {
  /** What stands for the Host header of a request of HTTP/1.0 that has none. */
  readonly host: string
  readonly wireOf: (outgoing: ServerResponse) => SocketWire
  /** Serves what is not asked of the API; loaded when that is first asked for. */
  readonly adapter: () => Promise<Adapter>
}

/** A core that listens. */
export interface Listening {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** What the control plane asks for; undefined for nothing. */
  readonly controlToken: string | undefined
  /** Takes no more connections, lets what is being served finish for up to 5 seconds, and ends. */
  readonly close: () => Promise<void>
}

/**
 * Serves a core over HTTP.
 * @param ownsProcess lets the server replace the global Request and Response by faster ones: for a program of its own,
 * never inside somebody else's
 * @throws InputError for a port or host that is none, and the system's error where the address cannot be had (EADDRINUSE,
 * EACCES, EADDRNOTAVAIL)
 */
export async function listen(core: Core, options: ListenOptions, ownsProcess: boolean): Promise<Listening> {
  const { port, host, controlToken: given, allowHost } = readListenOptions(options)
  const hung = new Set<ServerResponse>()
  // Until the address is known nobody is let in: no connection is accepted before.
  let guard: Guard = createGuard({ hosts: [], token: drawToken() })
  const socketOptions: SocketOptions = { guard: (request, open) => guard(request, open), hung, boundRest }
  const connections = new Connections()
  const serving: Serving = {
    host: bracketed(host),
    wireOf: (outgoing) =>
      new SocketWire(outgoing, connections.add(outgoing).headOf(outgoing.req.rawHeaders), socketOptions),
    adapter: lazily(async () => {
      const { createAdapter } = await import('./adapter.ts')
      return createAdapter(core, serving.host, ownsProcess, serving.wireOf)
    }),
  }
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false })
  answerAll(server, core, connections, serving)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host}: not an address of TCP`)
  const shown = bracketed(reachable(address.address))
  const isExposed = !hasAddress(createLoopbackList(), address.address)
  if (isExposed) core.expose()
  const controlToken = given ?? (isExposed ? drawToken() : undefined)
  guard = createGuard({
    hosts: [...(shown === bracketed(address.address) ? [shown, bracketed(host)] : []), ...allowHost],
    token: controlToken,
  })
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    core.drain()
    await drain(server, connections, hung)
    await core.end()
  }
  return { origin: `http://${shown}:${address.port}`, controlToken, close: () => (closing ??= close()) }
}

/** An address that clients can use: where the server listens on all, that of the loopback. */
function reachable(address: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
}

/** An address as it stands in a URL. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Has everything that reaches a server answered in the envelope, what Node would answer by itself included. */
function answerAll(server: Server, core: Core, connections: Connections, serving: Serving): void {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = '', url = '' } = incoming
    const wire = serving.wireOf(outgoing)
    const hosts = wire.head.all('Host')
    // HTTP/1.1 demands one Host header (RFC 9112, section 3.2).
    if (incoming.httpVersion === '1.1' && hosts.length !== 1) {
      wire.send(lastRefusal(core, 'Host: expected one such header'))
      return
    }
    const fail = (error: unknown): void => {
      const refusal = core.refuse(error)
      if (outgoing.headersSent) outgoing.destroy()
      else wire.send(refusal)
    }
    try {
      const address = readTarget(url, hosts[0] ?? serving.host)
      if (core.isOfApi(method, address.path)) {
        const sent = core.serve(method, address, wire)
        if (sent instanceof Promise) sent.catch(fail)
      } else serving.adapter().then((serve) => serve(incoming, outgoing), fail)
    } catch (error) {
      fail(error)
    }
  }
  const refuse = (socket: Duplex, reason: string): void => {
    const earlier = connections
      .of(socket)
      .underWay()
      .find(({ req }) => req.complete)
    if (!socket.writable) socket.destroy()
    // What came before is answered first: its answer must not be taken for that of this message.
    else if (earlier !== undefined) earlier.once('close', () => socket.destroy())
    else refuseMessage(core, reason, socket)
  }
  server.on('connection', (socket: Duplex) => void connections.of(socket))
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('connect', (_incoming, socket) => {
    // Node gives the socket away with its own handler of errors taken off.
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is not served')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, describeClientError(error))
  })
}

function describeClientError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request did not arrive in time'
  return `not a request of HTTP/1.1 (${code ?? message})`
}

/** What the service would answer a bad request, with the end of the connection. */
function lastRefusal(core: Core, reason: string): Answer {
  const refusal = core.refuse(new ApiError('invalid_request', reason))
  return { ...refusal, headers: [...refusal.headers, 'Connection', 'close'] }
}

/** Node reads the rest of a body that nobody wants, whatever its length: a client that does not end it is cut off. */
function boundRest({ req, socket }: ServerResponse): void {
  setTimeout(() => {
    if (!req.complete) socket?.destroySoon()
  }, restLimitMs).unref()
}

/** Refuses a message that is no request. */
function refuseMessage(core: Core, reason: string, socket: Duplex): void {
  const answer = lastRefusal(core, reason)
  const { headers, bytes } = framed(answer)
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...toPairs(headers).map((header) => header.join(': ')),
  ]
  // A client that does not end its side does not keep the connection.
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]), () => {
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
}

/** Ends a server: what is being served may finish, and everything else goes at once. */
async function drain(server: Server, connections: Connections, hung: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  for (const outgoing of hung) outgoing.destroy()
  for (const [, connection] of connections.all()) {
    for (const outgoing of connection.underWay()) {
      if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
    }
  }
  const closeIdle = (): void => {
    for (const [socket, connection] of connections.all()) if (connection.underWay().length === 0) socket.destroy()
  }
  closeIdle()
  const sweep = setInterval(closeIdle, 20)
  const limit = setTimeout(() => {
    for (const [socket] of connections.all()) socket.destroy()
  }, drainLimitMs)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}

/**
 * Makes a fake and serves it over HTTP.
 * @throws InputError for an option or a fixture that cannot be used, and the system's error where the address cannot be had
 */
export async function startFake(options: FakeOptions & ListenOptions = {}): Promise<Fake> {
  requireObject(options)
  const { port, host, controlToken: token, allowHost, ...rest } = options
  const core = await createCore(rest)
  const { origin, controlToken, close } = await listen(core, { port, host, controlToken: token, allowHost }, false)
  return core.fake(origin, { controlToken, close })
}
