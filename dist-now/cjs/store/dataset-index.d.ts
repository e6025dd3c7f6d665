import { type Status } from '../time/lifecycle.ts';
import { type Bitmap } from './bitmap.ts';
import type { RecordReader, RecordSource } from './record-source.ts';
/** A filter: a record matches if it has one of these values in the field. */
export interface Term {
    readonly field: string;
    readonly anyOf: readonly string[];
}
/** True if a record matches all filters. */
export declare function matchesAll<R>(reader: RecordReader<R>, record: R, terms: readonly Term[]): boolean;
/**
 * The date of a record in a list, in Unix milliseconds: its creation, or the change to its status.
 * @param changed the statuses that are listed by the change to them
 */
export declare function listedAt<R>(reader: RecordReader<R>, record: R, nowMs: number, changed: readonly Status[]): number;
/** A list of records. */
export interface OrderedList<R> {
    readonly total: number;
    /** Some of them by their index from 0. `end` is not included. */
    slice(start: number, end: number): readonly R[];
}
/** All records of a dataset, as they are or in the order of some positions. */
declare class RecordList<R> implements OrderedList<R> {
    #private;
    constructor(source: RecordSource<R>, positions?: Uint32Array);
    get total(): number;
    slice(start: number, end: number): readonly R[];
}
/** The immutable records of a table with their indexes. All sandboxes share them, and each index is made on first use. */
export declare class DatasetIndex<R> {
    #private;
    readonly source: RecordSource<R>;
    /** The positions in the order of their ids. */
    readonly byId: () => Uint32Array;
    constructor(reader: RecordReader<R>, source: RecordSource<R>);
    /** All records, oldest first. */
    get records(): readonly R[];
    /** All records, oldest first, as a list. */
    get list(): RecordList<R>;
    /** All records by their ids, as a list. */
    get listById(): RecordList<R>;
    /** True if any record has a value in a field. */
    has(field: string, value: string): boolean;
    /** All values of a field. */
    values(field: string): Iterable<string>;
    /** The positions of the records that match all filters; undefined for every position. Not to be changed. @param without ids and positions to leave out */
    match(terms: readonly Term[], without: ReadonlyMap<string, number>): Bitmap | undefined;
    /** The positions of the records of a set that have one of some statuses. @param some undefined for every position */
    withStatus(some: Bitmap | undefined, statuses: readonly Status[]): Bitmap;
    /** The positions by the date of their records in a list. @param changed the statuses that are listed by the change to them */
    byStatusChange(changed: readonly Status[]): Uint32Array;
}
export {};
