import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { finished } from 'node:stream/promises'

import { later } from '../../time/clock.ts'
import type { Target } from './target.ts'
import type { WebhookRequest } from './transport.ts'

/** The maximum bytes of a response body that are read before the connection is closed, and that are kept. */
const [maxReadBytes, maxKeptBytes] = [65_536, 1024]

/**
 * Sends one POST over a new connection, and reads the response. It follows no redirect and uses no proxy.
 * A response counts once its headers have arrived, however its body ends.
 */
export async function sendWebhook(
  target: Target,
  { headers, body }: Pick<WebhookRequest, 'headers' | 'body'>,
  signal: AbortSignal,
) {
  const { url } = target
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    signal,
    lookup: giveAddresses(target),
    headers: { ...headers, 'User-Agent': 'cloudsec-fake', 'Content-Length': Buffer.byteLength(body) },
  })
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    // It stays, because an error after the response headers must not end the process.
    outgoing.on('error', reject).once('response', resolve)
    // Node closes it without an error if the answer switches protocols (101).
    outgoing.once('close', () => reject(new Error('the connection ended without an answer'))).end(body)
  })
  const response = await readStart(incoming)
  outgoing.destroy()
  return { status: incoming.statusCode ?? 0, response }
}

/**
 * Returns a lookup with the checked addresses. It answers in a later turn of the event loop, as every lookup does: otherwise a
 * connection could fail before anything listens for errors.
 */
function giveAddresses({ addresses }: Target): LookupFunction {
  return (_hostname, { all }, done) => {
    later(() => {
      if (all === true) done(null, [...addresses])
      else done(null, addresses[0].address, addresses[0].family)
    })
  }
}

async function readStart(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let readBytes = 0
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    readBytes += chunk.length
    if (readBytes >= maxReadBytes) incoming.destroy()
  })
  await finished(incoming).catch(() => {})
  // Decoded as a stream, so that a truncated character is dropped.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxKeptBytes), { stream: true })
}
