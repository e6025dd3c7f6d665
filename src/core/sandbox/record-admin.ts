import type * as z from 'zod/mini'

import { storedBytesOf } from '../lib/byte-limit.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { isJsonObject, type JsonObject, mergePatch } from '../lib/merge-patch.ts'
import type { Notification } from '../notifications/delivery.ts'
import { drawId } from '../random/random.ts'
import type { Collection } from '../store/collection.ts'
import type { TableDefinition } from '../store/dataset.ts'
import type { List, Query } from '../store/query.ts'
import type { Status } from '../time/lifecycle.ts'
import type { AreaCollection } from './area-state.ts'
import { type FixtureRecord, readGiven, readRow, toRow, toStored } from './record-rows.ts'
import type { Sandbox } from './sandbox.ts'

export type { FixtureRecord }

export interface Drawing {
  readonly sandbox: Sandbox
  readonly label: string
  readonly nowMs: number
  readonly given: FixtureRecord
}

export interface RecordChange<R> {
  readonly sandbox: Sandbox
  readonly nowMs: number
  /** The given fields; null for a field that the record must not have. */
  readonly given: FixtureRecord
  /** The record before, and its fixture form; undefined for a new record. */
  readonly before: { readonly record: R; readonly row: FixtureRecord } | undefined
}

/** Notifications that are sent manually. */
export interface ManualNotifications {
  /** The events of records that notify. */
  readonly events: (sandbox: Sandbox) => readonly string[]
  /** Composes the notification of an event. @param data of the payload (a record of the sandbox, or none) */
  readonly draft: (
    sandbox: Sandbox,
    event: string,
    data: JsonObject | undefined,
  ) => Pick<Notification, 'about' | 'subject' | 'body'>
}

/** How the control plane changes the records of a table. */
export interface RecordAdminDefinition<R extends object> {
  readonly collection: AreaCollection<R>
  /** Loads the function that draws a record without its id, and without the fields that `complete` adds. */
  readonly loadDraw: () => Promise<(drawing: Drawing) => FixtureRecord>
  /** Completes a record from the given fields, which stay unchanged for the schema to check. */
  readonly complete: (row: FixtureRecord, change: RecordChange<R>) => FixtureRecord
  /** Copies the parts that the fixture form lacks to a changed record (none). */
  readonly inherit?: (record: R, before: R) => R
  /** Called for each changed or removed record (nothing). */
  readonly changed?: (sandbox: Sandbox, record: R | undefined, before: R, nowMs: number) => void
  /** Composes manual notifications of its records (its records do not notify). */
  readonly notices?: ManualNotifications
  /** The status that lists show under every choice of the register (all). */
  readonly shownStatus?: Status
}

export function defineRecordAdmin<R extends object>(definition: RecordAdminDefinition<R>): RecordAdmin {
  return new TableRecordAdmin(definition)
}

const all: Query = { terms: [] }

/** Creates, changes and removes the records of one area for the control plane. Ids may have the form of answers or of fixtures, and UUIDs any case. */
export type RecordAdmin = Pick<TableRecordAdmin<object>, keyof TableRecordAdmin<object>>

