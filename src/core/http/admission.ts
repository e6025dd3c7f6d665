import { decide, type Deciding } from '../assumptions/decided-by.ts'
import { type ApiKey, hashSecret } from '../auth/keys.ts'
import { countRequest, dropExpired, type Meter, resetOf, countedIn } from '../auth/meter.ts'
import { type Owner, ownerOf, type QuotaSetting } from '../auth/quota.ts'
import { memoize } from '../lib/lazily.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { Credential, QuotaReading, RequestContext, Service } from './types.ts'

function readCredential(sent: string | null): Credential {
  const header = sent ?? ''
  const [scheme = ''] = header.split(' ', 1)
  const secret = header.slice(scheme.length).trim()
  const hasKeyScheme = scheme.toLowerCase() === keyScheme.toLowerCase()
  return { header, scheme, secret, hasKeyScheme, secretHash: hasKeyScheme ? hashSecret(secret) : '' }
}

/** Longer headers are not cached: no key of the fake is as long. */
const maxCachedLength = 256

/** Caches up to 64 credentials, so that a secret is not hashed with each request. */
const cachedCredential = memoize(readCredential, 64)

export function credentialIn(header: string | null): Credential {
  return header === null || header.length <= maxCachedLength ? cachedCredential(header) : readCredential(header)
}

/** Errors repeat only these schemes: any other word may be a misplaced secret. */
const knownSchemes: ReadonlySet<string> = new Set(['bearer', 'basic', 'digest', 'negotiate', 'token', 'apikey'])

function findKey(ctx: RequestContext): ApiKey | string {
  const { sandbox, credential } = ctx
  const { header, scheme, secret, hasKeyScheme } = credential
  if (header === '') return `required, but missing; expected ${keyScheme} and an API key`
  if (scheme !== keyScheme && !(hasKeyScheme && decide(ctx, 'authScheme') === 'any_case')) {
    const got = knownSchemes.has(scheme.toLowerCase()) ? `the scheme ${scheme}` : 'another word'
    return `expected ${keyScheme} and an API key, got ${got}`
  }
  if (secret === '' || secret.includes(' ')) return `expected one API key after ${keyScheme}`
  const key = sandbox.keys.findByHash(credential.secretHash)
  if (key === undefined) return 'the API key is not known'
  return key.revoked ? 'the API key has been revoked' : key
}

/** Finds the key of a request, or notes why there is none: `admit` refuses it, unless a rule answers before. */
export function identify(_: Service, ctx: RequestContext): undefined {
  const key = findKey(ctx)
  if (typeof key === 'string') ctx.keyRefusal = new ApiError('authentication_error', `${keyHeader}: ${key}`)
  else ctx.key = key
}

/** Counts a request against its quota. In front of a real service, only the quota of a scenario counts. */
export function countOnQuota({ upstream }: Service, ctx: RequestContext): undefined {
  const isCounted = upstream === undefined || ctx.settings.quotas.scenario !== undefined
  ctx.quota = count(ctx, ctx.nowMs, !ctx.sandbox.isPlaceholder, isCounted)
}

/** Refuses a request without a valid key, or beyond its quota. @throws ApiError */
export function admit(_: Service, ctx: RequestContext): undefined {
  const { key, keyRefusal, quota } = ctx
  // The order of the checks matters only if both fail.
  if (quota?.isExceeded === true && (key !== undefined || decide(ctx, 'checkOrder') === 'quota_first')) {
    ctx.entry.quotaScenario = ctx.settings.quotas.scenario
    throw new ApiError('rate_limit_exceeded', `the quota of ${quota.limit} requests an hour is used up`)
  }
  if (keyRefusal !== undefined) throw keyRefusal
}

/** What a quota depends on. */
export type Metered = Deciding & Pick<RequestContext, 'settings' | 'key'>

/** Requests without a key share one quota under each choice. */
const ownerFor = (ctx: Metered): Owner =>
  ownerOf(ctx.key?.id, ctx.key === undefined ? ctx.choices.rateScope : decide(ctx, 'rateScope'))

function defaultLimit(ctx: Metered): number {
  const { key } = ctx
  const own = key === undefined || decide(ctx, 'rateScope') === 'account' ? null : key.quota
  return own ?? decide(ctx, 'rateQuota')
}

function meterOf(metered: Metered, isKept: boolean) {
  const { quotas } = metered.settings
  const owner = ownerFor(metered)
  const limit = quotas.limit(owner) ?? defaultLimit(metered)
  return { limit, meter: quotas.meter(owner, decide(metered, 'rateWindow'), limit, isKept) }
}

export function readQuota(metered: Metered, nowMs: number): QuotaReading {
  const { meter, limit } = meterOf(metered, false)
  return read(meter, limit, nowMs, false)
}

export function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void {
  metered.settings.quotas.set(ownerFor(metered), decide(metered, 'rateWindow'), defaultLimit(metered), setting, nowMs)
}

/** Reads the quota of a request, and counts the request against it. @param isKept false keeps no new meter @param isCounted false only reads */
function count(metered: Metered, nowMs: number, isKept: boolean, isCounted: boolean): QuotaReading {
  const { meter, limit } = meterOf(metered, isKept)
  dropExpired(meter, nowMs)
  const isExceeded = countedIn(meter, nowMs) >= limit
  const isAccepted = metered.key !== undefined && !isExceeded
  if (isCounted && (isAccepted || decide(metered, 'rateCounts') === 'every_request')) countRequest(meter, nowMs)
  return read(meter, limit, nowMs, isExceeded)
}

const read = (meter: Meter, limit: number, nowMs: number, isExceeded: boolean): QuotaReading => ({
  limit,
  remaining: Math.max(0, limit - countedIn(meter, nowMs)),
  resetMs: resetOf(meter, nowMs),
  isExceeded,
})
