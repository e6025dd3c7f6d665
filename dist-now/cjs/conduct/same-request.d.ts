import type { JournalEntry } from '../journal/entry.ts';
import type { Clock } from '../time/clock.ts';
/** The facts about the client that several verdicts need of each request. */
export interface Reading {
    /** The credential of a request. */
    readonly credentialOf: (entry: JournalEntry) => string;
    /** Identifies a request: two with the same text ask for the same. */
    readonly requestTextOf: (entry: JournalEntry) => string;
    /**
     * True if a request came after the client had the answer of an earlier one, and the control plane changed nothing in
     * between. False in case of doubt: requests on several connections may have been sent at once.
     */
    readonly comesAfter: (later: JournalEntry, earlier: JournalEntry) => boolean;
}
type ClockState = Pick<Clock, 'mode' | 'rate'>;
/** Reads the requests of a sandbox once. @param clock that of the sandbox */
export declare function readRequests(entries: readonly JournalEntry[], clock: ClockState): Reading;
/** A header of a request as sent; empty where it has none. */
export declare function sentHeader({ requestHeaders }: JournalEntry, name: string): string;
/** The pause between two requests by the clock of the sandbox, in milliseconds; negative where the clock was set back. */
export declare const pauseMs: (earlier: JournalEntry, later: JournalEntry) => number;
export {};
