import type { Assume, Profile } from '../assumptions/register.ts';
import { UsedAssumptions } from '../assumptions/used.ts';
import type { ApiKey } from '../auth/keys.ts';
import type { Quotas } from '../auth/quota.ts';
import { type DraftEntry, type JournalEntry } from '../journal/entry.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Settings } from '../scenarios/settings.ts';
import type { ApiError } from '../spec/api-error.ts';
import { type Lifecycle, type Status } from '../time/lifecycle.ts';
import type { Address } from './address.ts';
import type { SentBody } from './body.ts';
import { type Credential } from './credential.ts';
import type { Operation } from './operation.ts';
import { type QuotaReading } from './quota.ts';
import { type SentHeaders } from './sent-headers.ts';
/** A request as Hono routed it. */
export interface AskedRequest extends Pick<RequestContext, 'address' | 'operation' | 'parameters' | 'headers' | 'credential'>, Pick<JournalEntry, 'method' | 'connection'> {
    readonly onRecord?: RequestContext['onRecord'];
}
/** The parts of a request that has nothing but a method and an address. */
export declare const nothingSent: {
    readonly parameters: {};
    readonly headers: SentHeaders;
    readonly credential: Credential;
    readonly connection: undefined;
};
export declare const noNames: readonly string[];
/** One request being served. What the journal shows of it is written into its entry, once; the rest goes with the request. */
export declare class RequestContext {
    #private;
    readonly sandbox: Sandbox;
    readonly address: Address;
    /** Undefined where none has this method and path. */
    readonly operation: Operation | undefined;
    /** The values of the parameters of the path, decoded, by name. */
    readonly parameters: Readonly<Record<string, string>>;
    readonly headers: SentHeaders;
    readonly credential: Credential;
    /** Gets the entry of the request in the journal. */
    readonly onRecord: ((entry: JournalEntry) => void) | undefined;
    /** The entry of the journal under construction. */
    readonly entry: DraftEntry;
    /** The settings that the request is served by. */
    settings: Settings;
    /** Asks the register, as the settings of the request have it. */
    assume: Assume;
    /** The key of the request; undefined until it is known to be valid. */
    key: ApiKey | undefined;
    /** Why it has no valid key, once that is known. */
    keyRefusal: ApiError | undefined;
    /** The instant until which the rule fires that decides the answer; undefined where none does, or it has no end. */
    failsUntilMs: number | undefined;
    /** The body, once it was read; undefined where there is none. */
    sent: SentBody | undefined;
    constructor(sandbox: Sandbox, asked: AskedRequest);
    get method(): string;
    /** The `{id}` of the path, decoded; empty where the path has none. */
    get id(): string;
    /** The rows of the register that the answer depends on. */
    get used(): UsedAssumptions;
    /** The choices that the request is served by. */
    get profile(): Profile;
    /** Time since it began, in milliseconds of the wall clock. */
    get durationMs(): number;
    /** Has the request served by other settings than those of its sandbox. */
    use(settings: Settings): void;
    /** The quotas that the request counts on. */
    get quotas(): Quotas;
    /** The one instant that this request is served at, in Unix milliseconds. */
    get nowMs(): number;
    /** The status of a record at that instant. */
    statusOf(lifecycle: Lifecycle): Status;
    /** Has the journal say which status the record had that the request is about. @returns the status */
    showStatus(lifecycle: Lifecycle): Status;
    /** Reads the clock again: a body may arrive long after its request was let in. */
    takeInstant(): void;
    /** Counts the request on the quota of its key, or of requests without one. */
    consumeQuota(): void;
    /** The values of the rate-limit headers. */
    get quota(): QuotaReading;
}
