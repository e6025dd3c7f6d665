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

/** Makes a server listen until the test ends. @param host Default: 127.0.0.1 */
export async function listen(server: Server, host = '127.0.0.1'): Promise<Omit<Destination, 'arrived'>> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not an address of TCP')
  return { port: address.port, open: () => sockets.size }
}
