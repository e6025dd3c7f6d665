import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { finished } from 'node:stream/promises'

import { later } from '../../time/clock.ts'
import type { Target } from './target.ts'
import type { WebhookRequest } from './transport.ts'

/** Bytes of a body that are read before the connection is closed, and those that are kept. */
const [mostReadBytes, mostKeptBytes] = [65_536, 1024]

/**
 * Sends one POST over a connection of its own, and reads the response. It follows no redirect and uses no proxy.
 * A response counts once its head has arrived, however its body ends.
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
    // It stays: an error after the head of the response must not end the process.
    outgoing.on('error', reject).once('response', resolve)
    // Node closes it without an error where the answer is another protocol (101).
    outgoing.once('close', () => reject(new Error('the connection ended without an answer'))).end(body)
  })
  const response = await readStart(incoming)
  outgoing.destroy()
  return { status: incoming.statusCode ?? 0, response }
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

async function readStart(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let readBytes = 0
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    readBytes += chunk.length
    if (readBytes >= mostReadBytes) incoming.destroy()
  })
  await finished(incoming).catch(() => {})
  // Decoded as a stream, so that a character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostKeptBytes), { stream: true })
}
