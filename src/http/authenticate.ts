import type { ApiKey } from '../auth/keys.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { RequestContext } from './request-context.ts'

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
