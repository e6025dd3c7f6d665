import type { Assume } from '../assumptions/register.ts';
import type { ApiKey } from '../auth/keys.ts';
import type { Quotas, QuotaSetting } from '../auth/quota.ts';
/** The values of the rate-limit headers (§8). */
export interface QuotaReading {
    readonly limit: number;
    readonly remaining: number;
    /** When the window resets, in Unix milliseconds, on a whole second. */
    readonly resetMs: number;
    /** A request that was counted is above the quota. */
    readonly isExceeded: boolean;
}
/** The quotas of a sandbox as one request sees them. */
export interface Metered {
    readonly quotas: Quotas;
    readonly assume: Assume;
    /** The key of the request; undefined where it has none that is valid. */
    readonly key: ApiKey | undefined;
}
/** Reads the quota that a request falls under, and changes nothing. */
export declare function readQuota(metered: Metered, nowMs: number): QuotaReading;
/** Sets what is given of the quota that requests with a key fall under. */
export declare function setQuota(metered: Metered, setting: QuotaSetting, nowMs: number): void;
/** Reads the quota that a request falls under, and counts the request on it where it counts. */
export declare function count(metered: Metered, nowMs: number): QuotaReading;
