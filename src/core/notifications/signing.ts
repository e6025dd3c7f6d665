import { createHmac } from 'node:crypto'

import { InputError } from '../lib/input-error.ts'
import { RandomStream } from '../random/random.ts'
import type { Delivery } from './delivery.ts'

/** Reads a signing secret in the form of Standard Webhooks. @throws InputError that does not repeat the secret */
export function parseSecret(text: string): string {
  const [, coded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(coded, 'base64')
  // A non-canonical encoding is refused, because other decoders refuse it.
  if (bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === coded) return text
  throw new InputError('expected whsec_ and 24 to 64 bytes in base64', { field: 'secret' })
}

/** The default secret of a sandbox. */
export function drawSecret(seed: number, seedName: string): string {
  const random = new RandomStream(`${seed}:signing secret of ${seedName}`)
  const bytes = Uint8Array.from({ length: 24 }, () => random.int(0, 255))
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}

/** The signature headers of a webhook by Standard Webhooks. @param tamper signs another body, so that the signature is invalid */
export function sign({ id, body }: Pick<Delivery, 'id' | 'body'>, secret: string, atMs: number, tamper: boolean) {
  const seconds = Math.floor(atMs / 1000)
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const signature = hmac.update(`${id}.${seconds}.${tamper ? `${body} ` : body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
