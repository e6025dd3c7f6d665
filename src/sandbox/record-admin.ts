import { InputError, quote, TakenError } from '../lib/input-error.ts'
import { isJsonObject, type JsonObject, mergePatch } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import { drawId, streamLabel } from '../random/random.ts'
import type { Collection } from '../store/collection.ts'
import type { Table } from '../store/dataset.ts'
import type { QueryResult, StatusFilter } from '../store/query.ts'
import { noRoom, recordCost } from '../store/storage.ts'
import type { Status } from '../time/lifecycle.ts'
import type { SandboxState, Sandbox } from './sandbox.ts'

/** A record in the form of its fixture file. */
export type FixtureRecord = JsonObject

/** Makes, changes and removes records of one kind, for whoever sets a scene; ids are read in either case. */
export interface RecordAdmin {
  /** Of the kind, in the plural (`resources`). */
  readonly name: string
  /** How many records there are. */
  count(sandbox: Sandbox): number
  /** Some of the records, the newest first, by position from 0; `end` is not included. */
  list(sandbox: Sandbox, start: number, end: number): readonly FixtureRecord[]
  /** The record with an id. */
  get(sandbox: Sandbox, id: string): FixtureRecord | undefined
  /** Gets ready what draws records. @returns what `create` does from then on, at once */
  prepare(): Promise<(sandbox: Sandbox, partial: unknown) => FixtureRecord>
  /**
   * Makes a record of what is given of it; the rest is drawn.
   * @param partial some fields of a row; null for one that is not wanted
   * @throws InputError for what cannot be used, and where there is no room; TakenError for an id that another has
   */
  create(sandbox: Sandbox, partial: unknown): Promise<FixtureRecord>
  /**
   * Changes a record by a JSON merge patch (RFC 7396) of its row; from then on it stays as it is, whatever the clock says.
   * @returns undefined where there is no such record
   * @throws InputError for what cannot be used, and where there is no room; then nothing changes
   */
  update(sandbox: Sandbox, id: string, patch: unknown): FixtureRecord | undefined
  /** Removes a record. @returns whether there was one */
  remove(sandbox: Sandbox, id: string): boolean
  /** Makes a record of which everything is drawn, at the instant of a request. @throws InputError where there is no room */
  insertDrawn(sandbox: Sandbox, nowMs: number): Promise<void>
  /** Removes the newest record that a list shows at the instant of a request; does nothing where there is none. */
  removeNewest(sandbox: Sandbox, nowMs: number): void
}

/** What a record is drawn by. */
export interface Drawing {
  readonly sandbox: Sandbox
  /** Of the streams that it draws from. */
  readonly label: string
  readonly nowMs: number
  /** What is given of it. */
  readonly given: FixtureRecord
}

/** What a row comes from. */
export interface Change<R> {
  readonly sandbox: Sandbox
  readonly nowMs: number
  /** The fields that were named; null for one that is not wanted. */
  readonly given: FixtureRecord
  /** The record that changes, and its row; undefined where it is new. */
  readonly before: { readonly record: R; readonly row: FixtureRecord } | undefined
}

/** How records of one table are arranged. */
interface ArrangerDefinition<R extends object> {
  readonly name: string
  readonly table: Table<R>
  readonly collection: SandboxState<Collection<R>>
  /** Gets what draws rows ready. A row without id, and without what `complete` fills. */
  readonly factory: () => Promise<(drawing: Drawing) => FixtureRecord>
  /** A row in which the fields that were named decide the others; what was named stays, for the schema to judge. */
  readonly complete: (row: FixtureRecord, change: Change<R>) => FixtureRecord
  /** A record as it stands at an instant. */
  readonly toRow: (record: R, nowMs: number) => FixtureRecord
  /** A changed record with what no row tells (as its row says). */
  readonly inherit?: (record: R, before: R) => R
  /** Told of each record that was changed or removed, and when (nobody is). */
  readonly changed?: (sandbox: Sandbox, record: R | undefined, before: R, nowMs: number) => void
  /** The phase whose records a list shows whatever the register says (all). */
  readonly shownPhase?: Status
}

/** Declares an arranger. */
export function defineRecordAdmin<R extends object>(definition: ArrangerDefinition<R>): RecordAdmin {
  return new TableArranger(definition)
}

class TableArranger<R extends object> implements RecordAdmin {
  readonly name: string
  readonly #definition: ArrangerDefinition<R>

  constructor(definition: ArrangerDefinition<R>) {
    this.name = definition.name
    this.#definition = definition
  }

  count(sandbox: Sandbox): number {
    return this.#found(sandbox).total
  }

