import { type ApiKey, hashSecret } from '../auth/keys.ts'
import { countRequest, dropExpired, type Meter, resetOf, countedIn } from '../auth/meter.ts'
import type { QuotaSetting } from '../auth/quota.ts'
import { memoize } from '../lib/lazily.ts'
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

/** The API key that a request sent. The hash is empty for another scheme. */
export type Credential = Readonly<ReturnType<typeof readCredential>>

/** Longer headers are not cached: no key of the fake is as long. */
const maxCachedLength = 256

/** Caches up to 64 credentials, so that a secret is not hashed with each request. */
const cachedCredential = memoize(readCredential, 64)

export function credentialIn(header: string | null): Credential {
  return header === null || header.length <= maxCachedLength ? cachedCredential(header) : readCredential(header)
}

/** Errors repeat only these schemes: any other word may be a misplaced secret. */
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
 * Authenticates a request, counts it against its quota, and keeps its sandbox if the key is valid. In front of a real service,
 * only the quota of a scenario counts.
 * @throws ApiError if the fake holds too many sandboxes
 */
export function authenticateAndCount(
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

/** Admits a request that passed the first checks. @throws ApiError for any other */
export function admit({ key, keyRefusal, quota, assume, settings, entry }: RequestContext): ApiKey {
  // The order of the checks matters only if both fail.
  if (quota.isExceeded && (key !== undefined || assume('checkOrder') === 'quota_first')) {
    entry.quotaScenario = settings.quotas.scenario
    throw new ApiError('rate_limit_exceeded', `the quota of ${quota.limit} requests an hour is used up`)
  }
  if (key === undefined) throw keyRefusal ?? new Error('the first checks have not run')
  return key
}

export type Metered = Pick<RequestContext, 'settings' | 'assume' | 'key'>

function ownerOf({ assume, key }: Metered): string {
  if (key === undefined) return 'without key'
  return assume('rateScope') === 'account' ? 'account' : `key ${key.id}`
}

function defaultLimit({ assume, key }: Metered): number {
  const own = key === undefined || assume('rateScope') === 'account' ? null : key.quota
  return own ?? assume('rateQuota')
}

function meterOf(metered: Metered, isKept: boolean) {
  const { quotas } = metered.settings
  const owner = ownerOf(metered)
  const limit = quotas.limit(owner) ?? defaultLimit(metered)
  return { limit, meter: quotas.meter(owner, metered.assume('rateWindow'), limit, isKept) }
}

export function readQuota(metered: Metered, nowMs: number): QuotaReading {
  const { meter, limit } = meterOf(metered, false)
  return read(meter, limit, nowMs, false)
}

export function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void {
  metered.settings.quotas.set(ownerOf(metered), metered.assume('rateWindow'), defaultLimit(metered), setting, nowMs)
}

/** Reads the quota of a request, and counts the request against it. @param isKept false keeps no new meter @param isCounted false only reads */
export function count(metered: Metered, nowMs: number, isKept: boolean, isCounted: boolean): QuotaReading {
  const { assume, key } = metered
  const { meter, limit } = meterOf(metered, isKept)
  dropExpired(meter, nowMs)
  const isExceeded = countedIn(meter, nowMs) >= limit
  const isAccepted = key !== undefined && !isExceeded
  if (isCounted && (isAccepted || assume('rateCounts') === 'every_request')) countRequest(meter, nowMs)
  return read(meter, limit, nowMs, isExceeded)
}

const read = (meter: Meter, limit: number, nowMs: number, isExceeded: boolean) => ({
  limit,
  remaining: Math.max(0, limit - countedIn(meter, nowMs)),
  /** When the window resets, in Unix milliseconds, on a whole second. */
  resetMs: resetOf(meter, nowMs),
  isExceeded,
})

export type QuotaReading = Readonly<ReturnType<typeof read>>
