import { remembered } from '../lib/lazily.ts'
import { type Lifecycle, type Status, statusAt } from '../time/lifecycle.ts'
import { type Bitmap, bitmapOf, emptyBitmap, type FieldIndex, fullBitmap, indexField, unionOf } from './bitmap.ts'

/** The facts that a collection reads from its records. */
export interface RecordReader<R> {
  /** The id, unique in a table. */
  readonly id: (record: R) => string
  /** The creation in Unix milliseconds, by which lists are ordered. */
  readonly createdAt: (record: R) => number
  /** The lifecycle, where time changes the status of a record. */
  readonly lifecycle?: (record: R) => Lifecycle
  /** The fields that a list can be filtered by, each with the values of a record. */
  readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>
}

/** A filter: a record matches if it has one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** An order of records by a key. Equal records have the order of their creation. */
export interface Order<R> {
  /** What no other order of the table is called. */
  readonly name: string
  readonly key: (record: R) => number | string
}

/** Sorts items by a key, which is computed once for each. Equal ones keep their order. */
export function sortBy<T>(items: readonly T[], keyOf: (item: T) => number | string): readonly T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item)
}

export function compareKeys(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Sets of filters with kept positions; one more discards all. A set takes one bit for each record. */
const mostMatched = 64

/** The immutable records of a table with their indexes. All sandboxes share them, and each index is made on first use. */
export class DatasetIndex<R> {
  /** Oldest first. Those of one instant have the order in which they were given. */
  readonly records: readonly R[]
  readonly byCreation: Order<R>
  readonly byId: Order<R>
  readonly reader: RecordReader<R>
  readonly #positions: ReadonlyMap<string, number>
  readonly #index: (field: string) => FieldIndex
  readonly #withStatus: (status: Status) => Bitmap
  /** The positions that match some filters, by the JSON of the filters. */
  readonly #matched = new Map<string, Bitmap>()
  readonly #orders = new Map<string, Uint32Array>()

  constructor(reader: RecordReader<R>, given: readonly R[]) {
    const { id, createdAt, lifecycle, fields } = reader
    const records = given.toSorted((a, b) => createdAt(a) - createdAt(b))
    this.reader = reader
    this.records = records
    this.byCreation = { name: 'creation', key: createdAt }
    this.byId = { name: 'id', key: id }
    this.#positions = new Map(records.map((record, position) => [id(record), position]))
    this.#index = remembered((field: string) => indexField(records, fields[field] ?? (() => [])))
    // A record of a dataset has the same status at any time.
    this.#withStatus = remembered((status: Status) =>
      bitmapOf(records, (record) => lifecycle !== undefined && statusAt(lifecycle(record), 0) === status),
    )
  }

  get(id: string): R | undefined {
    const position = this.#positions.get(id)
    return position === undefined ? undefined : this.records[position]
  }

  position(id: string): number | undefined {
    return this.#positions.get(id)
  }

  has(field: string, value: string): boolean {
    return this.#index(field).has(value)
  }

  values(field: string): Iterable<string> {
    return this.#index(field).keys()
  }

  /** The positions of the records that match all filters; undefined for every position. Not to be changed. @param without ids and positions to leave out */
  match(terms: readonly Term[], without: ReadonlyMap<string, number>): Bitmap | undefined {
    if (terms.length === 0 && without.size === 0) return undefined
    const key = JSON.stringify(terms)
    let matched = this.#matched.get(key)
    if (matched === undefined) {
      matched = this.#intersect(terms)
      if (this.#matched.size === mostMatched) this.#matched.clear()
      this.#matched.set(key, matched)
    }
    if (without.size === 0) return matched
    const rest = matched.clone()
    for (const position of without.values()) rest.remove(position)
    return rest
  }

  /** True if a record of a set has a status. @param some undefined for every position */
  hasStatus(some: Bitmap | undefined, status: Status): boolean {
    const all = this.#withStatus(status)
    return some === undefined ? !all.isEmpty() : all.intersects(some)
  }

  /** The positions of the records of a set that have one of some statuses. @param some undefined for every position */
  withStatus(some: Bitmap | undefined, statuses: readonly Status[]): Bitmap {
    const all = emptyBitmap()
    for (const status of statuses) all.union(this.#withStatus(status))
    return some === undefined ? all : all.intersection(some)
  }

  /** The positions in an order; undefined where it is the one of the dataset. */
  positionsIn({ name, key }: Order<R>): Uint32Array | undefined {
    if (name === this.byCreation.name) return undefined
    let positions = this.#orders.get(name)
    if (positions === undefined) {
      const placed = this.records.map((record, position) => ({ record, position }))
      positions = Uint32Array.from(
        sortBy(placed, ({ record }) => key(record)),
        ({ position }) => position,
      )
      this.#orders.set(name, positions)
    }
    return positions
  }

  #intersect(terms: readonly Term[]): Bitmap {
    const [matched = fullBitmap(this.records.length), ...others] = terms.map(({ field, anyOf }) =>
      unionOf(this.#index(field), anyOf),
    )
    for (const other of others) matched.intersection(other)
    return matched
  }
}
