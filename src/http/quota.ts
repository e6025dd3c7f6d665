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
}

interface Quota {
  readonly limit: number
  readonly meter: Meter
}

/** The quotas of a sandbox as one request sees them. */
export interface Metered {
  readonly quotas: Quotas
  readonly assume: Assume
  /** The key of the request; undefined where it has none that is valid. */
  readonly key: ApiKey | undefined
}

/** The owner of the quota that a request counts on. */
function ownerOf({ assume, key }: Metered): string {
  if (key === undefined) return 'without key'
  return assume('rateScope') === 'account' ? 'account' : `key ${key.id}`
}

/** The limit of an owner without a limit of its own. */
function usualLimit({ assume, key }: Metered, owner: string): number {
  return (owner.startsWith('key ') ? key?.quota : undefined) ?? assume('rateQuota')
}

/** The quota that a request falls under. @param how `meter` to count on its meter, `look` only to read it */
function quotaOf(metered: Metered, how: 'meter' | 'look'): Quota {
  const { quotas, assume } = metered
  const owner = ownerOf(metered)
  const limit = (): number => quotas.limit(owner) ?? usualLimit(metered, owner)
  return { limit: limit(), meter: quotas[how](owner, assume('rateWindow'), limit) }
}

function read({ limit, meter }: Quota, nowMs: number): QuotaReading {
  return { limit, remaining: Math.max(0, limit - meter.used(nowMs)), resetMs: meter.resetMs(nowMs) }
}

/** Reads the quota that a request falls under, and changes nothing. */
export function readQuota(metered: Metered, nowMs: number): QuotaReading {
  return read(quotaOf(metered, 'look'), nowMs)
}

/** Sets what is given of the quota that requests with a key fall under. */
export function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void {
  const owner = ownerOf(metered)
  metered.quotas.set(owner, metered.assume('rateWindow'), () => usualLimit(metered, owner), setting, nowMs)
}

/** A quota, and whether the request that was counted is above it. */
export interface Counted {
  readonly reading: QuotaReading
  readonly exceeded: boolean
}

/** Reads the quota that a request falls under, and counts the request on it where it counts. */
export function count(metered: Metered, nowMs: number): Counted {
  const quota = quotaOf(metered, 'meter')
  const exceeded = quota.meter.used(nowMs) >= quota.limit
  const isAccepted = metered.key !== undefined && !exceeded
  if (isAccepted || metered.assume('rateCounts') === 'every_request') quota.meter.add(nowMs)
  return { reading: read(quota, nowMs), exceeded }
}
