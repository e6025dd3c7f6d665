import * as z from 'zod/mini';
import type { Choice } from '../assumptions/register.ts';
/** A way to lay the window of a quota. */
export type Window = Choice<'rateWindow'>;
/** A meter of one owner in a snapshot, by the kind of its window. */
export declare const meterState: z.ZodMiniLazy<z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
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
}, z.core.$strict>], "window">>;
/** A meter of one owner in a snapshot. */
export type MeterState = z.infer<typeof meterState>;
/** The requests of one owner in an hour (§8). Instants in Unix milliseconds. */
export interface Meter {
    readonly state: MeterState;
    /** True if it has ever counted. */
    readonly hasCounted: boolean;
    used(nowMs: number): number;
    add(nowMs: number): void;
    /** When the window resets, on a whole second; a sliding window resets when its oldest request leaves it. */
    resetMs(nowMs: number): number;
    /** Opens a window with a number of requests. @param resetMs when it resets (when a new window would) */
    set(used: number, nowMs: number, resetMs?: number): void;
}
/** The whole second at which a window ends. It never lies after the full length, so that an hour on the clock is always enough. */
export declare function endOf(nowMs: number, lengthMs: number): number;
/** Makes the meter of a state. */
export declare function openMeter(state: MeterState): Meter;
/** Makes a meter that has counted nothing. */
export declare function newMeter(window: Window, owner: string): Meter;
