import type { UsedAssumptions } from '../assumptions/used.ts';
import { type Written } from '../lib/body.ts';
import type { Status } from '../time/lifecycle.ts';
/** The sandbox that served a request. */
export interface JournalOwner {
    readonly name: string;
    /** Counts the resets and deletions of sandboxes of its name. */
    readonly incarnation: number;
}
/** A connection of a client: when it opened and closed, by the order of all such events. */
export interface Connection {
    readonly opened: number;
    /** Undefined while it is open; `opened` for calls in process of one turn, which have no order. */
    readonly closed: number | undefined;
}
/** One request and its answer. */
export interface JournalEntry {
    readonly sandbox: JournalOwner;
    /** Counts the requests of all sandboxes, from 1. */
    readonly sequence: number;
    /** Counts the requests of the sandbox, from 1. */
    readonly number: number;
    /** Counts the changes of the sandbox by the control plane before the request. */
    readonly chapter: number;
    /** The instant of the sandbox's clock, in Unix milliseconds. */
    readonly atMs: number;
    /** By the wall clock. */
    readonly durationMs: number;
    /** Id of the operation; undefined where none has this method and path. */
    readonly operation: string | undefined;
    readonly method: string;
    /** True if the path names the sandbox (`/@NAME`). */
    readonly isNamed: boolean;
    /** As sent, without the name of the sandbox (`/v1/cloud/resources`). */
    readonly path: string;
    /** As sent, without its question mark. */
    readonly query: string;
    /** The `{id}` of the path; empty where it has none. */
    readonly target: string;
    /** Id of the API key; undefined where the request has no valid one. */
    readonly key: string | undefined;
    /** HTTP status of the answer; null where the client got none. */
    readonly status: number | null;
    /** The error code of the answer. */
    readonly code: string | undefined;
    /** The network fault of the answer. */
    readonly fault: string | undefined;
    /** True if the settings of the sandbox or a rule had the answer wait. */
    readonly isDelayed: boolean;
    /** True if it was served, also where the client got another answer. */
    readonly served: boolean;
    /** The status of the record that it is about; undefined where it is about none that takes time. */
    readonly recordStatus: Status | undefined;
    /** Undefined for a request that the fake sent itself. */
    readonly connection: Connection | undefined;
    /** The rules of scenarios that fired (`flaky[0]`). */
    readonly fired: readonly string[];
    /** The assumptions that the answer depends on. */
    readonly used: UsedAssumptions;
    /** Names and values in turn, as sent. */
    readonly requestHeaders: readonly string[];
    /** One character for each byte, since a byte array takes far more memory; undefined where the request has no body. */
    readonly requestBody: string | undefined;
    readonly responseHeaders: Readonly<Record<string, string>>;
    /** Null where the answer has no body. */
    readonly responseBody: Written | null;
    /** The bodies that were cut at the end; also one of a request that was refused before its body was read. */
    readonly cut: {
        readonly request: boolean;
        readonly response: boolean;
    };
    /** The nearest operations, where none matched. */
    readonly nearest: readonly string[];
    /** Most bytes that the entry takes. */
    readonly bytes: number;
}
/** An entry under construction: serving a request fills it in. */
export type DraftEntry = {
    -readonly [Field in keyof JournalEntry]: JournalEntry[Field];
};
/** Most bytes of a body. */
export declare const mostBodyBytes = 65536;
/** The largest share of a journal that one body takes, so that the newest request always fits. */
export declare const bodyShare: number;
/** No body is cut. */
export declare const uncut: JournalEntry['cut'];
/** Cuts the bodies of an entry at a length, and sets the bytes that it takes. */
export declare function fit(entry: DraftEntry, mostBytes: number): void;
/** Bytes as one character each. */
export declare function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string;
