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
}

interface Quota {
  readonly limit: number
  readonly meter: Meter
}

/** The quota that a request falls under. @param key the key of the request (undefined: none that is valid) */
function quotaOf(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined): Quota {
  const meterOf = (owner: string): Meter => quotas(sandbox).meter(owner, assume('rateWindow'))
  if (key === undefined) return { limit: assume('rateQuota'), meter: meterOf('without key') }
  if (assume('rateScope') === 'account') return { limit: assume('rateQuota'), meter: meterOf('account') }
  return { limit: key.quota ?? assume('rateQuota'), meter: meterOf(`key ${key.id}`) }
}

function read({ limit, meter }: Quota, nowMs: number): QuotaReading {
  return { limit, remaining: Math.max(0, limit - meter.used(nowMs)), resetMs: meter.resetMs(nowMs) }
}

/** Reads the quota that a request falls under, and counts nothing. */
export function readQuota(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined, nowMs: number): QuotaReading {
  return read(quotaOf(sandbox, assume, key), nowMs)
}

/** A quota, and whether the request that was counted is above it. */
export interface Counted {
  readonly reading: QuotaReading
  readonly exceeded: boolean
}

/** Reads the quota that a request falls under, and counts the request on it where it counts. */
export function count(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined, nowMs: number): Counted {
  const quota = quotaOf(sandbox, assume, key)
  const exceeded = quota.meter.used(nowMs) >= quota.limit
  const isAccepted = key !== undefined && !exceeded
  if (isAccepted || countsRefused(assume, key)) quota.meter.add(nowMs)
  return { reading: read(quota, nowMs), exceeded }
}

function countsRefused(assume: Assume, key: ApiKey | undefined): boolean {
  if (assume('rateCounts') !== 'every_request') return false
  return key !== undefined || assume('rateWithoutKey') === 'shared'
}
