/** A word as eight hexadecimal digits in lower case. */
export declare const hexWord: (word: number) => string;
/** A UUID of version 4 with the bits of four words. */
export declare function toUuid(a: number, b: number, c: number, d: number): string;
/** A sequence of seeded random values (sfc32). The same label gives the same values. */
export declare class RandomStream {
    #private;
    constructor(label: string);
    /** Starts the sequence of four words. */
    restart(a: number, b: number, c: number, d: number): void;
    /** A whole number from 0 to 2³² − 1. */
    word(): number;
    /** A number from 0 up to, not including, 1. */
    fraction(): number;
    /** A whole number from `min` to `max`, both included. */
    int(min: number, max: number): number;
    /** A UUID of version 4. */
    uuid(): string;
}
/** The label of the stream of one record. It has no other parts, so that the draws of two requests are independent. */
export declare function streamLabel(seed: number, kind: string, number: number | string): string;
/** The id of the record with a label. */
export declare function drawId(label: string): string;
