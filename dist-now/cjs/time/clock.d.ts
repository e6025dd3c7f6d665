import * as z from 'zod/mini';
declare const clockModes: readonly ['real', 'frozen'];
/** A real clock moves by itself; a frozen one moves only when a client moves it. */
export type ClockMode = (typeof clockModes)[number];
/** The start of a clock. */
export interface ClockStart {
    readonly mode: ClockMode;
    /** Unix milliseconds (the instant of the wall clock). */
    readonly nowMs?: number;
    /** Seconds that pass in one second of the wall clock (1). */
    readonly rate?: number;
}
/** The fields of a clock to change; a field that is left out stays. */
export interface ClockChange {
    readonly mode?: ClockMode | undefined;
    /** Unix time in milliseconds. */
    readonly nowMs?: number | undefined;
    /** Seconds that pass in one second of the wall clock. */
    readonly rate?: number | undefined;
}
/** The state of a clock in a snapshot: a real clock goes on from its instant. */
export declare const clockState: z.ZodMiniLazy<z.ZodMiniObject<{
    nowMs: z.ZodMiniInt;
    mode: z.ZodMiniEnum<{
        frozen: "frozen";
        real: "real";
    }>;
    rate: z.ZodMiniNumber<number>;
}, z.core.$strict>>;
/** The text that sets a clock, and the field that it stands in, for messages. */
export interface Written {
    readonly field: string;
    readonly value: unknown;
}
/** The one source of time of a sandbox, in Unix milliseconds. */
export declare class Clock {
    #private;
    /**
     * @param wallMs the instant of the wall clock at which it starts, in Unix milliseconds (now)
     * @throws InputError for an instant outside the years 1970 to 9899
     */
    constructor(start: ClockStart, wallMs?: number);
    get state(): z.infer<typeof clockState>;
    get mode(): ClockMode;
    /** Seconds that pass in one second of the wall clock while the clock is real. */
    get rate(): number;
    /** The instant, in Unix milliseconds. */
    now(): number;
    /** Checks a change without making it. @throws InputError as `change` does */
    check({ nowMs, rate }: ClockChange, written?: Written): void;
    /** Rings once, when a real clock shows an instant. Each call replaces the alarm of the call before. */
    alarm(atMs: number | undefined, ring?: () => void): void;
    /**
     * Changes instant, mode and rate at once.
     * @param written the source of the instant, for the message
     * @throws InputError for an instant outside the years 1970 to 9899 or a rate that is not above 0 and at most 86,400; then nothing changes
     */
    change(change: ClockChange, written?: Written): void;
}
/**
 * Waits by the wall clock, for faults on the wire that no sandbox's clock moves.
 * @param ms infinity waits until the signal is aborted
 * @param signal ends the wait (none)
 * @throws the reason of the signal once it is aborted
 */
export declare function waitOnWall(ms: number, signal?: AbortSignal): Promise<void>;
/** Repeats a task by the wall clock until the signal is aborted; it keeps no process alive. */
export declare function repeatOnWall(everyMs: number, signal: AbortSignal, task: () => void): void;
/** The instant of the wall clock: for the timestamp of a signature, the time since a sandbox was used, and that since it was saved. */
export declare function wallNow(): number;
/** Runs a task in a later turn of the event loop. */
export declare function later(task: () => void): void;
/** Waits for a later turn of the event loop. */
export declare function nextTurn(): Promise<void>;
export {};
