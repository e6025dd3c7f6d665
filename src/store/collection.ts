import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import type { Base } from './base.ts'
import { Lists } from './lists.ts'
import { Overlay } from './overlay.ts'
import { indexIn } from './position-set.ts'
import type { Found, Selection } from './query-result.ts'
import type { RecordShape } from './record-source.ts'
import type { Entry } from './sorted-entries.ts'

/** A record that differs from the base, and the bytes that it gives back when it goes (none). */
interface StoredRecord<R> {
  readonly record: R
  readonly bytes?: number | undefined
}

/** The differences of a collection from its base, as plain data. */
export interface CollectionState<R> {
  readonly nextNumber: number
  readonly added: readonly StoredRecord<R>[]
  readonly replaced: readonly StoredRecord<R>[]
  /** Ids of records of the base. */
  readonly removed: readonly string[]
}

const count = z.int().check(z.gte(0))

/** The schema of the state of a collection. @param record a record after its way through JSON */
export function collectionState<R>(record: z.ZodMiniType<R>): z.ZodMiniType<CollectionState<R>> {
  const stored = z.array(z.strictObject({ record, bytes: z.optional(count) }))
  return z.strictObject({ nextNumber: count, added: stored, replaced: stored, removed: z.array(z.string()) })
}

/** The records of one table in one sandbox: the shared base, and what differs from it. */
export class Collection<R extends object> {
  readonly #shape: RecordShape<R>
  readonly #base: Base<R>
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

  /** Bytes of the records that give some back, by id. */
  readonly #bytes = new Map<string, number>()

  /** @throws InputError for a state that does not fit the base */
  constructor(shape: RecordShape<R>, base: Base<R>, state?: CollectionState<R>) {
    this.#shape = shape
    this.#base = base
    this.#overlay = new Overlay(shape)
    this.#lists = new Lists({ shape, base, overlay: this.#overlay, masked: () => this.#masked })
    this.#nextTurn = base.count
    if (state !== undefined) this.#load(state)
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

  /** Adds a record with a new id. @param bytes that it gives back when it goes (none) */
  insert(record: R, bytes = 0): void {
    this.#setBytes(this.#shape.id(record), bytes)
    this.#add(this.#shape.id(record), this.#toEntry(record, this.#nextTurn))
    this.#nextTurn += 1
  }

  /** Puts a record in the place of the one with its id; where none has it, the record is added. */
  replace(record: R, bytes = 0): void {
    const id = this.#shape.id(record)
    this.#setBytes(id, bytes)
    const position = this.#removed.has(id) ? undefined : this.#base.position(id)
    const added = this.#added.get(id)
    const before = this.#entry(id)
    if (before !== undefined) this.#overlay.remove(before)
    if (position !== undefined) {
      this.#mask(position)
      this.#add(id, this.#toEntry(record, position), this.#replaced)
    } else if (added !== undefined) {
      this.#add(id, this.#toEntry(record, added.turn))
    } else this.insert(record, bytes)
  }

  /** Removes the record with an id. @returns whether there was one */
  remove(id: string): boolean {
    const entry = this.#entry(id)
    const position = this.#removed.has(id) ? undefined : this.#base.position(id)
    if (entry === undefined && position === undefined) return false
    if (entry !== undefined) this.#overlay.remove(entry)
    this.#bytes.delete(id)
    const isAdded = this.#added.delete(id)
    this.#replaced.delete(id)
    if (position !== undefined && !isAdded) {
      this.#removed.add(id)
      this.#mask(position)
    }
    this.#version += 1
    return true
  }

  /** Undefined where nothing differs from the base. */
  get state(): CollectionState<R> | undefined {
    if (this.#nextNumber === 0 && this.#added.size === 0 && this.#masked.length === 0) return undefined
    const stored = (entries: ReadonlyMap<string, Entry<R>>): readonly StoredRecord<R>[] =>
      [...entries].map(([id, { record }]) => ({ record, bytes: this.#bytes.get(id) }))
    return {
      nextNumber: this.#nextNumber,
      added: stored(this.#added),
      replaced: stored(this.#replaced),
      removed: [...this.#removed],
    }
  }

  /** Bytes that a record gives back when it goes. */
  bytesOf(id: string): number {
    return this.#bytes.get(id) ?? 0
  }

  /** Bytes that all records give back when they go. */
  get storedBytes(): number {
    return [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  #load({ nextNumber, added, replaced, removed }: CollectionState<R>): void {
    const ids = (stored: readonly StoredRecord<R>[]): readonly string[] =>
      stored.map(({ record }) => this.#shape.id(record))
    const gone = new Set(removed)
    const ofBase = [...ids(replaced), ...removed]
    requireDistinct(ids(added), (id) => id, 'added')
    requireDistinct(ofBase, (id) => id, 'replaced and removed')
    const missing = ofBase.find((id) => this.#base.position(id) === undefined)
    if (missing !== undefined) throw new InputError(`${quote(missing)}: expected the id of a record of the fixtures`)
    const twice = ids(added).find((id) => this.#base.position(id) !== undefined && !gone.has(id))
    if (twice !== undefined) throw new InputError(`${quote(twice)}: expected an id that no record of the fixtures has`)
    this.#nextNumber = nextNumber
    for (const id of removed) this.#removed.add(id)
    this.#masked = ofBase.map((id) => this.#base.position(id) ?? 0).sort((a, b) => a - b)
    for (const { record, bytes } of replaced) this.replace(record, bytes)
    for (const { record, bytes } of added) this.insert(record, bytes)
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

  #setBytes(id: string, bytes: number): void {
    if (bytes === 0) this.#bytes.delete(id)
    else this.#bytes.set(id, bytes)
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
