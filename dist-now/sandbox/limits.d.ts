import { Journals } from '../journal/journals.ts';
import { RequestCounts } from '../journal/request-counts.ts';
import { ByteLimit } from '../lib/byte-limit.ts';
/** The bounds that all sandboxes of a fake share, and what it counts of them. */
export interface Limits {
    /** Created records, scenarios and keys. */
    readonly storage: ByteLimit;
    /** Notifications that are to come or are not settled. */
    readonly notifications: ByteLimit;
    readonly journals: Journals;
    /** The requests of all of them. */
    readonly requests: RequestCounts;
    /** The attempts to deliver, by kind and result (`webhook accepted`). */
    readonly attempts: Map<string, number>;
}
/** Makes the bounds of a fake. @param journalBytes 0 keeps no entry */
export declare function createLimits(maxStoredBytes: number, journalBytes: number): Limits;
