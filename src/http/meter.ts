import type { Assume } from '../assumptions/register.ts'
import type { ApiKey } from '../engine/keys.ts'
import { quotas } from '../engine/quota.ts'
import type { Sandbox } from '../engine/sandbox.ts'

/** What the rate-limit headers of an answer say (§8). */
export interface QuotaReading {
  readonly limit: number
  readonly remaining: number
  /** When the window resets, in Unix milliseconds, on a whole second. */
  readonly resetMs: number
  /** The request is one too many. */
  readonly exceeded: boolean
}

/**
 * Reads the quota that a request falls under, and counts the request on it.
 * @param key the key of the request (undefined: none that is valid)
 */
export function meter(sandbox: Sandbox, assume: Assume, key: ApiKey | undefined, nowMs: number): QuotaReading {
  const byAccount = key !== undefined && assume('rateScope') === 'account'
  const own = byAccount ? null : key?.quota
  const limit = own ?? assume('rateQuota')
  const counter = quotas(sandbox).meter(ownerOf(key, byAccount), assume('rateWindow'))
  const exceeded = counter.used(nowMs) >= limit
  const accepted = key !== undefined && !exceeded
  if (
    accepted ||
    (assume('rateCounts') === 'every_request' && (key !== undefined || assume('rateWithoutKey') === 'shared'))
  ) {
    counter.add(nowMs)
  }
  return { limit, remaining: Math.max(0, limit - counter.used(nowMs)), resetMs: counter.resetMs(nowMs), exceeded }
}

function ownerOf(key: ApiKey | undefined, byAccount: boolean): string {
  if (key === undefined) return 'without key'
  return byAccount ? 'account' : `key ${key.id}`
}

/** Reads the quota of requests without a key, and counts nothing: for answers to what is no request of a sandbox. */
export function readWithoutKey(sandbox: Sandbox, assume: Assume, nowMs: number): QuotaReading {
  const limit = assume('rateQuota')
  const counter = quotas(sandbox).meter(ownerOf(undefined, false), assume('rateWindow'))
  return {
    limit,
    remaining: Math.max(0, limit - counter.used(nowMs)),
    resetMs: counter.resetMs(nowMs),
    exceeded: false,
  }
}
