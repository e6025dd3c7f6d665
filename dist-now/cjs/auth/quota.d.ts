import * as z from 'zod/mini';
import { type Meter, type Window } from './meter.ts';
/** The state of quotas in a snapshot. */
export declare const quotasState: z.ZodMiniLazy<z.ZodMiniObject<{
    sinceMs: z.ZodMiniNumber<number>;
    limits: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniString<string>, z.ZodMiniInt], null>>;
    meters: z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
        window: z.ZodMiniEnum<{
            clock_hour: "clock_hour";
            first_request: "first_request";
        }>;
        owner: z.ZodMiniString<string>;
        startMs: z.ZodMiniNumber<number>;
        endMs: z.ZodMiniNumber<number>;
        used: z.ZodMiniInt;
    }, z.core.$strict>, z.ZodMiniObject<{
        window: z.ZodMiniLiteral<"sliding">;
        owner: z.ZodMiniString<string>;
        seconds: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniNumber<number>, z.ZodMiniInt], null>>;
    }, z.core.$strict>], "window">>>;
}, z.core.$strict>>;
/** The state of quotas in a snapshot. */
export type QuotasState = z.infer<typeof quotasState>;
/** A quota that is set before requests count. */
export interface QuotaSetting {
    /** Requests an hour, for every owner (the limit of the key or of the register). */
    readonly limit?: number | undefined;
    /** Requests that remain in the open window (all). */
    readonly remaining?: number | undefined;
    /** Until the open window resets, at most an hour (as for a new window). */
    readonly resetsInMs?: number | undefined;
}
/** The hourly quotas of a sandbox, with a meter for each owner: a key, the account, or the requests without a key. */
export declare class Quotas {
    #private;
    /**
     * @param setting holds for every meter from `sinceMs` on
     * @throws InputError for a state with two meters of one owner and window
     */
    constructor(setting: QuotaSetting, { sinceMs, limits, meters }?: QuotasState);
    get state(): QuotasState;
    /** The limit of an owner that is set here; undefined where the key or the register decides. */
    limit(owner: string): number | undefined;
    /** The meter of an owner. @param limit for a new meter that does not start at 0 */
    meter(owner: string, window: Window, limit: number): Meter;
    /** A copy of the meter of an owner: changes to it have no effect here. */
    look(owner: string, window: Window, limit: number): Meter;
    /**
     * Changes the quota of one owner; a field that is left out stays.
     * @param usual the limit where none is set
     * @throws InputError for a reset of a sliding window in which nothing counts; then nothing changes
     */
    set(owner: string, window: Window, usual: number, setting: QuotaSetting, nowMs: number): void;
}
/** The state of quotas in which nothing counts yet. */
export declare const newQuotas: (sinceMs: number) => QuotasState;