  list(sandbox: Sandbox, start: number, end: number): readonly FixtureRecord[] {
    const nowMs = sandbox.clock.now()
    return this.#found(sandbox)
      .slice(start, end)
      .map((record) => this.#definition.toRow(record, nowMs))
  }

  get(sandbox: Sandbox, id: string): FixtureRecord | undefined {
    const record = this.#collection(sandbox).get(id.toLowerCase())
    return record === undefined ? undefined : this.#definition.toRow(record, sandbox.clock.now())
  }

  async prepare(): Promise<(sandbox: Sandbox, partial: unknown) => FixtureRecord> {
    const draw = await this.#definition.factory()
    return (sandbox, partial) => this.#create(sandbox, partial, draw, sandbox.clock.now())
  }

  async create(sandbox: Sandbox, partial: unknown): Promise<FixtureRecord> {
    const create = await this.prepare()
    return create(sandbox, partial)
  }

  #create(sandbox: Sandbox, partial: unknown, draw: (drawing: Drawing) => FixtureRecord, nowMs: number): FixtureRecord {
    const given = readObject(partial, 'the record')
    const collection = this.#collection(sandbox)
    const label = streamLabel(sandbox.seed, `arranged ${this.name}`, collection.nextNumber)
    const drawn = { ...draw({ sandbox, label, nowMs, given }), id: drawId(label) }
    const change = { sandbox, nowMs, given, before: undefined }
    const record = this.#read(this.#definition.complete(mergePatch(drawn, given), change))
    const id = this.#definition.table.definition.id(record)
    if (collection.get(id) !== undefined) {
      throw new TakenError(`id: another of the ${this.name} has ${quote(id)}; expected one of its own`)
    }
    const { row, bytes } = this.#measure(sandbox, record, nowMs)
    collection.takeNumber()
    collection.insert(record, bytes)
    return row
  }

  update(sandbox: Sandbox, id: string, patch: unknown): FixtureRecord | undefined {
    const collection = this.#collection(sandbox)
    const before = collection.get(id.toLowerCase())
    if (before === undefined) return undefined
    const given = readObject(patch, 'the patch')
    refuseOtherId(given, id)
    const { complete, toRow, inherit } = this.#definition
    const nowMs = sandbox.clock.now()
    const standing = toRow(before, nowMs)
    const change = { sandbox, nowMs, given, before: { record: before, row: standing } }
    const read = this.#read(complete(mergePatch(standing, given), change))
    const record = inherit === undefined ? read : inherit(read, before)
    const { row, bytes } = this.#measure(sandbox, record, nowMs)
    collection.replace(record, bytes)
    this.#definition.changed?.(sandbox, record, before, nowMs)
    return row
  }

  remove(sandbox: Sandbox, id: string, nowMs = sandbox.clock.now()): boolean {
    const collection = this.#collection(sandbox)
    const before = collection.get(id.toLowerCase())
    if (before === undefined) return false
    collection.remove(id.toLowerCase())
    this.#definition.changed?.(sandbox, undefined, before, nowMs)
    return true
  }

  async insertDrawn(sandbox: Sandbox, nowMs: number): Promise<void> {
    this.#create(sandbox, {}, await this.#definition.factory(), nowMs)
  }

  removeNewest(sandbox: Sandbox, nowMs: number): void {
    const { shownPhase, table } = this.#definition
    const isListed = (status: Status): boolean => status === shownPhase
    const statuses = shownPhase === undefined ? undefined : { nowMs, isListed }
    const [newest] = this.#found(sandbox, statuses).slice(0, 1)
    if (newest !== undefined) this.remove(sandbox, table.definition.id(newest), nowMs)
  }

  #collection(sandbox: Sandbox): Collection<R> {
    return this.#definition.collection(sandbox)
  }

  #found(sandbox: Sandbox, statuses?: StatusFilter): QueryResult<R> {
    return this.#collection(sandbox).select({ terms: [], order: () => 'newest_first', statuses })
  }

  #read(row: FixtureRecord): R {
    return readBy(this.#definition.table.definition.record, row, 'the record')
  }

  /** The row of a record, and the storage that it takes. @throws InputError where there is no room */
  #measure({ storage }: Sandbox, record: R, nowMs: number): { readonly row: FixtureRecord; readonly bytes: number } {
    const row = this.#definition.toRow(record, nowMs)
    const rowBytes = Buffer.byteLength(JSON.stringify(row))
    if (!storage.hasRoom(rowBytes)) throw new InputError(noRoom('the record', storage))
    return { row, bytes: recordCost(rowBytes) }
  }
}

function readObject(value: unknown, whole: string): FixtureRecord {
  if (isJsonObject(value)) return value
  throw new InputError(`${whole}: expected an object, got ${quote(value)}`)
}

function refuseOtherId(given: FixtureRecord, id: string): void {
  if (!Object.hasOwn(given, 'id')) return
  const { id: named } = given
  if (typeof named === 'string' && named.toLowerCase() === id.toLowerCase()) return
  throw new InputError(`id: expected ${quote(id)}, which cannot be changed, got ${quote(named)}`)
}