class TableRecordAdmin<R extends object> {
  readonly name: string
  readonly form: z.ZodMiniType
  readonly notices: ManualNotifications | undefined
  readonly #table: TableDefinition<R>
  readonly #definition: RecordAdminDefinition<R>
  #draw: (drawing: Drawing) => FixtureRecord = () => {
    throw new Error(`${this.name}: \`prepare\` comes before the first draw`)
  }

  constructor(definition: RecordAdminDefinition<R>) {
    this.name = definition.collection.id
    this.#table = definition.collection.table.definition
    this.form = this.#table.record
    this.notices = definition.notices
    this.#definition = definition
  }

  count(sandbox: Sandbox, query?: Query): number {
    return this.#select(sandbox, query).total
  }

  /** A range of the records, the newest first. @param end the position after the last @param query of the records (all) */
  list(sandbox: Sandbox, start: number, end: number, query?: Query): readonly FixtureRecord[] {
    const nowMs = sandbox.clock.now()
    return this.#select(sandbox, query)
      .slice(start, end)
      .map((record) => this.#toRow(record, nowMs))
  }

  get(sandbox: Sandbox, id: string): FixtureRecord | undefined {
    const record = this.#collection(sandbox).get(toStored(this.#table, sandbox, 'id', id))
    return record && this.#toRow(record, sandbox.clock.now())
  }

  /** The records whose status changes with time. Records of the dataset keep their status. */
  timed(sandbox: Sandbox) {
    const { id, lifecycle } = this.#table
    if (lifecycle === undefined) return []
    return this.#collection(sandbox).own.map((record) => ({
      id: id(record),
      lifecycle: lifecycle(record),
      rowAt: (nowMs: number) => this.#toRow(record, nowMs),
    }))
  }

  /** Loads the function that draws records. Call it before the first draw. */
  async prepare(): Promise<void> {
    this.#draw = await this.#definition.loadDraw()
  }

  /** Completes the row of a new record, and stores nothing. The given fields stay unchanged, even if they are invalid. */
  completeRow(drawing: Drawing): FixtureRecord {
    const { complete } = this.#definition
    const { sandbox, label, nowMs, given } = drawing
    const drawn = { ...this.#draw(drawing), id: drawId(label) }
    // In a new record, a null inside `extra` is a value.
    const extra = isJsonObject(given['extra']) ? { extra: given['extra'] } : {}
    return complete({ ...mergePatch(drawn, given), ...extra }, { sandbox, nowMs, given, before: undefined })
  }

  /**
   * Creates a record from some of its fields; the others are drawn.
   * @param partial null for a field that the record must not have
   * @throws InputError for an invalid field, and without room, and of the kind `taken` for the id of another record
   */
  create(sandbox: Sandbox, partial: unknown, nowMs = sandbox.clock.now()): FixtureRecord {
    const given = readGiven(this.#table, sandbox, partial, 'the record')
    const collection = this.#collection(sandbox)
    const label = sandbox.label(`arranged ${this.name}`, collection.nextNumber)
    const record = readRow(this.#table, sandbox, this.completeRow({ sandbox, label, nowMs, given }))
    const id = this.#table.id(record)
    if (collection.get(id) !== undefined) {
      throw new InputError(`${quote(id)} is already in use`, { kind: 'taken', field: 'id' })
    }
    const { row, bytes } = this.#takeRoom(sandbox, record, nowMs)
    collection.takeNumber()
    collection.insert(record, bytes)
    return row
  }

  /**
   * Changes a record by a JSON merge patch (RFC 7396). From then on the clock does not change it.
   * @throws InputError for an invalid field, and without room; then nothing changes
   */
  update(sandbox: Sandbox, sent: string, patch: unknown): FixtureRecord | undefined {
    const collection = this.#collection(sandbox)
    const id = toStored(this.#table, sandbox, 'id', sent)
    const before = collection.get(id)
    if (before === undefined) return undefined
    const given = readGiven(this.#table, sandbox, patch, 'the patch')
    if (Object.hasOwn(given, 'id') && given['id'] !== id) {
      throw new InputError(`expected ${quote(id)}, which cannot be changed, got ${quote(given['id'])}`, { field: 'id' })
    }
    const { complete, inherit = (record) => record } = this.#definition
    const nowMs = sandbox.clock.now()
    const standing = this.#toRow(before, nowMs)
    const change = { sandbox, nowMs, given, before: { record: before, row: standing } }
    const record = inherit(readRow(this.#table, sandbox, complete(mergePatch(standing, given), change)), before)
    const { row, bytes } = this.#takeRoom(sandbox, record, nowMs)
    sandbox.storage.giveBack(collection.bytesOf(id))
    collection.replace(record, bytes)
    this.#definition.changed?.(sandbox, record, before, nowMs)
    return row
  }

  /** @returns true if there was one */
  remove(sandbox: Sandbox, sent: string, nowMs = sandbox.clock.now()): boolean {
    const collection = this.#collection(sandbox)
    const id = toStored(this.#table, sandbox, 'id', sent)
    const before = collection.get(id)
    if (before === undefined) return false
    sandbox.storage.giveBack(collection.bytesOf(id))
    collection.remove(id)
    this.#definition.changed?.(sandbox, undefined, before, nowMs)
    return true
  }

  /** Removes all records. Records of the dataset do not notify. */
  clear(sandbox: Sandbox): void {
    const collection = this.#collection(sandbox)
    const { own } = collection
    sandbox.storage.giveBack(collection.storedBytes)
    collection.clear()
    for (const record of own) this.#definition.changed?.(sandbox, undefined, record, sandbox.clock.now())
  }

  /** Removes the newest record that a list shows at an instant, if there is one. */
  removeNewest(sandbox: Sandbox, nowMs: number): void {
    const { shownStatus } = this.#definition
    const isListed = (status: Status): boolean => status === shownStatus
    const query = shownStatus === undefined ? all : { ...all, statuses: { nowMs, isListed } }
    const [newest] = this.#select(sandbox, query).slice(0, 1)
    if (newest !== undefined) this.remove(sandbox, this.#table.id(newest), nowMs)
  }

  #collection(sandbox: Sandbox): Collection<R> {
    return this.#definition.collection(sandbox)
  }

  #select(sandbox: Sandbox, query: Query = all): List<R> {
    return this.#collection(sandbox).select({ ...query, order: 'newest_first' })
  }

  #toRow(record: R, nowMs: number): FixtureRecord {
    return toRow(this.#table, record, nowMs)
  }

  /** Takes the bytes of a record. @throws InputError if there is no room */
  #takeRoom({ storage }: Sandbox, record: R, nowMs: number) {
    const row = this.#toRow(record, nowMs)
    const bytes = storedBytesOf(row)
    storage.requireRoom(bytes, 'the record')
    storage.take(bytes)
    return { row, bytes }
  }
}
