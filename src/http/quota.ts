import type { Assume } from '../assumptions/register.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { Meter } from '../auth/meter.ts'
import type { Quotas, QuotaSetting } from '../auth/quota.ts'

/** The values of the rate-limit headers (§8). */
export interface QuotaReading {
  readonly limit: number
  readonly remaining: number
  /** When the window resets, in Unix milliseconds, on a whole second. */
  readonly resetMs: number
  /** A request that was counted is above the quota. */
  readonly isExceeded: boolean
}

/** The quotas of a sandbox as one request sees them. */
export interface Metered {
  readonly quotas: Quotas
  readonly assume: Assume
  /** The key of the request; undefined where it has none that is valid. */
  readonly key: ApiKey | undefined
}

function ownerOf({ assume, key }: Metered): string {
  if (key === undefined) return 'without key'
  return assume('rateScope') === 'account' ? 'account' : `key ${key.id}`
}

function usualLimit({ assume, key }: Metered): number {
  const own = key === undefined || assume('rateScope') === 'account' ? null : key.quota
  return own ?? assume('rateQuota')
}

/** Reads the quota that a request falls under, and changes nothing. */
export function readQuota(metered: Metered, nowMs: number): QuotaReading {
  const { quotas, assume } = metered
  const owner = ownerOf(metered)
  const limit = quotas.limit(owner) ?? usualLimit(metered)
  return read(quotas.look(owner, assume('rateWindow'), limit), limit, nowMs, false)
}

/** Sets what is given of the quota that requests with a key fall under. */
export function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void {
  metered.quotas.set(ownerOf(metered), metered.assume('rateWindow'), usualLimit(metered), setting, nowMs)
}

/** Reads the quota that a request falls under, and counts the request on it where it counts. @param isKept false counts on a copy */
export function count(metered: Metered, nowMs: number, isKept = true): QuotaReading {
  const { quotas, assume, key } = metered
  const owner = ownerOf(metered)
  const limit = quotas.limit(owner) ?? usualLimit(metered)
  const window = assume('rateWindow')
  const meter = isKept ? quotas.meter(owner, window, limit) : quotas.look(owner, window, limit)
  const isExceeded = meter.used(nowMs) >= limit
  const isAccepted = key !== undefined && !isExceeded
  if (isAccepted || assume('rateCounts') === 'every_request') meter.add(nowMs)
  return read(meter, limit, nowMs, isExceeded)
}

const read = (meter: Meter, limit: number, nowMs: number, isExceeded: boolean): QuotaReading => ({
  limit,
  remaining: Math.max(0, limit - meter.used(nowMs)),
  resetMs: meter.resetMs(nowMs),
  isExceeded,
})
