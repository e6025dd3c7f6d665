import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { type Base, holds, inOrder, type RecordShape, type Term } from './base.ts'
import type { Table } from './dataset.ts'
import { defineKeeper, requireDistinct } from './keeper.ts'
import { definePart, type Part } from './sandbox.ts'
import { bytesSchema, type StorageAccount } from './storage.ts'

/** What is asked of a collection. */
export interface Selection<R> {
  /** All must hold. */
  readonly terms: readonly Term[]
  /** Asked only where it decides what is shown (oldest first). */
  readonly order?: () => Choice<'listOrder'>
  /** What terms cannot say: whether a record matches at this instant (all do). */
  readonly where?: (record: R) => boolean
  /** The instant that a record is listed by, in Unix milliseconds (its creation). */
  readonly at?: (record: R) => number
  /** Which instants are asked for (all). */
  readonly within?: ((atMs: number) => boolean) | undefined
}

/** What matched a selection. */
export interface Found<R> {
  readonly total: number
  /** Some of it, in order, by position from 0; `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** A record in a snapshot, with the room that it gives back when it goes. */
interface KeptRecord<R> {
  readonly record: R
  readonly bytes?: number | undefined
}

/** What differs from the base, in a snapshot. */
interface KeptRecords<R> {
  readonly nextNumber: number
  readonly added: readonly KeptRecord<R>[]
  readonly replaced: readonly KeptRecord<R>[]
  readonly removed: readonly string[]
}

let versions = 0

/** A number that no state of a collection has had. */
function nextVersion(): number {
  versions += 1
  return versions
}

/** The records of one table in one sandbox: the shared base, and what differs from it. */
export class Collection<R extends object> {
  readonly #shape: RecordShape<R>
  readonly #base: Base<R>
  readonly #storage: StorageAccount
  /** Records that the base has not. */
  readonly #added = new Map<string, R>()
  /** Records that stand in the place of one of the base, and ids of the base that stand for nothing any more. */
  readonly #replaced = new Map<string, R>()
  readonly #removed = new Set<string>()
  /** All records, while nothing changes. */
  #merged: readonly R[] | undefined
  #nextNumber = 0
  #version = nextVersion()

  constructor(shape: RecordShape<R>, base: Base<R>, storage: StorageAccount) {
    this.#shape = shape
    this.#base = base
    this.#storage = storage
  }

  /** The number of the state that the records are in: another after each change, and none that another collection has. */
  get version(): number {
    return this.#version
  }

  /** The number of the next record that is made here, from 0. */
  get nextNumber(): number {
    return this.#nextNumber
  }

  /** Takes the number of the next record that is made here: never the same twice. */
  takeNumber(): number {
    this.#nextNumber += 1
    return this.#nextNumber - 1
  }

  /** The record with an id. */
  get(id: string): R | undefined {
    return this.#added.get(id) ?? this.#replaced.get(id) ?? (this.#removed.has(id) ? undefined : this.#base.get(id))
  }

  /** Adds a record, whose id no other has. */
  insert(record: R): void {
    this.#added.set(this.#shape.id(record), record)
    this.#merged = undefined
    this.#version = nextVersion()
  }

  /** Puts a record in the place of the one with its id; where none has it, the record is added. */
  replace(record: R): void {
    const id = this.#shape.id(record)
    const isOfBase = this.#base.position(id) !== undefined && !this.#removed.has(id)
    if (isOfBase) this.#replaced.set(id, record)
    else this.#added.set(id, record)
    this.#merged = undefined
    this.#version = nextVersion()
  }

  /** Removes the record with an id. @returns whether there was one */
  remove(id: string): boolean {
    const isThere = this.get(id) !== undefined
    const isAdded = this.#added.delete(id)
    this.#replaced.delete(id)
    if (isThere && !isAdded) this.#removed.add(id)
    this.#merged = undefined
    this.#version = nextVersion()
    return isThere
  }

