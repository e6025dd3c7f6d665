import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Core } from '../app/create-core.ts'
import { type Answer, framed } from '../http/answer.ts'
import { closeConnection, openConnection } from '../http/connections.ts'
import { ApiError } from '../spec/api-error.ts'
import { steadyNow, waitOnWall } from '../time/clock.ts'

/** Longest time of requests in progress when the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** Time between the checks of a closing server for unanswered requests. */
const sweepMs = 5

/** Time that a client has to read the last message of its connection. */
const lingerMs = 200

type Traffic = ReturnType<typeof answerAll>

/** True if a server serves https: this one alone has such protocols. */
export const isSecure = (server: Server): boolean => 'ALPNProtocols' in server

/** Has everything that reaches a server answered in the envelope, even what Node would answer by itself. */
export function answerAll(server: Server, core: Core, serve: RequestListener) {
  const connections = new Set<Duplex>()
  /** The connections that requests come on: with TLS, those after their handshake. */
  const open = new Set<Duplex>()
  /** The answers that are not sent yet. */
  const underWay = new Set<ServerResponse>()
  const traffic = { connections, underWay, isEnding: false }
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
    // More of a message that was refused must not cut the refusal off.
    if (!socket.writable) destroyLater(socket)
    // An earlier request is answered first: the client must not take this answer for that of the request.
    else if (earlier !== undefined) earlier.once('close', () => socket.destroy())
    else refuseMessage(core, reason, socket)
  }
  server.on('connection', (socket: Duplex) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on(isSecure(server) ? 'secureConnection' : 'connection', (socket: Duplex) => {
    openConnection(socket)
    open.add(socket)
    socket.once('close', () => {
      closeConnection(socket)
      open.delete(socket)
      for (const outgoing of underWay) {
        // An answer that waits for an earlier one on its connection has no socket yet, and Node tells it nothing.
        if (outgoing.req.socket !== socket || outgoing.socket !== null) continue
        outgoing.destroy()
        outgoing.emit('close')
      }
    })
  })
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('checkContinue', (incoming, outgoing) => {
    const goOn = (): void => void (outgoing.headersSent || outgoing.writeContinue())
    // Node would put this into the answer where both wait for an earlier one on the connection.
    if (outgoing.socket === null) outgoing.once('socket', goOn)
    else goOn()
    answer(incoming, outgoing)
  })
  server.on('connect', (_incoming, socket) => {
    // Node has removed its own handler of errors from the socket.
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is not served')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A handshake that failed has no way for an answer.
    if (error.code === 'ECONNRESET' || !open.has(socket)) socket.destroy()
    else refuse(socket, describeClientError(error))
  })
  return traffic
}

function describeClientError({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request did not arrive in time'
  if (message.includes('Invalid char in url'))
    return `the request target: percent-encode what is no printable ASCII, as ü by %C3%BC (${code})`
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
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]), () => destroyLater(socket))
}

/** Ends a connection once its client has had the time to read. */
function destroyLater(socket: Duplex): void {
  void waitOnWall(lingerMs).then(() => socket.destroy())
}

/** Ends a server: requests in progress may finish, everything else ends at once. */
export async function drain(server: Server, traffic: Traffic, lingerMs: number): Promise<void> {
  const { connections, underWay } = traffic
  traffic.isEnding = true
  for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
  if (lingerMs > 0 && connections.size > 0) await waitOnWall(lingerMs)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const limitMs = steadyNow() + drainLimitMs
  while (underWay.size > 0 && steadyNow() < limitMs) await waitOnWall(sweepMs)
  // The connections that are left are idle, or have had their time.
  for (const socket of connections) socket.destroy()
  await closed
}
