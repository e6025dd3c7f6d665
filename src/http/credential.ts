import { type ApiKey, hashSecret } from '../auth/keys.ts'
import { remembered } from '../lib/lazily.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { RequestContext } from './request-context.ts'

/** The credential of a request (§5): the header, its scheme, and the hash of the secret. */
export class Credential {
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

export function credentialIn(header: string | null): Credential {
  return header === null || header.length <= longestKept ? kept(header) : new Credential(header)
}

const knownSchemes: ReadonlySet<string> = new Set(['bearer', 'basic', 'digest', 'negotiate', 'token', 'apikey'])

/** Finds the key of a request (§5), or why it has none: a missing header, another scheme, an unknown or revoked key. */
export function authenticate(ctx: RequestContext): void {
  const key = findKey(ctx)
  if (key instanceof ApiError) ctx.keyRefusal = key
  else ctx.key = key
}

/** The error never repeats a secret. */
function findKey({ sandbox, assume, credential }: RequestContext): ApiKey | ApiError {
  const { header, scheme, secret, hasKeyScheme } = credential
  if (header === '') return refused(`${keyHeader}: required, but missing; expected ${keyScheme} and an API key`)
  if (scheme !== keyScheme && !(hasKeyScheme && assume('authScheme') === 'any_case')) {
    return refused(`${keyHeader}: expected ${keyScheme} and an API key, got ${describeScheme(scheme)}`)
  }
  if (secret === '' || secret.includes(' ')) return refused(`${keyHeader}: expected one API key after ${keyScheme}`)
  const key = sandbox.keys.findByHash(credential.secretHash)
  if (key === undefined) return refused(`${keyHeader}: the API key is not known`)
  return key.revoked ? refused(`${keyHeader}: the API key has been revoked`) : key
}

/** Names the scheme only where it is well known: any other word may be a secret in the wrong place. */
const describeScheme = (scheme: string): string =>
  knownSchemes.has(scheme.toLowerCase()) ? `the scheme ${scheme}` : 'another word'

const refused = (details: string): ApiError => new ApiError('authentication_error', details)
