import type { JsonObject } from '../lib/merge-patch.ts'
import type { Collection } from '../store/collection.ts'
import type { Table } from '../store/dataset.ts'
import type { Lifecycle, Status } from '../time/lifecycle.ts'
import type { SandboxState } from './area-state.ts'
import type { Sandbox } from './sandbox.ts'

/** A record in the form of its fixture file. */
export type FixtureRecord = JsonObject

/** A record that time changes. */
export interface TimedRecord {
  readonly id: string
  readonly lifecycle: Lifecycle
  /** The record in the form of its fixture file, at an instant. */
  readonly rowAt: (nowMs: number) => FixtureRecord
}

/** The source of a drawn record. */
export interface Drawing {
  readonly sandbox: Sandbox
  /** Of its streams of random numbers. */
  readonly label: string
  readonly nowMs: number
  /** The fields that are given. */
  readonly given: FixtureRecord
}

/** A change of a record. */
export interface Change<R> {
  readonly sandbox: Sandbox
  readonly nowMs: number
  /** The fields that are given; null for one that the record must not have. */
  readonly given: FixtureRecord
  /** The record before, and its fixture form; undefined for a new record. */
  readonly before: { readonly record: R; readonly row: FixtureRecord } | undefined
}

/** How the control plane works on the records of a table. */
export interface RecordAdminDefinition<R extends object> {
  readonly name: string
  readonly table: Table<R>
  readonly collection: SandboxState<Collection<R>>
  /** Draws a record without an id, and without the fields that `complete` adds. */
  readonly draw: (drawing: Drawing) => FixtureRecord
  /** Completes a record from the given fields, which stay as they are for the schema to check. */
  readonly complete: (row: FixtureRecord, change: Change<R>) => FixtureRecord
  /** A record that stays as it is at an instant (as it is). */
  readonly standingAt?: (record: R, nowMs: number) => R
  /** A changed record with the parts that its fixture form does not have (none). */
  readonly inherit?: (record: R, before: R) => R
  /** Called for each record that was changed or removed (nothing). */
  readonly changed?: (sandbox: Sandbox, record: R | undefined, before: R, nowMs: number) => void
  /** The status that a list shows under every choice of the register (all). */
  readonly shownStatus?: Status
}
