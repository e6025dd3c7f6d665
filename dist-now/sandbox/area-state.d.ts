import type * as z from 'zod/mini';
import { Collection } from '../store/collection.ts';
import { type Table } from '../store/dataset.ts';
import type { Sandbox } from './sandbox.ts';
import { type SavedParts } from './saved-parts.ts';
/** A part of a sandbox. */
export interface Part {
    /** Plain data; undefined where it is as in a new sandbox. */
    readonly state: unknown;
}
/** Gives the part of a sandbox. */
export type SandboxState<T> = (sandbox: Sandbox) => T;
/** A part that an area adds to each sandbox. Call it to get the part. */
export interface AreaState<T extends Part> extends SandboxState<T> {
    /** Its name in a snapshot. */
    readonly id: string;
    readonly open: (sandbox: Sandbox, saved: SavedParts) => T;
}
/** The parts that areas add to one sandbox. Each is made when it is first used. */
export declare class AreaParts {
    #private;
    constructor(sandbox: Sandbox, definitions: readonly AreaState<Part>[]);
    get ids(): readonly string[];
    /** The states of the parts that were used, in the order of their definitions. */
    get states(): readonly (readonly [id: string, state: unknown])[];
    get<T extends Part>(definition: AreaState<T>): T;
    /** Makes the parts of a snapshot. @throws InputError for a state that cannot be used */
    restore(saved: SavedParts): void;
}
interface AreaStateDefinition<T extends Part, S> {
    readonly id: string;
    /** Of the state in a snapshot, after its way through JSON. */
    readonly schema: z.ZodMiniType<S>;
    /** Makes the part from its state, or as new. @throws InputError for a state that cannot be used */
    readonly create: (sandbox: Sandbox, state?: S) => T;
}
/** Declares a part that each sandbox makes when it is first used. */
export declare function defineState<T extends Part, S>({ id, schema, create }: AreaStateDefinition<T, S>): AreaState<T>;
/** Declares the records of a table in each sandbox. @param record a record in a snapshot, after its way through JSON */
export declare function defineCollection<R extends object>(id: string, table: Table<R>, record: z.ZodMiniType<R>): AreaState<Collection<R>>;
export {};
