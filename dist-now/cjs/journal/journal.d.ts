import { type DraftEntry, type JournalEntry, type JournalOwner } from './entry.ts';
import type { Journals } from './journals.ts';
/** The requests of one sandbox. The oldest are forgotten when there is no room. */
export declare class Journal {
    #private;
    /** The sandbox of all its entries. */
    readonly owner: JournalOwner;
    constructor(all: Journals, owner: JournalOwner);
    /** The number of the newest entry, forgotten or not; 0 before the first. */
    get last(): number;
    /** Entries that were forgotten since the journal was cleared. */
    get forgotten(): number;
    /** The number of the oldest entry that is there; `last` + 1 where there is none. */
    get first(): number;
    get usedBytes(): number;
    /** How often the journal was cleared. */
    get removals(): number;
    get isClosed(): boolean;
    /** Continues the numbers of the journal that this one replaces. */
    goOnFrom({ last }: Journal): void;
    /** Begins a new chapter: the control plane has changed the sandbox. */
    beginChapter(): void;
    /** Adds an entry, unless the journal is closed. @returns true if it was added */
    add(entry: DraftEntry): boolean;
    /** Forgets the oldest entries until the rest fits. The newest entry stays with shorter bodies, if that is enough. */
    trim(): void;
    /** The entries after the one with a number, oldest first. @param number of that entry (all entries) */
    after(number?: number): readonly JournalEntry[];
    /** The oldest entry after the one with a number. */
    next(number: number): JournalEntry | undefined;
    /** The entries after a sequence number, oldest first. */
    since(sequence: number): readonly JournalEntry[];
    /** The oldest entry after a sequence number. */
    nextSince(sequence: number): JournalEntry | undefined;
    /** Removes all entries; the numbers continue. */
    clear(): void;
    /** Calls a listener after each entry, after each removal, and at the end. @returns a function that stops it */
    listen(listener: () => void): () => void;
    /** Adds nothing from now on. Those who still read it can finish. */
    close(): void;
}
