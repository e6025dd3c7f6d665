import type * as z from 'zod/mini';
import type { JsonObject } from '../lib/merge-patch.ts';
import type { Collection } from '../store/collection.ts';
import type { Table } from '../store/dataset.ts';
import type { Selection } from '../store/query.ts';
import type { Lifecycle, Status } from '../time/lifecycle.ts';
import type { SandboxState } from './area-state.ts';
import type { Sandbox } from './sandbox.ts';
/** A record in the form of its fixture file. */
export type FixtureRecord = JsonObject;
/** Creates, changes and removes the records of one area for the control plane. An id may have the form of answers or of fixtures; the case of UUIDs does not matter. */
export interface RecordAdmin {
    /** The name of the area (`resources`). */
    readonly name: string;
    /** The form of its records in their fixture file. */
    readonly form: z.ZodMiniType;
    /** The number of records. @param selection of them (all) */
    count(sandbox: Sandbox, selection?: Selection): number;
    /** Some of the records, the newest first. @param start a position from 0 @param end the position after the last @param selection of them (all) */
    list(sandbox: Sandbox, start: number, end: number, selection?: Selection): readonly FixtureRecord[];
    get(sandbox: Sandbox, id: string): FixtureRecord | undefined;
    /** The records that time changes. Those of the dataset keep their status. */
    timed(sandbox: Sandbox): readonly TimedRecord[];
    /** Loads the code that draws records. @returns a function that draws the fields that a row leaves out, and stores nothing */
    drawer(): Promise<DrawMissing>;
    /** Loads the code that draws records. @returns a function that does what `create` does, at once */
    prepare(): Promise<(sandbox: Sandbox, partial: unknown) => FixtureRecord>;
    /**
     * Creates a record from some of its fields; the others are drawn.
     * @param partial null for a field that the record must not have
     * @throws InputError for a field that cannot be used, and where there is no room; TakenError for the id of another record
     */
    create(sandbox: Sandbox, partial: unknown): Promise<FixtureRecord>;
    /**
     * Changes a record by a JSON merge patch (RFC 7396). From then on the clock does not change it.
     * @returns undefined where there is no such record
     * @throws InputError for a field that cannot be used, and where there is no room; then nothing changes
     */
    update(sandbox: Sandbox, id: string, patch: unknown): FixtureRecord | undefined;
    /** Removes a record. @returns true if there was one */
    remove(sandbox: Sandbox, id: string): boolean;
    /** Creates a record with all fields drawn, at the instant of a request. @throws InputError where there is no room */
    insertDrawn(sandbox: Sandbox, nowMs: number): Promise<void>;
    /** Removes the newest record that a list shows at the instant of a request, if there is one. */
    removeNewest(sandbox: Sandbox, nowMs: number): void;
}
/** A record that time changes. */
export interface TimedRecord {
    readonly id: string;
    readonly lifecycle: Lifecycle;
    /** The record in the form of its fixture file, at an instant. */
    readonly rowAt: (nowMs: number) => FixtureRecord;
}
/**
 * Completes a row as that of a new record. The given fields stay as they are, also where they are wrong.
 * @param label of the streams of random numbers
 */
export type DrawMissing = (sandbox: Sandbox, given: FixtureRecord, label: string, nowMs: number) => FixtureRecord;
/** The source of a drawn record. */
export interface Drawing {
    readonly sandbox: Sandbox;
    /** Of its streams of random numbers. */
    readonly label: string;
    readonly nowMs: number;
    /** The fields that are given. */
    readonly given: FixtureRecord;
}
/** A change of a record. */
export interface Change<R> {
    readonly sandbox: Sandbox;
    readonly nowMs: number;
    /** The fields that are given; null for one that the record must not have. */
    readonly given: FixtureRecord;
    /** The record before, and its fixture form; undefined for a new record. */
    readonly before: {
        readonly record: R;
        readonly row: FixtureRecord;
    } | undefined;
}
/** How the control plane works on the records of a table. */
export interface RecordAdminDefinition<R extends object> {
    readonly name: string;
    readonly table: Table<R>;
    readonly collection: SandboxState<Collection<R>>;
    /** Loads a function that draws a record without an id, and without the fields that `complete` adds. */
    readonly factory: () => Promise<(drawing: Drawing) => FixtureRecord>;
    /** Completes a record from the given fields, which stay as they are for the schema to check. */
    readonly complete: (row: FixtureRecord, change: Change<R>) => FixtureRecord;
    /** A record that stays as it is at an instant (as it is). */
    readonly standingAt?: (record: R, nowMs: number) => R;
    /** A changed record with the parts that its fixture form does not have (none). */
    readonly inherit?: (record: R, before: R) => R;
    /** Called for each record that was changed or removed (nothing). */
    readonly changed?: (sandbox: Sandbox, record: R | undefined, before: R, nowMs: number) => void;
    /** The status that a list shows under every choice of the register (all). */
    readonly shownStatus?: Status;
}