  /** What differs from the base; undefined where nothing does. */
  save(): KeptRecords<R> | undefined {
    if (this.#nextNumber === 0 && this.#added.size === 0 && this.#isBaseWhole()) return undefined
    const kept = (records: ReadonlyMap<string, R>): readonly KeptRecord<R>[] =>
      [...records.values()].map((record) => ({ record, bytes: this.#storage.costOf(record) }))
    return {
      nextNumber: this.#nextNumber,
      added: kept(this.#added),
      replaced: kept(this.#replaced),
      removed: [...this.#removed],
    }
  }

  /** Takes what was saved, where nothing differs yet. @throws InputError for what does not fit the base */
  load({ nextNumber, added, replaced, removed }: KeptRecords<R>): void {
    const ids = (kept: readonly KeptRecord<R>[]): readonly string[] => kept.map(({ record }) => this.#shape.id(record))
    const gone = new Set(removed)
    const ofBase = [...ids(replaced), ...removed]
    requireDistinct(ids(added), (id) => id, 'added')
    requireDistinct(ofBase, (id) => id, 'replaced and removed')
    const missing = ofBase.find((id) => this.#base.get(id) === undefined)
    if (missing !== undefined) throw new InputError(`${quote(missing)}: expected the id of a record of the fixtures`)
    const twice = ids(added).find((id) => this.#base.get(id) !== undefined && !gone.has(id))
    if (twice !== undefined) throw new InputError(`${quote(twice)}: expected an id that no record of the fixtures has`)
    this.#nextNumber = nextNumber
    for (const { record, bytes } of [...added, ...replaced]) this.#storage.claim(record, bytes)
    for (const { record } of added) this.#added.set(this.#shape.id(record), record)
    for (const { record } of replaced) this.#replaced.set(this.#shape.id(record), record)
    for (const id of removed) this.#removed.add(id)
    this.#merged = undefined
    this.#version = nextVersion()
  }

  /** Whether a value occurs in a field of any record, of the dataset or made here. */
  occurs(field: string, value: string): boolean {
    const term = { field, anyOf: [value] }
    if (!this.#isBaseWhole()) return this.#candidates([term]).length > 0
    return this.#base.has(field, value) || [...this.#added.values()].some((record) => holds(this.#shape, record, term))
  }

  /** Whether a value occurs in a field of the dataset. */
  hasInDataset(field: string, value: string): boolean {
    return this.#base.has(field, value)
  }

  /** The values that occur in a field of the dataset. */
  valuesInDataset(field: string): Iterable<string> {
    return this.#base.values(field)
  }

  /** The records that match. */
  select({ terms, order = () => 'oldest_first', where, at, within }: Selection<R>): Found<R> {
    const instant = at ?? this.#shape.createdAt
    let selected = this.#candidates(terms)
    if (where !== undefined) selected = selected.filter(where)
    if (within !== undefined) selected = selected.filter((record) => within(instant(record)))
    const oldestFirst = (): readonly R[] => (at === undefined ? selected : sortBy(selected, at))
    return toFound(selected, oldestFirst, order, (records) => this.#byId(records))
  }

  /** What the terms ask for, oldest first. */
  #candidates(terms: readonly Term[]): readonly R[] {
    if (this.#added.size === 0 && this.#isBaseWhole()) return this.#base.select(terms)
    if (terms.length > 0) return this.#merge(terms)
    this.#merged ??= this.#merge(terms)
    return this.#merged
  }

  #merge(terms: readonly Term[]): readonly R[] {
    return inOrder(this.#shape, [...this.#ofBase(terms), ...this.#matching(this.#added, terms)])
  }

  /** What is left of the base, in its order: what stands in the place of a record has that record's place. */
  #ofBase(terms: readonly Term[]): readonly R[] {
    const selected = this.#base.select(terms)
    if (this.#isBaseWhole()) return selected
    const { id } = this.#shape
    const kept = selected.filter((record) => !this.#replaced.has(id(record)) && !this.#removed.has(id(record)))
    const replacing = this.#matching(this.#replaced, terms)
    if (replacing.length === 0) return kept
    const place = (record: R): number => this.#base.position(id(record)) ?? 0
    return [...kept, ...replacing].sort((a, b) => place(a) - place(b))
  }

  #matching(records: ReadonlyMap<string, R>, terms: readonly Term[]): readonly R[] {
    return [...records.values()].filter((record) => terms.every((term) => holds(this.#shape, record, term)))
  }

  /** Whether every record of the base stands as it is. */
  #isBaseWhole(): boolean {
    return this.#replaced.size === 0 && this.#removed.size === 0
  }

  #byId(records: readonly R[]): readonly R[] {
    const { id } = this.#shape
    return records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1))
  }
}

/** Records by an instant that is computed once for each. */
function sortBy<R>(records: readonly R[], at: (record: R) => number): readonly R[] {
  const dated = records.map((record) => ({ record, atMs: at(record) }))
  return dated.sort((a, b) => a.atMs - b.atMs).map(({ record }) => record)
}

/** The order is asked for where there is more than one thing to put in order, and something of it is shown. */
function toFound<R>(
  selected: readonly R[],
  oldestFirst: () => readonly R[],
  order: () => Choice<'listOrder'>,
  byId: (records: readonly R[]) => readonly R[],
): Found<R> {
  const total = selected.length
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    if (total === 1) return selected.slice(start, end)
    switch (order()) {
      case 'oldest_first':
        return oldestFirst().slice(start, end)
      case 'newest_first':
        return oldestFirst()
          .slice(Math.max(0, total - end), total - start)
          .toReversed()
      case 'by_id':
        return byId(selected).slice(start, end)
    }
  }
  return { total, slice }
}

/** The collection of a table in each sandbox. @param record a record in a snapshot, where it stands as it is, after its way through JSON */
export function defineCollection<R extends object>(
  id: string,
  table: Table<R>,
  record: z.ZodMiniType<R>,
): Part<Collection<R>> {
  const kept = z.array(z.strictObject({ record, bytes: z.optional(bytesSchema) }))
  const keeper = defineKeeper(
    z.strictObject({ nextNumber: z.int().check(z.gte(0)), added: kept, replaced: kept, removed: z.array(z.string()) }),
    (collection: Collection<R>) => collection.save(),
    (collection, saved) => collection.load(saved),
  )
  return definePart(
    id,
    keeper,
    ({ dataset, storage }) => new Collection(table.definition, table.base(dataset), storage),
  )
}
