import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
export declare const clockState: () => z.ZodMiniObject<{
    now: z.ZodMiniISODateTime;
    mode: z.ZodMiniEnum<{
        real: 'real';
        frozen: 'frozen';
    }>;
    rate: z.ZodMiniNumber<number>;
}, z.core.$strict>;
declare const clockPatch: () => z.ZodMiniObject<{
    now: z.ZodMiniOptional<z.ZodMiniString<string>>;
    mode: z.ZodMiniOptional<z.ZodMiniEnum<{
        real: 'real';
        frozen: 'frozen';
    }>>;
    rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
}, z.core.$strict>;
/** The state of a clock: its instant (ISO 8601 with milliseconds), its mode, and the seconds that pass in one real second. */
export type ClockState = z.infer<ReturnType<typeof clockState>>;
/** Changes to a clock. A field that is left out stays as it is. */
export type ClockPatch = z.infer<ReturnType<typeof clockPatch>>;
declare const due: () => z.ZodMiniObject<{
    at: z.ZodMiniISODateTime;
    kind: z.ZodMiniString<string>;
    id: z.ZodMiniString<string>;
    event: z.ZodMiniString<string>;
}, z.core.$strict>;
/** A selection of what comes due next. */
export interface DueQuery {
    /** The most items: 20, at most 100. */
    readonly limit?: number;
    /** Only items of a kind: the name of an area, `outbox` or `quota`. */
    readonly kind?: string;
    /** Only items with an id. */
    readonly id?: string;
}
/** Limits of what comes due next. */
export declare const dueLimits: {
    readonly usual: 20;
    readonly most: 100;
};
/** Something that time brings: the clock at `at` makes it happen. */
export type DueInfo = z.infer<ReturnType<typeof due>>;
export declare const clockEndpoints: {
    readonly showClock: {
        readonly method: "GET";
        readonly path: "/clock";
        readonly summary: "Shows the clock";
        readonly answer: () => z.ZodMiniObject<{
            now: z.ZodMiniISODateTime;
            mode: z.ZodMiniEnum<{
                real: 'real';
                frozen: 'frozen';
            }>;
            rate: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
    };
    readonly listDue: {
        readonly method: "GET";
        readonly path: "/clock/due";
        readonly summary: "Lists what comes due next, the soonest first";
        readonly query: {
            readonly limit: {
                readonly description: "The most items to list.";
                readonly schema: () => z.ZodMiniType;
            };
            readonly kind: {
                readonly description: "Only items of this kind.";
                readonly schema: () => z.ZodMiniString<string>;
            };
            readonly id: {
                readonly description: "Only items with this id.";
                readonly schema: () => z.ZodMiniString<string>;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                at: z.ZodMiniISODateTime;
                kind: z.ZodMiniString<string>;
                id: z.ZodMiniString<string>;
                event: z.ZodMiniString<string>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly changeClock: {
        readonly method: "PATCH";
        readonly path: "/clock";
        readonly summary: "Changes the instant, the mode and the rate";
        readonly body: () => z.ZodMiniObject<{
            now: z.ZodMiniOptional<z.ZodMiniString<string>>;
            mode: z.ZodMiniOptional<z.ZodMiniEnum<{
                real: 'real';
                frozen: 'frozen';
            }>>;
            rate: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            now: z.ZodMiniISODateTime;
            mode: z.ZodMiniEnum<{
                real: 'real';
                frozen: 'frozen';
            }>;
            rate: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
    readonly advanceClock: {
        readonly method: "POST";
        readonly path: "/clock/advance";
        readonly summary: "Moves the clock forward by a duration";
        readonly body: () => z.ZodMiniObject<{
            by: z.ZodMiniString<string>;
        }, z.core.$strict>;
        readonly answer: () => z.ZodMiniObject<{
            now: z.ZodMiniISODateTime;
            mode: z.ZodMiniEnum<{
                real: 'real';
                frozen: 'frozen';
            }>;
            rate: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        readonly isAside: true;
    };
};
/** Creates the control of a clock. */
export declare function createClockControl(call: Call): {
    /** Shows the clock. */
    show(): Promise<ClockState>;
    /**
     * Lists what comes due next, the soonest first: changes of the status of records, attempts to deliver, resets of quotas.
     * @param query a selection (all)
     * @throws InputError for any other limit or kind
     * @example
     * ```ts
     * const [next] = await fake.clock.due({ limit: 1 })
     * if (next !== undefined) await fake.clock.set(next.at)
     * ```
     */
    due(query?: DueQuery): Promise<readonly DueInfo[]>;
    /**
     * Moves the clock forward. Everything that comes due on the way happens in order, before the promise resolves.
     * @param by a duration: `250ms`, `30s`, `1h30m` or `PT1H`
     * @throws InputError for anything else
     * @example
     * ```ts
     * await fake.clock.advance('1h')
     * ```
     */
    advance(by: string): Promise<ClockState>;
    /**
     * Moves the clock to an instant. Its mode stays as it is.
     * @param now an ISO 8601 date-time
     * @throws InputError for anything else
     */
    set(now: string): Promise<ClockState>;
    /** Stops the clock. */
    freeze(): Promise<ClockState>;
    /**
     * Lets the clock run on.
     * @param rate seconds that pass in one real second (the rate it has, at first 1)
     * @throws InputError for a rate that is not above 0
     */
    run(rate?: number): Promise<ClockState>;
    /**
     * Changes several things at once.
     * @throws InputError for a value that cannot be used; then nothing changes
     */
    change(patch: ClockPatch): Promise<ClockState>;
};
/** The clock of one sandbox. */
export interface ClockControl extends ReturnType<typeof createClockControl> {
}
export {};
