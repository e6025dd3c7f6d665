/** When a sandbox was made and last used, by the wall clock. A reset does not change it. */
export declare class LastUsed {
    #private;
    /** Unix milliseconds. */
    readonly createdMs: number;
    /** @param createdMs in Unix milliseconds (now) */
    constructor(createdMs?: number, usedMs?: number);
    /** When it was last used, in Unix milliseconds. */
    get usedMs(): number;
    /** Grows with each use, when it begins and when it ends. */
    get uses(): number;
    /** True if it is in use now. */
    get isHeld(): boolean;
    /** Milliseconds without use. */
    idleMs(nowMs: number): number;
    touch(): void;
    /** Keeps it in use until some work has ended. @returns the work */
    during<T>(work: Promise<T>): Promise<T>;
    /** Keeps it in use until it is released. */
    hold(): void;
    /** Ends a use that `hold` began. */
    release(): void;
}
