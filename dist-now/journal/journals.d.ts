import type { JournalEntry } from './entry.ts';
import type { Journal } from './journal.ts';
/** The journals of a fake. They share one bound: each that has had an entry gets as much as the others. */
export declare class Journals {
    #private;
    /** They stay as long as their fake. */
    readonly isClosed = false;
    /** @param maxBytes of all journals together; 0 keeps no entry */
    constructor(maxBytes: number);
    /** Most bytes of one journal. */
    get shareBytes(): number;
    /** Bytes that all journals take. */
    get usedBytes(): number;
    /** Adds a journal; the share of the others shrinks. */
    join(journal: Journal): void;
    /** Takes a journal out, with its entries. */
    leave(journal: Journal): void;
    /** How often entries were removed at a request: readers cannot see it by the numbers. */
    get removals(): number;
    /** Counts a removal of entries, and calls the listeners. */
    countRemoval(): void;
    /** Entries that were forgotten since their journals were cleared. */
    get forgotten(): number;
    /** The sequence number of the newest entry of all, forgotten or not; 0 before the first. */
    get last(): number;
    /** Gives an entry its sequence number. */
    count(): number;
    /** The entries of all journals after the one with a sequence number, oldest first. @param sequence of that entry (all entries) */
    after(sequence?: number): readonly JournalEntry[];
    /** The oldest entry of all journals after the one with a sequence number. */
    next(sequence: number): JournalEntry | undefined;
    /** Calls a listener after each entry of any journal, and after each removal. @returns a function that stops it */
    listen(listener: () => void): () => void;
    /**
     * Calls a function with each entry of any journal from now on, also of sandboxes that are reset or deleted later. It gets
     * each with its whole bodies, also where there is no room to keep them.
     * @returns a function that stops it
     */
    follow(take: (entry: JournalEntry) => void): () => void;
    /** Passes an entry on to those who follow: a copy, before its bodies are cut. */
    pass(entry: JournalEntry): void;
    /** Calls the listeners. */
    notify(): void;
}
