import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { getRequestListener, RequestError } from '@hono/node-server'

import type { Core } from '../app/create-core.ts'
import type { ListenOptions } from '../app/options.ts'
import { readListenOptions } from '../app/read-options.ts'
import { createGuard, drawToken } from '../control/guard.ts'
import { type Answer, framed, toResponse } from '../http/answer.ts'
import { keepAliveMs } from '../http/arrivals.ts'
import type { Guard } from '../http/bindings.ts'
import { createLoopbackList, hasAddress } from '../lib/loopback.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'

/** Longest time of requests in progress when the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** Time between the checks of a closing server for unanswered requests. */
const sweepMs = 5

/** Time that a client has to read the refusal of its message. */
const refusalLingerMs = 200

/** A fake that listens. */
export interface Listening {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** The token that the control plane requires; undefined for none. */
  readonly controlToken: string | undefined
  /**
   * Takes no more connections, and ends after the requests in progress, for up to 5 seconds.
   * @param lingerMs how long open connections may still send a request, and the answer ends the connection (0)
   */
  readonly close: (lingerMs?: number) => Promise<void>
}

/** The open work of a server. */
interface Traffic {
  /** The answers that are not sent yet. */
  readonly underWay: Set<ServerResponse>
  isEnding: boolean
}

/**
 * Serves a fake over HTTP.
 * @param ownsProcess lets the server replace the global Request and Response by faster ones; false inside another program
 * @throws InputError for an option that cannot be used, or the error of the system for the address (EADDRINUSE, EACCES,
 * EADDRNOTAVAIL)
 */
export async function listen(core: Core, options: ListenOptions, ownsProcess: boolean): Promise<Listening> {
  const { port, host, controlToken: given, allowHost = [] } = readListenOptions(options)
  // This guard refuses every request. It is replaced when the address is known, before the first connection.
  let guard: Guard = createGuard({ hosts: [], token: drawToken(), guardsApi: true })
  const listener = createListener(core, { hostname: bracketed(host), ownsProcess, guard: () => guard })
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false })
  const traffic = answerAll(server, core, listener)
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
    guardsApi: !isExposed,
  })
  core.begin()
  let closing: Promise<void> | undefined
  const close = async (lingerMs: number): Promise<void> => {
    core.drain()
    await drain(server, traffic, lingerMs)
    await core.end()
  }
  return {
    origin: `http://${shown}:${address.port}`,
    controlToken,
    close: (lingerMs = 0) => (closing ??= close(lingerMs)),
  }
}

/** The entry of requests into the app. */
interface ListenerOptions {
  /** The host of a request without a Host header. */
  readonly hostname: string
  readonly ownsProcess: boolean
  readonly guard: () => Guard
}

function createListener(core: Core, { hostname, ownsProcess, guard }: ListenerOptions): RequestListener {
  const refuse = (reason: string): Response => toResponse(core.refuse(new ApiError('invalid_request', reason)))
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) throw new Error('not a request of HTTP/1.1')
      const host = request.headers.get('Host')
      // HTTP/1.1 requires one Host header (RFC 9112, section 3.2).
      if (incoming.httpVersion === '1.1' && (host === null || host.includes(','))) {
        outgoing.setHeader('Connection', 'close')
        return refuse('Host: expected one such header')
      }
      return core.app.fetch(request, { incoming, outgoing, guard: guard() })
    },
    {
      hostname,
      overrideGlobalObjects: ownsProcess,
      errorHandler: (error) =>
        error instanceof RequestError
          ? refuse(`Host and request target: expected an address such as http://${hostname}${versionPath}`)
          : toResponse(core.refuse(error)),
    },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

/** An address for clients: that of the loopback if the server listens on all addresses. */
function reachable(address: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
}

/** An address in the form of a URL. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** Has everything that reaches a server answered in the envelope, even what Node would answer by itself. */
function answerAll(server: Server, core: Core, serve: RequestListener): Traffic {
  const traffic: Traffic = { underWay: new Set(), isEnding: false }
  const { underWay } = traffic
  function forget(this: ServerResponse): void {
    underWay.delete(this)
  }
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    underWay.add(outgoing)
    outgoing.on('close', forget)
    if (traffic.isEnding) outgoing.setHeader('Connection', 'close')
    serve(incoming, outgoing)
  }
  const refuse = (socket: Duplex, reason: string): void => {
    const earlier = [...underWay].find(({ req }) => req.socket === socket && req.complete)
    if (!socket.writable) socket.destroy()
    // An earlier request is answered first: the client must not take this answer for that of the request.
    else if (earlier !== undefined) earlier.once('close', () => socket.destroy())
    else refuseMessage(core, reason, socket)
  }
  server.on('connection', (socket: Duplex) => {
    core.connected(socket)
    // An answer that waits for an earlier one on its connection gets no close event.
    socket.once('close', () => {
      core.disconnected(socket)
      for (const outgoing of underWay) if (outgoing.req.socket === socket) underWay.delete(outgoing)
    })
  })
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('connect', (_incoming, socket) => {
    // Node has removed its own handler of errors from the socket.
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is not served')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, describeClientError(error))
  })
  return traffic
}

function describeClientError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request did not arrive in time'
  return `not a request of HTTP/1.1 (${code ?? message})`
}

/** Refuses a message that is not a request, and ends its connection. */
function refuseMessage(core: Core, reason: string, socket: Duplex): void {
  const refusal: Answer = core.refuse(new ApiError('invalid_request', reason))
  const { headers, bytes } = framed(refusal)
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map((header) => header.join(': ')),
  ]
  // The connection also ends if the client does not end its side.
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]), () => {
    setTimeout(() => socket.destroy(), refusalLingerMs).unref()
  })
}

/** Ends a server: requests in progress may finish, everything else ends at once. */
async function drain(server: Server, traffic: Traffic, lingerMs: number): Promise<void> {
  const { underWay } = traffic
  traffic.isEnding = true
  for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  if (lingerMs > 0 && (await countConnections(server)) > 0) await wait(lingerMs)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const limit = AbortSignal.timeout(drainLimitMs)
  while (underWay.size > 0 && !limit.aborted) await wait(sweepMs)
  // The connections that are left are idle, or have had their time.
  server.closeAllConnections()
  await closed
}

async function countConnections(server: Server): Promise<number> {
  return await new Promise((resolve) => {
    server.getConnections((_, count) => resolve(count))
  })
}
