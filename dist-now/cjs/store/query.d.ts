import type { Choice } from '../assumptions/register.ts';
import { type Status } from '../time/lifecycle.ts';
import { type Term } from './dataset-index.ts';
import { type SandboxRecords } from './ordered-list.ts';
/** The statuses that a list shows. The functions ask the register, so they are called only where the answer depends on it. */
export interface StatusFilter {
    /** The instant of the request, in Unix milliseconds. */
    readonly nowMs: number;
    /** True if the list shows records of a status. Called only for statuses that some record has. */
    readonly isListed: (status: Status) => boolean;
    /** True if the list shows records of a status by the instant of their change to it (by their creation). */
    readonly byStatusChange?: (status: Status) => boolean;
}
/** A span of time. */
export interface DateRange {
    readonly hasBegun: (atMs: number) => boolean;
    readonly hasEnded: (atMs: number) => boolean;
}
/** A query of a collection. */
export interface Selection {
    /** Filters that must all match. */
    readonly terms: readonly Term[];
    /** Called only where the order shows (oldest first). */
    readonly order?: () => Choice<'listOrder'>;
    /** The statuses to list (all). */
    readonly statuses?: StatusFilter | undefined;
    /** The dates to list (all). A record has the date that the list shows for it. */
    readonly within?: DateRange | undefined;
}
/** The records that match a query. */
export interface QueryResult<R> {
    readonly total: number;
    /** Some of them, in order. `end` is not included. */
    readonly slice: (start: number, end: number) => readonly R[];
}
/** Answers a query: filters the dataset by its indexes, scans the changes of the sandbox, and merges both. */
export declare function select<R>(records: SandboxRecords<R>, selection: Selection): QueryResult<R>;
