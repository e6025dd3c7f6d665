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

/** What the first secret follows from. */
interface Named {
  readonly seed: number
  readonly seedName: string
}

/** The signing secret of a sandbox. */
export class SigningSecret {
  readonly #of: Named
  /** The one that a client set. */
  #set: string | undefined
  /** The hash of one that a restart lost. */
  readonly #lostHash: string | undefined

  /**
   * @param setHash of the secret that a client had set (none was)
   * @param replaced that of the sandbox which is replaced: it must have that secret, or have lost it (none: the secret is lost)
   * @throws InputError for the hash of another secret
   */
  constructor(of: Named, setHash: string | undefined, replaced: SigningSecret | undefined) {
    this.#of = of
    if (replaced === undefined) this.#lostHash = setHash
    else if (replaced.setHash === setHash) {
      this.#set = replaced.#set
      this.#lostHash = replaced.#lostHash
    } else if (setHash !== undefined) this.#set = requireHash(replaced.text, setHash)
  }

  /** `whsec_…`: one that a client set, or 24 bytes that follow from the seed and the name of the sandbox. */
  get text(): string {
    if (this.#set !== undefined) return this.#set
    const random = new RandomStream(`${this.#of.seed}:signing secret of ${this.#of.seedName}`)
    const bytes = Uint8Array.from({ length: 24 }, () => random.int(0, 255))
    return `whsec_${Buffer.from(bytes).toString('base64')}`
  }

  set text(secret: string) {
    this.#set = secret
  }

  /** The SHA-256 of one that a client set. */
  get setHash(): string | undefined {
    return this.#set === undefined ? this.#lostHash : hashSecret(this.#set)
  }
}

/** A secret with the hash of a snapshot. @throws InputError for any other */
function requireHash(secret: string, secretHash: string): string {
  if (hashSecret(secret) === secretHash) return secret
  const known = 'the SHA-256 of the signing secret of this sandbox'
  throw new InputError(
    `expected ${known}, got another; set the one that the snapshot was taken with, which is not in it, and load it again`,
    { field: 'secretHash' },
  )
}
