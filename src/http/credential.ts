import { hashSecret } from '../auth/keys.ts'
import { remembered } from '../lib/lazily.ts'
import { keyScheme } from '../spec/headers.ts'

/** The credential of a request (§5): the header, its scheme, and the hash of the secret. */
export class Credential {
  /** The header as sent; empty for none. */
  readonly header: string
  /** The first word of the header. */
  readonly scheme: string
  /** The rest of the header, without the spaces around it. */
  readonly secret: string
  /** True if the scheme is `Bearer`, in any case. */
  readonly hasKeyScheme: boolean
  /** Empty where the scheme is another one. */
  readonly secretHash: string

  constructor(header: string | null) {
    this.header = header ?? ''
    const [scheme = ''] = this.header.split(' ', 1)
    this.scheme = scheme
    this.secret = this.header.slice(scheme.length).trim()
    this.hasKeyScheme = scheme.toLowerCase() === keyScheme.toLowerCase()
    this.secretHash = this.hasKeyScheme ? hashSecret(this.secret) : ''
  }
}

/** Longer headers are not kept: no key of the fake is as long. */
const longestKept = 256

/** Keeps those of late, more than a test suite has keys: the hash of a secret is not computed with each request. */
const kept = remembered((header: string | null) => new Credential(header), 64)

/** The credential in a header. */
export function credentialIn(header: string | null): Credential {
  return header === null || header.length <= longestKept ? kept(header) : new Credential(header)
}
