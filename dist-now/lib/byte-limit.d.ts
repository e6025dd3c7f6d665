/** A bound on the bytes of one kind that all sandboxes of a fake keep. */
export declare class ByteLimit {
    #private;
    readonly maxBytes: number;
    /** The kind, for messages (`created records`). */
    readonly purpose: string;
    constructor(maxBytes: number, purpose: string);
    get usedBytes(): number;
    get freeBytes(): number;
    /** Counts bytes as used; a negative number counts them as free again. */
    add(bytes: number): void;
}
/** The bytes of a limit that one sandbox uses. */
export declare class ByteUsage {
    #private;
    constructor(limit: ByteLimit);
    get usedBytes(): number;
    /** Of all sandboxes together. */
    get maxBytes(): number;
    hasRoom(bytes: number): boolean;
    /** @param subject the first word of the message (`the record`) */
    noRoom(subject: string): string;
    /** @throws InputError where there is no room for so many bytes */
    requireRoom(bytes: number, subject: string): void;
    /** @param replaced gives its bytes back later (none). @throws InputError where more is used than the limit allows */
    requireFit(replaced: ByteUsage | undefined, subject: string): void;
    take(bytes: number): void;
    giveBack(bytes: number): void;
    /** Gives everything back for good: a request of a deleted sandbox that is still served takes nothing. */
    close(): void;
}
/** The bytes that a record takes if its body had this many. */
export declare const storedBytes: (bodyBytes: number) => number;
/** The bytes that a record takes if it is made from this value. */
export declare const storedBytesOf: (value: unknown) => number;
/** About the length of a value as JSON, without writing it. */
export declare function jsonLength(value: unknown): number;
