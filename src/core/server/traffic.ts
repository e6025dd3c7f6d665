import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Core } from '../app/create-core.ts'
import { withContentLength } from '../http/answer.ts'
import { closeConnection, openConnection } from '../http/connections.ts'
import type { Answer } from '../http/types.ts'
import { ApiError } from '../spec/api-error.ts'
import { steadyNow, waitOnWall } from '../time/clock.ts'

/** How long requests in progress may take when the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** The interval at which a closing server checks for unanswered requests. */
const pollMs = 5

/** How long a client may read the last message of its connection. */
const lingerMs = 200

type Traffic = ReturnType<typeof attachHandlers>

/** True if a server serves https: only then it has these protocols. */
export const isSecure = (server: Server): boolean => 'ALPNProtocols' in server

/** Answers every message in the envelope, including errors that Node would handle itself. */
export function attachHandlers(server: Server, core: Core, serve: RequestListener) {
  const connections = new Set<Duplex>()
  /** The connections that can send requests: with TLS, after the handshake. */
  const open = new Set<Duplex>()
  /** The responses that are not sent yet. */
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
    // More bytes of a refused message must not cut off the refusal.
    if (!socket.writable) destroyLater(socket)
    // An earlier request is answered first: the client must not take the refusal for its answer.
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
        // A pipelined response has no socket yet, and gets no event from Node.
        if (outgoing.req.socket !== socket || outgoing.socket !== null) continue
        outgoing.destroy()
        outgoing.emit('close')
      }
    })
  })
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('checkContinue', (incoming, outgoing) => {
    const sendContinue = (): void => void (outgoing.headersSent || outgoing.writeContinue())
    // For a pipelined response, Node would write this into the answer.
    if (outgoing.socket === null) outgoing.once('socket', sendContinue)
    else sendContinue()
    answer(incoming, outgoing)
  })
  server.on('connect', (_incoming, socket) => {
    // Node has removed its own error handler from the socket.
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is not served')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // After a failed handshake, no answer can be sent.
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

/** Answers a message that is not a valid request, and ends its connection. */
function refuseMessage(core: Core, reason: string, socket: Duplex): void {
  const refusal: Answer = core.refuse(new ApiError('invalid_request', reason))
  const { headers, bytes } = withContentLength(refusal)
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map((header) => header.join(': ')),
  ]
  // The connection also ends if the client does not end its side.
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]), () => destroyLater(socket))
}

/** Ends a connection after its client had time to read. */
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
  while (underWay.size > 0 && steadyNow() < limitMs) await waitOnWall(pollMs)
  // The remaining connections are idle, or have exceeded the limit.
  for (const socket of connections) socket.destroy()
  await closed
}
