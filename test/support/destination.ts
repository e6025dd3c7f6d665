import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

import { onTestFinished } from 'vitest'

/** A request as it arrived. */
interface Arrived {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A server on 127.0.0.1 until the test ends. */
export interface Destination {
  readonly port: number
  /** The requests that arrived completely, in order. */
  readonly arrived: readonly Arrived[]
  /** The number of open connections. */
  readonly open: () => number
}

/** Starts an HTTP server. @param answer called when a request arrived completely. Default: an empty 200 */
export async function startHttp(answer: RequestListener = (_, outgoing) => outgoing.end()): Promise<Destination> {
  const arrived: Arrived[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const { method, url, headers } = incoming
    arrived.push({ method, url, headers, body: Buffer.concat(chunks) })
    answer(incoming, outgoing)
  })
  return { arrived, ...(await listen(server)) }
}

/** Starts a TCP server. @param serve called with each connection @param when after its first data, or at once */
export async function startTcp(
  serve: (socket: Socket) => void,
  when: 'data' | 'connection' = 'data',
): Promise<Destination> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    if (when === 'data') socket.once('data', () => serve(socket))
    else serve(socket)
  })
  return { arrived: [], ...(await listen(server)) }
}

/** A server that listens. */
interface Listening extends Omit<Destination, 'arrived'> {
  /** Ends its connections, and stops listening. */
  readonly end: () => Promise<void>
}

/** Makes a server listen until the test ends. @param host Default: 127.0.0.1 @param onPort Default: a free one */
export async function listen(server: Server, host = '127.0.0.1', onPort = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(onPort, host, resolve))
  const end = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(end)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not an address of TCP')
  return { port: address.port, open: () => sockets.size, end }
}
