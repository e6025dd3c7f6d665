import * as z from 'zod/mini';
/** The development of a record that takes time. Its status is a function of the clock, never of a timer. Instants in Unix milliseconds. */
export interface Lifecycle {
    readonly createdAt: number;
    /** When it starts (null: never). */
    readonly startedAt: number | null;
    /** When it finishes (null: never). */
    readonly finishedAt: number | null;
    /** The last status. */
    readonly outcome: 'completed' | 'failed';
    /** The status of a record of a fixture, which does not change (null: the instants above decide). */
    readonly pinned: Status | null;
}
/** The statuses of a lifecycle, in order. */
export declare const statuses: readonly ['pending', 'running', 'completed', 'failed'];
/** A status of a lifecycle. */
export type Status = (typeof statuses)[number];
/** A lifecycle in a snapshot. */
export declare const lifecycleSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    createdAt: z.ZodMiniNumber<number>;
    startedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    finishedAt: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    outcome: z.ZodMiniEnum<{
        completed: "completed";
        failed: "failed";
    }>;
    pinned: z.ZodMiniNullable<z.ZodMiniEnum<{
        completed: "completed";
        failed: "failed";
        pending: "pending";
        running: "running";
    }>>;
}, z.core.$strict>>;
/** The lifecycle of new records. */
export interface LifecycleSetting {
    /** From creation to the end (null: never). */
    readonly completeAfterMs: number | null;
    /** From creation to the expected end. */
    readonly estimateMs: number;
    readonly outcome: Lifecycle['outcome'];
}
/** The lifecycle of new records, in a snapshot. */
export declare const lifecycleSettingSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    completeAfterMs: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    estimateMs: z.ZodMiniNumber<number>;
    outcome: z.ZodMiniEnum<{
        completed: "completed";
        failed: "failed";
    }>;
}, z.core.$strict>>;
/** The lifecycle of a record that is created now. */
export declare function beginLifecycle(createdAt: number, { completeAfterMs, outcome }: LifecycleSetting): Lifecycle;
/** The status at an instant; at the instant of a change it is the new one. */
export declare function statusAt(lifecycle: Lifecycle, nowMs: number): Status;
/** When a status began, or the creation where that is unknown. */
export declare function statusChangedAt(lifecycle: Lifecycle, status: Status): number;
/** A lifecycle that stays in the status it has at an instant. */
export declare function pinnedAt(lifecycle: Lifecycle, nowMs: number): Lifecycle;
/** The lifecycle of a record of a fixture, which does not change. */
export declare function pinLifecycle(pinned: Status, createdAt: number, startedAt: number | null, finishedAt: number | null): Lifecycle;
