import type { Assume } from '../assumptions/register.ts'
import type { ApiKey } from '../engine/keys.ts'
import { type Meter, quotas } from '../engine/quota.ts'
import type { Sandbox } from '../engine/sandbox.ts'

/** What the rate-limit headers of an answer say (§8). */
export interface QuotaReading {
  readonly limit: number
  readonly remaining: number
  /** When the window resets, in Unix milliseconds, on a whole second. */
  readonly resetMs: number
  /** The quota was used up before this request. */
  readonly exceeded: boolean
}

interface Quota {
  readonly limit: number
  readonly meter: Meter
}

/** The quota that a request falls under. @param key the key of the request (undefined: none that is valid) */
function quotaOf(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined): Quota {
  const byAccount = key !== undefined && assume('rateScope') === 'account'
  const own = byAccount ? null : key?.quota
  const owner = key === undefined ? 'without key' : byAccount ? 'account' : `key ${key.id}`
  return { limit: own ?? assume('rateQuota'), meter: quotas(sandbox).meter(owner, assume('rateWindow')) }
}

function read({ limit, meter }: Quota, nowMs: number, exceeded: boolean): QuotaReading {
  return { limit, remaining: Math.max(0, limit - meter.used(nowMs)), resetMs: meter.resetMs(nowMs), exceeded }
}

/** Reads the quota that a request falls under, and counts nothing. */
export function readQuota(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined, nowMs: number): QuotaReading {
  const quota = quotaOf(sandbox, assume, key)
  return read(quota, nowMs, quota.meter.used(nowMs) >= quota.limit)
}

/** Reads the quota that a request falls under, and counts the request on it where it counts. */
export function count(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined, nowMs: number): QuotaReading {
  const quota = quotaOf(sandbox, assume, key)
  const exceeded = quota.meter.used(nowMs) >= quota.limit
  const isAccepted = key !== undefined && !exceeded
  if (isAccepted || countsRefused(assume, key)) quota.meter.add(nowMs)
  return read(quota, nowMs, exceeded)
}

function countsRefused(assume: Assume, key: ApiKey | undefined): boolean {
  if (assume('rateCounts') !== 'every_request') return false
  return key !== undefined || assume('rateWithoutKey') === 'shared'
}
