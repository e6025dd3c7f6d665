import type { Assume } from '../assumptions/register.ts'
import type { ApiKey } from '../auth/keys.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { Credential } from './credential.ts'
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
  const { header, scheme, secret } = credential
  if (header === '') return refused(`${keyHeader}: required, but missing; expected ${keyScheme} and an API key`)
  if (scheme !== keyScheme && !isOtherCase(assume, credential)) {
    return refused(`${keyHeader}: expected ${keyScheme} and an API key, got ${describeScheme(scheme)}`)
  }
  if (secret === '' || secret.includes(' ')) return refused(`${keyHeader}: expected one API key after ${keyScheme}`)
  const key = sandbox.keys.findByHash(credential.secretHash)
  if (key === undefined) return refused(`${keyHeader}: the API key is not known`)
  return key.revoked ? refused(`${keyHeader}: the API key has been revoked`) : key
}

/** Names the scheme only where it is well known: any other word may be a secret in the wrong place. */
function describeScheme(scheme: string): string {
  return knownSchemes.has(scheme.toLowerCase()) ? `the scheme ${scheme}` : 'another word'
}

function isOtherCase(assume: Assume, { hasKeyScheme }: Credential): boolean {
  return hasKeyScheme && assume('authScheme') === 'any_case'
}

function refused(details: string): ApiError {
  return new ApiError('authentication_error', details)
}
