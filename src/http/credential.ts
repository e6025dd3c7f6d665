import { hashSecret } from '../auth/keys.ts'
import { keyScheme } from '../spec/headers.ts'

/** What a request shows to prove who it is (§5), read once: the header, its first word, and the hash of what follows. */
export class Credential {
  /** The header as sent; empty for none. */
  readonly header: string
  /** The first word of the header. */
  readonly scheme: string
  /** What follows that word, without the spaces around it. */
  readonly secret: string
  #secretHash: string | undefined

  constructor(header: string | null) {
    this.header = header ?? ''
    const space = this.header.indexOf(' ')
    this.scheme = space === -1 ? this.header : this.header.slice(0, space)
    this.secret = space === -1 ? '' : this.header.slice(space).trim()
  }

  /** Whether the first word is that of an API key, in any case. */
  get hasKeyScheme(): boolean {
    return this.scheme === keyScheme || this.scheme.toLowerCase() === keyScheme.toLowerCase()
  }

  /** What the secret is known by; computed once. */
  get secretHash(): string {
    this.#secretHash ??= hashSecret(this.secret)
    return this.#secretHash
  }
}
