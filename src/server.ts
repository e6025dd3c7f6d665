import { createServer, STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

import { getRequestListener } from '@hono/node-server'

import { type Core, createCore, type Fake, toFake } from './fake.ts'
import type { FakeOptions } from './options.ts'

/** Where a fake listens. */
export interface ListenOptions {
  /** 0 picks a free one (0). */
  readonly port?: number
  /** An address of this machine (127.0.0.1). */
  readonly host?: string
}

/** How long requests that are being served may take once the fake closes; then they are cut off. */
const drainLimitMs = 5_000

/** How long a connection may stay idle: longer than the pools of clients, so that none meets a connection that just closed. */
const keepAliveMs = 75_000

/** A core that listens. */
export interface Listening {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string
  /** Takes no more connections, lets what is being served finish for up to 5 seconds, and ends. */
  readonly close: () => Promise<void>
}

/**
 * Serves a core over HTTP.
 * @param ownsProcess lets the server replace the global Request and Response by faster ones: for a program of its own,
 * never inside somebody else's
 * @throws the system's error where the address cannot be had (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function listen(
  core: Core,
  { port = 0, host = '127.0.0.1' }: ListenOptions,
  ownsProcess: boolean,
): Promise<Listening> {
  const listener = getRequestListener(core.handle, {
    hostname: host,
    overrideGlobalObjects: ownsProcess,
    errorHandler: (error) => core.refuseMalformed(error instanceof Error ? error.message : 'unreadable'),
  })
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false }, (incoming, outgoing) => {
    void listener(incoming, outgoing)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    void answerMalformed(core, error, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`${host}: not an address of TCP`)
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let closing: Promise<void> | undefined
  return { origin: `http://${shown}:${address.port}`, close: () => (closing ??= drain(server)) }
}

/** Answers a message that the HTTP parser refused as the service would answer a bad request, and ends the connection. */
async function answerMalformed(core: Core, error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const response = core.refuseMalformed(`not a request of HTTP/1.1 (${error.code ?? error.message})`)
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers, ['Content-Length', String(body.length)], ['Connection', 'close']]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${head}\r\n`),
      body,
    ]),
  )
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // A connection that was busy when the server closed is idle, not closed, once its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs)
  await closed
  clearInterval(sweep)
  clearTimeout(limit)
}

/**
 * Makes a fake and serves it over HTTP.
 * @throws InputError for an option or a fixture that cannot be used, and the system's error where the address cannot be had
 */
export async function startFake({ port, host, ...options }: FakeOptions & ListenOptions = {}): Promise<Fake> {
  const core = await createCore(options)
  const { origin, close } = await listen(
    core,
    { ...(port === undefined ? {} : { port }), ...(host === undefined ? {} : { host }) },
    false,
  )
  return toFake(core, origin, close)
}
