import type { Status } from '../time/lifecycle.ts';
import { type Bitmap } from './bitmap.ts';
import { type DatasetIndex, type OrderedList } from './dataset-index.ts';
import type { RecordReader } from './record-source.ts';
/** A record that a sandbox added or replaced. */
export interface Change<R> {
    readonly record: R;
    /** The creation in Unix milliseconds. */
    readonly createdAt: number;
    /** The rank among records of one instant: the position of the record that it replaces, or a number above all positions. */
    readonly turn: number;
}
/** The records of a table in one sandbox. */
export interface SandboxRecords<R> {
    readonly reader: RecordReader<R>;
    readonly dataset: DatasetIndex<R>;
    /** The ids and positions of the dataset's records that the sandbox replaced or removed. */
    readonly masked: ReadonlyMap<string, number>;
    /** The changes, oldest first. */
    readonly changes: readonly Change<R>[];
}
/** An order of the dataset and of changes. */
export interface Order<R> {
    /** The position at each place of the order; undefined where every place is the position. */
    readonly positions: Uint32Array | undefined;
    /** True if a record of the dataset comes before a change. */
    readonly isBefore: (position: number, change: Change<R>) => boolean;
    /** Sorts changes that are sorted by their creation. */
    readonly sort: (changes: readonly Change<R>[]) => readonly Change<R>[];
}
/** Oldest first, by the date of each record in a list. @param changed the statuses that are listed by the change to them */
export declare function byDate<R>({ reader, dataset }: SandboxRecords<R>, nowMs: number, changed: readonly Status[]): Order<R>;
/** By id, ascending. */
export declare function byId<R>({ reader: { id }, dataset }: SandboxRecords<R>): Order<R>;
/** A list of some records of the dataset and some changes, merged as far as it is read. */
export declare class MergedList<R> implements OrderedList<R> {
    #private;
    readonly total: number;
    /** @param matched the positions of the dataset to list; undefined for every position */
    constructor(dataset: DatasetIndex<R>, order: Order<R>, matched: Bitmap | undefined, changes: readonly Change<R>[]);
    slice(start: number, end: number): readonly R[];
}
