import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'

import { later } from '../../time/clock.ts'
import { Refused } from './failure.ts'
import type { Target } from './target.ts'

/** Bytes of a body that are read before the connection is closed, and those that are kept. */
const [mostReadBytes, mostKeptBytes] = [65_536, 1024]

export interface WebhookResponse {
  readonly status: number
  /** The start of the body, at most 1 KiB, read as UTF-8. */
  readonly response: string
}

export interface WebhookMessage {
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers that follow from the message or the connection; a message cannot set them. */
const own = new Set(['connection', 'content-length', 'host', 'transfer-encoding', 'user-agent'])

/**
 * Sends one POST over a connection of its own, and reads the response. It follows no redirect and uses no proxy.
 * A response counts once its head has arrived, however its body ends.
 * @throws the reason of the signal if it is aborted before, Refused for a connection that led elsewhere, and errors of Node
 */
export function sendWebhook({ target, headers, body }: WebhookMessage, signal: AbortSignal): Promise<WebhookResponse> {
  const { url, isAllowed } = target
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup: giveAddresses(target),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name.toLowerCase()))),
        'User-Agent': 'cloudsec-fake',
        'Content-Length': bytes.length,
      },
    })
    let answered = false
    outgoing.on('error', (error) => {
      if (!answered) reject(error)
    })
    outgoing.once('response', (incoming) => {
      answered = true
      readStart(incoming, (response) => {
        resolve({ status: incoming.statusCode ?? 0, response })
        outgoing.destroy()
      })
    })
    outgoing.once('upgrade', (incoming, socket) => {
      // Node hands over the socket without an error handler.
      socket.on('error', () => {}).destroy()
      resolve({ status: incoming.statusCode ?? 0, response: '' })
    })
    outgoing.once('socket', (socket: Socket) => {
      socket.once('connect', () => {
        const { remoteAddress } = socket
        if (remoteAddress === undefined || isAllowed(remoteAddress)) return
        outgoing.destroy(new Refused(`the connection led to ${remoteAddress}, which is not allowed`))
      })
    })
    signal.addEventListener('abort', () => {
      if (!answered) reject(signal.reason)
      outgoing.destroy()
    })
    outgoing.end(bytes)
  })
}

/**
 * Returns a lookup that gives the addresses that were checked. It answers in a later turn, as every lookup does: a connection
 * that fails at once would otherwise fail before anything listens for errors.
 */
function giveAddresses({ addresses }: Target): LookupFunction {
  return (_hostname, { all }, done) => {
    later(() => {
      if (all === true) done(null, [...addresses])
      else done(null, addresses[0].address, addresses[0].family)
    })
  }
}

/** Reads the start of a body. It stops reading a long body, and keeps what arrived of one that breaks off. */
function readStart(incoming: IncomingMessage, done: (text: string) => void): void {
  const kept: Buffer[] = []
  let readBytes = 0
  incoming.on('data', (chunk: Buffer) => {
    if (readBytes < mostKeptBytes) kept.push(chunk.subarray(0, mostKeptBytes - readBytes))
    readBytes += chunk.length
    if (readBytes >= mostReadBytes) incoming.destroy()
  })
  incoming.on('error', () => {})
  // Decoded as a stream, so that a character that is cut in two is left out.
  incoming.once('close', () => done(new TextDecoder().decode(Buffer.concat(kept), { stream: true })))
}
