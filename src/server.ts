import { createServer, type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import { getRequestListener, RequestError } from '@hono/node-server'

import type { Fake } from './control/box.ts'
import { createGuard, drawToken, type Guard } from './control/guard.ts'
import { type Core, createCore } from './fake.ts'
import { createLoopbackList, hasAddress } from './lib/loopback.ts'
import { type ListenOptions, readListenOptions } from './listen-options.ts'
import { type FakeOptions, requireObject } from './options.ts'
import { type SocketOptions, SocketWire } from './socket-wire.ts'
import { ApiError } from './spec/api-error.ts'

/** How long requests that are being served may take once the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** How long a connection may stay idle: longer than the pools of clients, so that none meets a connection that just closed. */
const keepAliveMs = 75_000

/** How long a client whose message was refused has to read the answer. */
const lingerMs = 200

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
  const socketOptions: SocketOptions = { guard: (request, open) => guard(request, open), hung }
  const listener = getRequestListener(
    (request, { outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error('not a request of HTTP/1.1')
      return core.handle(request, new SocketWire(outgoing, socketOptions))
    },
    {
      hostname: bracketed(host),
      overrideGlobalObjects: ownsProcess,
      errorHandler: (error) =>
        core.refuse(error instanceof RequestError ? new ApiError('invalid_request', error.message) : error),
    },
  )
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false })
  const traffic = answerAll(server, core, (incoming, outgoing) => void listener(incoming, outgoing))
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
  const controlToken = given ?? (hasAddress(createLoopbackList(), address.address) ? undefined : drawToken())
  guard = createGuard({
    hosts: [...(shown === bracketed(address.address) ? [shown, bracketed(host)] : []), ...allowHost],
    token: controlToken,
  })
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    core.drain()
    await drain(server, traffic, hung)
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

/** What a server has open. */
interface Traffic {
  readonly sockets: ReadonlySet<Duplex>
  /** The answers that are not out yet. */
  readonly underWay: ReadonlySet<ServerResponse>
}

/** Has everything that reaches a server answered in the envelope, what Node would answer by itself included. */
function answerAll(
  server: Server,
  core: Core,
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Traffic {
  const sockets = new Set<Duplex>()
  const underWay = new Set<ServerResponse>()
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    underWay.add(outgoing)
    outgoing.once('close', () => underWay.delete(outgoing))
    if (hasOneHost(incoming)) serve(incoming, outgoing)
    else void refuseRequest(core, 'Host: expected one such header', outgoing)
  }
  const refuse = (socket: Duplex, reason: string): void => {
    const earlier = [...underWay].find((outgoing) => outgoing.socket === socket && outgoing.req.complete)
    if (!socket.writable) socket.destroy()
    // What came before is answered first: its answer must not be taken for that of this message.
    else if (earlier !== undefined) earlier.once('close', () => socket.destroy())
    else void refuseMessage(core, reason, socket)
  }
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
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
  return { sockets, underWay }
}

function describeClientError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request did not arrive in time'
  return `not a request of HTTP/1.1 (${code ?? message})`
}

/** HTTP/1.1 demands one Host header (RFC 9112, section 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1') return true
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts += 1
  return hosts === 1
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === 'host'

/** What the service would answer a bad request, with the end of the connection. */
async function refusal(core: Core, reason: string) {
  const response = core.refuse(new ApiError('invalid_request', reason))
  const body = Buffer.from(await response.arrayBuffer())
  const headers = { ...Object.fromEntries(response.headers), 'Content-Length': body.length, Connection: 'close' }
  return { status: response.status, headers, body }
}

/** Refuses a request that HTTP does not allow. */
async function refuseRequest(core: Core, reason: string, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = await refusal(core, reason)
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}

/** Refuses a message that is no request. */
async function refuseMessage(core: Core, reason: string, socket: Duplex): Promise<void> {
  const { status, headers, body } = await refusal(core, reason)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map((header) => header.join(': ')),
  ]
  // A client that does not end its side does not keep the connection.
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]), () => {
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
}

/** Ends a server: what is being served may finish, and everything else goes at once. */
async function drain(server: Server, { sockets, underWay }: Traffic, hung: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  for (const outgoing of hung) outgoing.destroy()
  for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  const closeIdle = (): void => {
    const busy = new Set<Duplex | null>([...underWay].map((outgoing) => outgoing.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }
  closeIdle()
  const sweep = setInterval(closeIdle, 20)
  const limit = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
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
