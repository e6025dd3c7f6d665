import { type ApiKey, hashSecret } from '../auth/keys.ts'
import { addTo, forgetIn, type Meter, resetOf, usedIn } from '../auth/meter.ts'
import type { QuotaSetting } from '../auth/quota.ts'
import { remembered } from '../lib/lazily.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

function readCredential(sent: string | null) {
  const header = sent ?? ''
  const [scheme = ''] = header.split(' ', 1)
  const secret = header.slice(scheme.length).trim()
  const hasKeyScheme = scheme.toLowerCase() === keyScheme.toLowerCase()
  return { header, scheme, secret, hasKeyScheme, secretHash: hasKeyScheme ? hashSecret(secret) : '' }
}

/** The key that a request sent. The hash is empty where the scheme is another one. */
export type Credential = Readonly<ReturnType<typeof readCredential>>

/** Longer headers are not kept: no key of the fake is as long. */
const longestKept = 256

/** Keeps those of late, more than a test suite has keys: the hash of a secret is not computed with each request. */
const kept = remembered(readCredential, 64)

export function credentialIn(header: string | null): Credential {
  return header === null || header.length <= longestKept ? kept(header) : readCredential(header)
}

/** Any other word before a secret may be one in the wrong place, so an error does not repeat it. */
const knownSchemes: ReadonlySet<string> = new Set(['bearer', 'basic', 'digest', 'negotiate', 'token', 'apikey'])

function findKey({ sandbox, assume, credential }: RequestContext): ApiKey | string {
  const { header, scheme, secret, hasKeyScheme } = credential
  if (header === '') return `required, but missing; expected ${keyScheme} and an API key`
  if (scheme !== keyScheme && !(hasKeyScheme && assume('authScheme') === 'any_case')) {
    const got = knownSchemes.has(scheme.toLowerCase()) ? `the scheme ${scheme}` : 'another word'
    return `expected ${keyScheme} and an API key, got ${got}`
  }
  if (secret === '' || secret.includes(' ')) return `expected one API key after ${keyScheme}`
  const key = sandbox.keys.findByHash(credential.secretHash)
  if (key === undefined) return 'the API key is not known'
  return key.revoked ? 'the API key has been revoked' : key
}

/**
 * Authenticates a request, counts it on its quota, and keeps its sandbox if its key is valid. Where a real service counts, only
 * the quota of a scenario does here.
 * @throws ApiError where the fake holds too many sandboxes
 */
export function runFirstChecks(
  { sandboxes, upstream }: Pick<Service, 'sandboxes' | 'upstream'>,
  ctx: RequestContext,
): void {
  const key = findKey(ctx)
  if (typeof key === 'string') ctx.keyRefusal = new ApiError('authentication_error', `${keyHeader}: ${key}`)
  else ctx.key = key
  ctx.consumeQuota(upstream === undefined || ctx.settings.quotas.scenario !== undefined)
  if (ctx.key === undefined || sandboxes.register(ctx.sandbox)) return
  const details = `this fake holds ${sandboxes.max} sandboxes, its bound, so ${JSON.stringify(ctx.sandbox.name)} was not made; none is dropped to make room`
  throw new ApiError('service_unavailable', details)
}

/** Lets in a request that passed the first checks. @throws ApiError for any other */
export function admit({ key, keyRefusal, quota, assume, settings, entry }: RequestContext): ApiKey {
  // It asks the register for an order only where two checks fail.
  if (quota.isExceeded && (key !== undefined || assume('checkOrder') === 'quota_first')) {
    entry.limitedBy = settings.quotas.scenario
    throw new ApiError('rate_limit_exceeded', `the quota of ${quota.limit} requests an hour is used up`)
  }
  if (key === undefined) throw keyRefusal ?? new Error('the first checks come before')
  return key
}

export type Metered = Pick<RequestContext, 'settings' | 'assume' | 'key'>

function ownerOf({ assume, key }: Metered): string {
  if (key === undefined) return 'without key'
  return assume('rateScope') === 'account' ? 'account' : `key ${key.id}`
}

function usualLimit({ assume, key }: Metered): number {
  const own = key === undefined || assume('rateScope') === 'account' ? null : key.quota
  return own ?? assume('rateQuota')
}

function meterOf(metered: Metered, isKept: boolean) {
  const { quotas } = metered.settings
  const owner = ownerOf(metered)
  const limit = quotas.limit(owner) ?? usualLimit(metered)
  return { limit, meter: quotas.meter(owner, metered.assume('rateWindow'), limit, isKept) }
}

export function readQuota(metered: Metered, nowMs: number): QuotaReading {
  const { meter, limit } = meterOf(metered, false)
  return read(meter, limit, nowMs, false)
}

export function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void {
  metered.settings.quotas.set(ownerOf(metered), metered.assume('rateWindow'), usualLimit(metered), setting, nowMs)
}

/** Reads the quota that a request falls under, and counts the request on it where it counts. @param isKept false keeps no new meter */
export function count(metered: Metered, nowMs: number, isKept: boolean, isCounted: boolean): QuotaReading {
  const { assume, key } = metered
  const { meter, limit } = meterOf(metered, isKept)
  forgetIn(meter, nowMs)
  const isExceeded = usedIn(meter, nowMs) >= limit
  const isAccepted = key !== undefined && !isExceeded
  if (isCounted && (isAccepted || assume('rateCounts') === 'every_request')) addTo(meter, nowMs)
  return read(meter, limit, nowMs, isExceeded)
}

const read = (meter: Meter, limit: number, nowMs: number, isExceeded: boolean) => ({
  limit,
  remaining: Math.max(0, limit - usedIn(meter, nowMs)),
  /** When the window resets, in Unix milliseconds, on a whole second. */
  resetMs: resetOf(meter, nowMs),
  isExceeded,
})

export type QuotaReading = Readonly<ReturnType<typeof read>>
