import * as z from 'zod/mini';
import type { DatasetIndex } from './dataset-index.ts';
import { type QueryResult, type Selection } from './query.ts';
import type { RecordReader } from './record-source.ts';
/** A record with the bytes of storage that it gives back when it goes (none). */
interface StoredRecord<R> {
    readonly record: R;
    readonly bytes?: number | undefined;
}
/** The differences between a collection and the dataset, as plain data. */
export interface CollectionState<R> {
    readonly nextNumber: number;
    readonly added: readonly StoredRecord<R>[];
    readonly replaced: readonly StoredRecord<R>[];
    /** Ids of records of the dataset. */
    readonly removed: readonly string[];
}
/** The schema of the state of a collection. @param record the schema of a record in a snapshot */
export declare function collectionState<R>(record: z.ZodMiniType<R>): z.ZodMiniType<CollectionState<R>>;
/** The records of one table in one sandbox: the shared dataset, and a map of the sandbox's changes to it. */
export declare class Collection<R extends object> {
    #private;
    /** @throws InputError for a state that does not fit the dataset */
    constructor(reader: RecordReader<R>, dataset: DatasetIndex<R>, state?: CollectionState<R>);
    /** The number that the next record takes, from 0. */
    get nextNumber(): number;
    /** Takes the number of a new record. No number is taken twice. */
    takeNumber(): number;
    get(id: string): R | undefined;
    /** Adds a record, which must have a new id. @param bytes the storage that it gives back when it goes */
    insert(record: R, bytes?: number): void;
    /** Replaces the record with the same id, or adds the record. @param bytes the storage that it gives back when it goes */
    replace(record: R, bytes?: number): void;
    /** Removes a record. @returns true if there was one */
    remove(id: string): boolean;
    /** The storage that a record gives back when it goes. */
    bytesOf(id: string): number;
    /** The storage that all records give back. */
    get storedBytes(): number;
    /** The differences to the dataset; undefined if there are none. */
    get state(): CollectionState<R> | undefined;
    /** True if any record has a value in a field. */
    occurs(field: string, value: string): boolean;
    /** True if any record of the dataset has a value in a field. */
    hasInDataset(field: string, value: string): boolean;
    /** The values of a field in the dataset. */
    valuesInDataset(field: string): Iterable<string>;
    /** The values of a field in any record. */
    values(field: string): readonly string[];
    /** The records that were added or replaced, oldest first. */
    get own(): readonly R[];
    /** The records that match a query. */
    select(selection: Selection): QueryResult<R>;
    /** The dataset, where neither the sandbox nor time has changed a record; undefined otherwise. */
    get unchanged(): DatasetIndex<R> | undefined;
}
export {};
