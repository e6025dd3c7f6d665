import { KeyIndex, KeyOwnership } from '../auth/key-index.ts';
import { Keyring } from '../auth/keyring.ts';
import { Journal } from '../journal/journal.ts';
import { ByteUsage } from '../lib/byte-limit.ts';
import { Outbox } from '../notifications/outbox.ts';
import type { NotificationTransport } from '../notifications/transport.ts';
import type { ScenarioLibrary } from '../scenarios/library.ts';
import { ScenarioManager } from '../scenarios/manager.ts';
import type { BaseSettings } from '../scenarios/settings.ts';
import type { Dataset } from '../store/dataset.ts';
import { Clock, type ClockStart } from '../time/clock.ts';
import { Scheduler } from '../time/scheduler.ts';
import { type AreaState, type Part } from './area-state.ts';
import { LastUsed } from './last-used.ts';
import type { Limits } from './limits.ts';
/** The start of every sandbox of a fake. */
export interface SandboxOptions {
    readonly dataset: Dataset;
    readonly seed: number;
    readonly clock: ClockStart;
    readonly base: BaseSettings;
    readonly library: ScenarioLibrary;
    /** Names of the scenarios that are on from the start. */
    readonly scenarios: readonly string[];
    readonly limits: Limits;
    readonly transport: NotificationTransport;
    /** The parts that areas add. */
    readonly states: readonly AreaState<Part>[];
}
/** Checks the options that a sandbox would refuse, before anything changes. @throws InputError */
export declare function checkOptions({ library, scenarios }: SandboxOptions): void;
/** Ties a sandbox to its fake, and to the earlier sandboxes of its name. */
export interface SandboxIdentity {
    /** Counts the resets and deletions of sandboxes of its name. */
    readonly incarnation: number;
    readonly lastUsed: LastUsed;
    readonly keys: KeyIndex;
    /** How often a state file of its fake lacked what happened last. */
    readonly uncleanEnds: number;
}
/** The saved state that a sandbox is made from. */
export interface Restored {
    /** The name that its random draws follow from. */
    readonly seedName: string;
    readonly parts: Readonly<Record<string, unknown>>;
    /** The sandbox that it replaces (none). */
    readonly replaced?: Sandbox;
    /** When it was saved, in Unix milliseconds of the wall clock: a running clock has gone on since (now). */
    readonly savedMs?: number;
}
/** One isolated part of a fake. It owns everything that changes. */
export declare class Sandbox {
    #private;
    readonly name: string;
    /** Counts the resets and deletions of sandboxes of its name: no two sandboxes of one name have the same. */
    readonly incarnation: number;
    readonly lastUsed: LastUsed;
    /** The keys that were made here, in the index of the fake. */
    readonly keyOwnership: KeyOwnership;
    /** The name that its random draws follow from: its own, or the one in its snapshot. */
    readonly seedName: string;
    readonly dataset: Dataset;
    /** Ids and findings follow from it. */
    readonly seed: number;
    readonly clock: Clock;
    /** Runs the tasks that come due. */
    readonly scheduler: Scheduler;
    /** The bytes that created records, scenarios and keys take. */
    readonly storage: ByteUsage;
    /** The bytes that notifications take until they are settled. */
    readonly notifications: ByteUsage;
    /** Counts attempts to deliver for all sandboxes. */
    readonly attempts: Map<string, number>;
    readonly scenarios: ScenarioManager;
    readonly keys: Keyring;
    /** The requests that it served. */
    readonly journal: Journal;
    /** Sends for all sandboxes. */
    readonly transport: NotificationTransport;
    readonly outbox: Outbox;
    /** @throws InputError for an unknown scenario, and for a snapshot that cannot be used */
    constructor(name: string, options: SandboxOptions, identity?: SandboxIdentity, restored?: Restored);
    /** The part that an area added. */
    part<T extends Part>(definition: AreaState<T>): T;
    /** The label that something new is drawn by. What an unclean end lost had another. @param number of its kind */
    label(kind: string, number: number): string;
    /** Grows with everything that may change its state, except a change of the library of scenarios. */
    get changes(): number;
    /** Plain data of each part that differs from a new sandbox, by id. Nothing that happens later changes it. */
    get states(): Readonly<Record<string, unknown>>;
    /** Ends it: it gives back what it took, and does none of the work that comes due. */
    close(): void;
}
