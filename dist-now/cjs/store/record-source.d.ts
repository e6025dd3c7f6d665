import type { Lifecycle } from '../time/lifecycle.ts';
import { type FieldIndex } from './bitmap.ts';
/** The facts that a collection reads from its records. */
export interface RecordReader<R> {
    /** The id, unique in a table. */
    readonly id: (record: R) => string;
    /** The creation in Unix milliseconds, by which lists are ordered. */
    readonly createdAt: (record: R) => number;
    /** The lifecycle, where time changes the status of a record. */
    readonly lifecycle?: (record: R) => Lifecycle;
    /** The fields that a list can be filtered by, each with the values of a record. */
    readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>;
}
/** The immutable records of a table by position, oldest first. They are kept, or generated for each call. */
export interface RecordSource<R> {
    readonly count: number;
    readonly record: (position: number) => R;
    /** The creation of the record at a position, in Unix milliseconds. */
    readonly createdAt: (position: number) => number;
    readonly get: (id: string) => R | undefined;
    readonly position: (id: string) => number | undefined;
    /** The positions in the order of their ids. */
    readonly byId: () => Uint32Array;
    readonly index: (field: string) => FieldIndex;
}
/** Records of a fixture file, in any order. Those of one instant keep their order. */
export declare function storedRecords<R>(reader: RecordReader<R>, given: readonly R[]): RecordSource<R>;
