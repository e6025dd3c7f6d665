import type { Clock, ClockChange, Written } from './clock.ts';
/** Work to do at instants of the sandbox's clock. The work to come is plain data, so that a snapshot can have it. */
export interface Task {
    /** Tasks that are due at one instant begin in the order of their names. */
    readonly name: string;
    /** When its next work is due, in Unix milliseconds; undefined for never. */
    readonly nextMs: () => number | undefined;
    /** Begins all work that is due at an instant. @returns a promise that ends with it; work given to `track` counts too */
    readonly runDue: (nowMs: number) => Promise<void>;
    /** Called at the end, after which no work begins (nothing). */
    readonly close?: () => void;
}
/** Runs the tasks of one sandbox when they are due: by itself on a real clock, and in order before a change of the clock ends. */
export declare class Scheduler {
    #private;
    constructor(clock: Clock);
    /** True if work may still begin. */
    get isOpen(): boolean;
    /** True if work is under way, or will begin by itself; on a frozen clock nothing comes due. */
    get isBusy(): boolean;
    /** Grows when work begins and when it ends. */
    get turns(): number;
    add(task: Task): void;
    /**
     * Looks again at what is due. Call it when the work of a task has changed.
     * @param addedMs when added work is due, if no other work has changed
     */
    wake(addedMs?: number): void;
    /** Makes changes of the clock wait for work. Its end may make other work due. */
    track(work: Promise<void>): void;
    /**
     * Changes the clock. Tasks that come due on the way run in the order of time, each at its own instant. Changes wait for
     * one another.
     * @throws InputError for a change that no clock can make; then nothing has happened
     */
    change(change: ClockChange, written?: Written): Promise<void>;
    /** Moves the clock forward by a duration, from its instant when the turn of this change comes. */
    advance(byMs: number, written?: Written): Promise<void>;
    /** Waits until all work under way has ended. */
    drain(): Promise<void>;
    /** Begins no more work. */
    close(): void;
}
