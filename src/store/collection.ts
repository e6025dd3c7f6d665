import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { defineSnapshotPart, requireDistinct } from '../lib/snapshot-part.ts'
import { defineState, type SandboxState } from '../sandbox/sandbox.ts'
import type { Base } from './base.ts'
import type { Table } from './dataset.ts'
import { Lists } from './lists.ts'
import { Overlay } from './overlay.ts'
import { indexIn } from './position-set.ts'
import type { Found, Selection } from './query-result.ts'
import type { RecordShape } from './record-source.ts'
import type { Entry } from './sorted-entries.ts'
import { bytesSchema, type StorageAccount } from './storage.ts'

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

/** The records of one table in one sandbox: the shared base, and what differs from it. */
export class Collection<R extends object> {
  readonly #shape: RecordShape<R>
  readonly #base: Base<R>
  readonly #storage: StorageAccount
  /** Records that the base has not. */
  readonly #added = new Map<string, Entry<R>>()
  /** Records that stand in the place of one of the base, and ids of the base that stand for nothing any more. */
  readonly #replaced = new Map<string, Entry<R>>()
  readonly #removed = new Set<string>()
  /** Where the base has records that were replaced or removed, ascending. */
  #masked: number[] = []
  /** What was added and what replaces. */
  readonly #overlay: Overlay<R>
  readonly #lists: Lists<R>
  #nextNumber = 0
  #nextTurn: number
  #version = 0

  constructor(shape: RecordShape<R>, base: Base<R>, storage: StorageAccount) {
    this.#shape = shape
    this.#base = base
    this.#storage = storage
    this.#overlay = new Overlay(shape)
    this.#lists = new Lists({ shape, base, overlay: this.#overlay, masked: () => this.#masked })
    this.#nextTurn = base.count
  }

  /** A number that grows with every change of the records: while it is the same, so are they. */
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
    const entry = this.#entry(id)
    if (entry !== undefined) return entry.record
    return this.#removed.has(id) ? undefined : this.#base.get(id)
  }

  /** Adds a record, whose id no other has. */
  insert(record: R): void {
    this.#add(this.#shape.id(record), this.#toEntry(record, this.#nextTurn))
    this.#nextTurn += 1
  }

  /** Puts a record in the place of the one with its id; where none has it, the record is added. */
  replace(record: R): void {
    const id = this.#shape.id(record)
    const position = this.#removed.has(id) ? undefined : this.#base.position(id)
    const added = this.#added.get(id)
    const before = this.#entry(id)
    if (before !== undefined) this.#overlay.remove(before)
    if (position !== undefined) {
      this.#mask(position)
      this.#add(id, this.#toEntry(record, position), this.#replaced)
    } else if (added !== undefined) {
      this.#add(id, this.#toEntry(record, added.turn))
    } else this.insert(record)
  }

  /** Removes the record with an id. @returns whether there was one */
  remove(id: string): boolean {
    const entry = this.#entry(id)
    const position = this.#removed.has(id) ? undefined : this.#base.position(id)
    if (entry === undefined && position === undefined) return false
    if (entry !== undefined) this.#overlay.remove(entry)
    const isAdded = this.#added.delete(id)
    this.#replaced.delete(id)
    if (position !== undefined && !isAdded) {
      this.#removed.add(id)
      this.#mask(position)
    }
    this.#version += 1
    return true
  }

  /** What differs from the base; undefined where nothing does. */
  save(): KeptRecords<R> | undefined {
    if (this.#nextNumber === 0 && this.#added.size === 0 && this.#masked.length === 0) return undefined
    const kept = (entries: ReadonlyMap<string, Entry<R>>): readonly KeptRecord<R>[] =>
      [...entries.values()].map(({ record }) => ({ record, bytes: this.#storage.costOf(record) }))
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
    const missing = ofBase.find((id) => this.#base.position(id) === undefined)
    if (missing !== undefined) throw new InputError(`${quote(missing)}: expected the id of a record of the fixtures`)
    const twice = ids(added).find((id) => this.#base.position(id) !== undefined && !gone.has(id))
    if (twice !== undefined) throw new InputError(`${quote(twice)}: expected an id that no record of the fixtures has`)
    this.#nextNumber = nextNumber
    for (const { record, bytes } of [...added, ...replaced]) this.#storage.claim(record, bytes)
    for (const id of removed) this.#removed.add(id)
    this.#masked = ofBase.map((id) => this.#base.position(id) ?? 0).sort((a, b) => a - b)
    for (const { record } of replaced) this.replace(record)
    for (const { record } of added) this.insert(record)
    this.#version += 1
  }

  /** Whether a value occurs in a field of any record, of the dataset or made here. */
  occurs(field: string, value: string): boolean {
    if (this.#masked.length === 0 && this.#base.has(field, value)) return true
    return this.#lists.oldestFirst([{ field, anyOf: [value] }]).total > 0
  }

  /** Whether a value occurs in a field of the dataset. */
  hasInDataset(field: string, value: string): boolean {
    return this.#base.has(field, value)
  }

  /** The values that occur in a field of the dataset. */
  valuesInDataset(field: string): Iterable<string> {
    return this.#base.values(field)
  }

  /** The values that occur in a field of any record, of the dataset or made here. */
  values(field: string): readonly string[] {
    const valuesOf = this.#shape.fields[field]
    const changed = [...this.#added.values(), ...this.#replaced.values()].map(({ record }) => valuesOf?.(record) ?? [])
    const all = new Set([...this.#base.values(field), ...changed.flat()])
    return [...all].filter((value) => this.occurs(field, value))
  }

  /** The records that match. */
  select(selection: Selection): Found<R> {
    return this.#lists.select(selection)
  }

  #entry(id: string): Entry<R> | undefined {
    return this.#added.get(id) ?? this.#replaced.get(id)
  }

  /** @param turn after all others, or that of the record in whose place it stands */
  #toEntry(record: R, turn: number): Entry<R> {
    const createdAt = this.#shape.createdAt(record)
    return { record, createdAt, turn, place: this.#base.olderThan(createdAt, turn) }
  }

  #add(id: string, entry: Entry<R>, entries = this.#added): void {
    entries.set(id, entry)
    this.#overlay.add(entry)
    this.#version += 1
  }

  #mask(position: number): void {
    const index = indexIn(this.#masked, position)
    if (this.#masked[index] !== position) this.#masked.splice(index, 0, position)
  }
}

/** The collection of a table in each sandbox. @param record a record in a snapshot, where it stands as it is, after its way through JSON */
export function defineCollection<R extends object>(
  id: string,
  table: Table<R>,
  record: z.ZodMiniType<R>,
): SandboxState<Collection<R>> {
  const kept = z.array(z.strictObject({ record, bytes: z.optional(bytesSchema) }))
  const keeper = defineSnapshotPart(
    z.strictObject({ nextNumber: z.int().check(z.gte(0)), added: kept, replaced: kept, removed: z.array(z.string()) }),
    (collection: Collection<R>) => collection.save(),
    (collection, saved) => collection.load(saved),
  )
  return defineState(
    id,
    keeper,
    ({ dataset, storage }) => new Collection(table.definition, table.base(dataset), storage),
  )
}
