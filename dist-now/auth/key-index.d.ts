/** The sandboxes that made each key, in all of a fake. */
export declare class KeyIndex {
    #private;
    get isEmpty(): boolean;
    /** The name of the sandbox that made a key; undefined where none did, and where several did. */
    makerOf(secretHash: string): string | undefined;
    /** @returns the names of all sandboxes that made a key with this hash */
    add(secretHash: string, owner: KeyOwnership): readonly string[];
    remove(secretHash: string, owner: KeyOwnership): void;
}
/** The keys that one sandbox has in the index. */
export declare class KeyOwnership {
    #private;
    /** Of the sandbox. */
    readonly name: string;
    constructor(index: KeyIndex, name: string);
    /** Records a key that the sandbox made. @returns the names of all sandboxes that made a key with this hash */
    add(secretHash: string): readonly string[];
    close(): void;
}
