/** The names of sandboxes that are not there, as plain data. */
export interface NamesState {
    /** How often the state of the fake was restored without what happened last: nothing that is drawn now was drawn then. */
    readonly uncleanEnds: number;
    /** How many names were drawn. */
    readonly drawn: number;
    /** The next incarnation of each deleted name, oldest deletion first. */
    readonly deleted: readonly (readonly [name: string, incarnation: number])[];
}
/** The names of sandboxes that were deleted or drawn. */
export declare class SandboxNames {
    #private;
    readonly uncleanEnds: number;
    constructor({ uncleanEnds, drawn, deleted }?: NamesState);
    get state(): NamesState;
    /** Grows with each change of the state. */
    get changes(): number;
    /** The incarnation of a new sandbox of a name. */
    incarnationOf(name: string): number;
    /** A name that was never drawn before (`sandbox-1`). */
    draw(): string;
    /** Takes the name of a deleted sandbox. */
    deleted(name: string, incarnation: number): void;
}
