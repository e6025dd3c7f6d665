import { hashSecret } from '../auth/keys.ts'
import { InputError } from '../lib/input-error.ts'
import { RandomStream } from '../random/random.ts'

/** Reads a signing secret of the Standard Webhooks form. @throws InputError that does not repeat the secret */
export function parseSecret(text: string): string {
  const [, coded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(coded, 'base64')
  // Another spelling of the same bytes is refused, since other decoders refuse it.
  if (bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === coded) return text
  throw new InputError('expected whsec_ and 24 to 64 bytes in base64', { field: 'secret' })
}

/** The first signing secret of a sandbox: 24 bytes that follow from the seed and its name. */
export function drawSecret(seed: number, seedName: string): string {
  const random = new RandomStream(`${seed}:signing secret of ${seedName}`)
  const bytes = Uint8Array.from({ length: 24 }, () => random.int(0, 255))
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}

/** A secret with the hash of a snapshot. @throws InputError for any other */
export function requireHash(secret: string, secretHash: string): string {
  if (hashSecret(secret) === secretHash) return secret
  const known = 'the SHA-256 of the signing secret of this sandbox'
  throw new InputError(
    `expected ${known}, got another; set the one that the snapshot was taken with, which is not in it, and load it again`,
    { field: 'secretHash' },
  )
}
