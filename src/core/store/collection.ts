import * as z from 'zod/mini'

import { firstIndex } from '../lib/first-index.ts'
import { lazily, memoizeByObject } from '../lib/lazily.ts'
import { DatasetIndex, type Positions } from './dataset-index.ts'
import { type List, type Query, type RankedRecord, select } from './query.ts'

const count = z.int().check(z.gte(0))

/** The differences between a collection and the dataset, as plain data. @param record the schema of a record in a snapshot */
export const collectionState = <R>(record: z.ZodMiniType<R>) =>
  z.strictObject({
    nextNumber: count,
    /** True if none of the records of the dataset are left (false). */
    cleared: z.optional(z.literal(true)),
    /** The added or replaced records, oldest first, with the bytes of storage that their removal gives back (none). */
    records: z.array(z.strictObject({ record, bytes: z.optional(count) })),
    /** The ids of records of the dataset that were removed. */
    removed: z.array(z.string()),
  })

export type CollectionState<R> = z.infer<ReturnType<typeof collectionState<R>>>

interface StoredChange<R> extends RankedRecord<R> {
  readonly bytes: number
}

/** The records of one table in one sandbox: the shared dataset, and a map of the sandbox's changes to it. */
export class Collection<R extends object> {
  readonly dataset: DatasetIndex<R>
  /** The dataset, or nothing after the collection was cleared. */
  #base: DatasetIndex<R>
  readonly #changes = new Map<string, StoredChange<R>>()
  /** The same records, oldest first. */
  #sorted: StoredChange<R>[] = []
  /** The ids and positions of the dataset's records that were replaced or removed. */
  readonly #masked = new Map<string, number>()
  #left = (positions: Positions): Positions => positions
  nextNumber = 0
  #nextTurn: number

  constructor(dataset: DatasetIndex<R>, state?: CollectionState<R>) {
    this.dataset = dataset
    this.#base = dataset
    this.#nextTurn = dataset.records.length
    if (state === undefined) return
    this.nextNumber = state.nextNumber
    if (state.cleared === true) this.clear()
    for (const id of state.removed) this.remove(id)
    for (const { record, bytes } of state.records) this.replace(record, bytes)
  }

  /** Takes the number of a new record. No number is taken twice. */
  takeNumber(): number {
    this.nextNumber += 1
    return this.nextNumber - 1
  }

  get(id: string): R | undefined {
    return this.#changes.get(id)?.record ?? (this.#masked.has(id) ? undefined : this.#base.get(id))
  }

  /** Adds a record, which must have a new id. @param bytes the storage that its removal gives back */
  insert(record: R, bytes = 0): void {
    this.#put(record, bytes, this.#nextTurn)
    this.#nextTurn += 1
  }

  /** Replaces the record with the same id, or adds the record. @param bytes the storage that its removal gives back */
  replace(record: R, bytes = 0): void {
    const id = this.dataset.reader.id(record)
    const turn = this.#changes.get(id)?.turn ?? this.#position(id)
    if (turn === undefined) this.insert(record, bytes)
    else {
      this.remove(id)
      this.#put(record, bytes, turn)
    }
  }

  remove(id: string): boolean {
    const change = this.#changes.get(id)
    const position = this.#position(id)
    if (change !== undefined) {
      this.#changes.delete(id)
      this.#sorted.splice(this.#indexOf(change), 1)
    } else if (position !== undefined) {
      this.#masked.set(id, position)
      this.#left = leaveOut(this.#masked)
    }
    return change !== undefined || position !== undefined
  }

  clear(): void {
    this.#base = new DatasetIndex(this.dataset.reader, [])
    this.#sorted = []
    this.#changes.clear()
    this.#masked.clear()
    this.#left = (positions) => positions
  }

  bytesOf(id: string): number {
    return this.#changes.get(id)?.bytes ?? 0
  }

  get storedBytes(): number {
    return this.#sorted.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get state(): CollectionState<R> | undefined {
    const cleared = this.#base !== this.dataset || undefined
    if (this.nextNumber === 0 && this.#sorted.length === 0 && this.#masked.size === 0 && !cleared) return undefined
    return {
      nextNumber: this.nextNumber,
      cleared,
      records: this.#sorted.map(({ record, bytes }) => ({ record, bytes: bytes === 0 ? undefined : bytes })),
      removed: [...this.#masked].filter(([id, position]) => this.#changes.get(id)?.turn !== position).map(([id]) => id),
    }
  }

  occurs(field: string, value: string): boolean {
    if (this.#masked.size === 0 && this.#base.has(field, value)) return true
    return this.select({ terms: [{ field, anyOf: [value] }] }).total > 0
  }

  values(field: string): readonly string[] {
    const valuesOf = this.dataset.reader.fields[field]
    const changed = this.#sorted.flatMap(({ record }) => valuesOf?.(record) ?? [])
    const all = new Set([...this.dataset.values(field), ...changed])
    return [...all].filter((value) => this.occurs(field, value))
  }

  get own(): readonly R[] {
    return this.#sorted.map(({ record }) => record)
  }

  select(query: Query): List<R> {
    return select({ dataset: this.#base, left: this.#left, changes: this.#sorted }, query)
  }

  /** The dataset if neither the sandbox nor time has changed a record; undefined otherwise. */
  get unchanged(): DatasetIndex<R> | undefined {
    const isChanged = this.#changes.size > 0 || this.#masked.size > 0 || this.dataset.reader.lifecycle !== undefined
    return isChanged ? undefined : this.#base
  }

  /** The position of a record of the dataset that was neither replaced nor removed. */
  #position(id: string): number | undefined {
    return this.#masked.has(id) ? undefined : this.#base.position(id)
  }

  #put(record: R, bytes: number, turn: number): void {
    const change = { record, bytes, turn }
    this.#changes.set(this.dataset.reader.id(record), change)
    this.#sorted.splice(this.#indexOf(change), 0, change)
  }

  #indexOf({ record, turn }: StoredChange<R>): number {
    const { createdAt } = this.dataset.reader
    const atMs = createdAt(record)
    return firstIndex(this.#sorted.length, (index) => {
      const other = this.#sorted[index]
      return other === undefined || (createdAt(other.record) - atMs || other.turn - turn) >= 0
    })
  }
}

/** Returns a function that removes the masked positions from others. */
function leaveOut(masked: ReadonlyMap<string, number>): (positions: Positions) => Positions {
  const others = lazily(() => new Set(masked.values()))
  return memoizeByObject((positions) => positions.filter((position) => !others().has(position)))
}
