import type * as z from 'zod/mini';
/** The states of parts in a snapshot, by id. */
export declare class SavedParts {
    #private;
    constructor(states: Readonly<Record<string, unknown>>);
    has(id: string): boolean;
    /** Makes a part from its state, or as new. @throws InputError with the path of what cannot be used */
    open<S, T>(id: string, schema: z.ZodMiniType<S>, create: (state?: S) => T): T;
    /** @throws InputError for a part that is not one of the known */
    refuseOthers(known: readonly string[]): void;
}
/** The states of a new sandbox. */
export declare const nothingSaved: SavedParts;
