import type * as z from 'zod/mini'

import { lazily, memoize, memoizeByObject } from '../lib/lazily.ts'
import { sortBy } from '../lib/sort-by.ts'
import { type Lifecycle, type Status, statusAt } from '../time/lifecycle.ts'

export interface RecordReader<R> {
  readonly id: (record: R) => string
  /** The creation in Unix milliseconds, by which lists are ordered. */
  readonly createdAt: (record: R) => number
  /** The lifecycle, if time changes the status of a record. */
  readonly lifecycle?: (record: R) => Lifecycle
  /** The fields that a list can be filtered by, each with the values of a record. */
  readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>
  /** Every field that answers may have, under any choices: `extra` cannot overwrite it (a record has no `extra`). */
  readonly documented?: z.core.$ZodType
}

/** A filter: a record matches if it has one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** An order of records by a key. Equal records have the order of their creation. */
export interface Order<R> {
  /** Unique among the orders of the table. */
  readonly name: string
  readonly key: (record: R) => number | string
}

/** Positions of records, oldest first unless an order is named. */
export type Positions = readonly number[]

/** The maximum of cached sets of filters; one more empties the cache. */
const maxMatched = 32

/** The immutable records of a table with their indexes. All sandboxes share them. Each index is built on first use. */
export class DatasetIndex<R> {
  /** Oldest first. Records of one instant keep their given order. */
  readonly records: readonly R[]
  readonly byId: Order<R>
  readonly reader: RecordReader<R>
  readonly all: Positions
  readonly #positions: ReadonlyMap<string, number>
  readonly #index: (field: string) => ReadonlyMap<string, Positions>
  readonly #statuses: () => readonly (Status | undefined)[]
  readonly #matched = new Map<string, Positions>()
  /** Derived from positions, as long as these are cached. */
  readonly #withStatus = memoizeByObject<Positions, Map<string, Positions>>(() => new Map())
  readonly #inOrder = memoizeByObject<Positions, Map<string, Positions>>(() => new Map())

  constructor(reader: RecordReader<R>, given: readonly R[]) {
    const { id, createdAt, lifecycle, fields } = reader
    const records = given.toSorted((a, b) => createdAt(a) - createdAt(b))
    this.reader = reader
    this.records = records
    this.byId = { name: 'id', key: id }
    this.all = records.map((_, position) => position)
    this.#positions = new Map(records.map((record, position) => [id(record), position]))
    this.#index = memoize((field: string) => indexField(records, fields[field] ?? (() => [])))
    // A record of a dataset has the same status at any time.
    this.#statuses = lazily(() => records.map((record) => lifecycle && statusAt(lifecycle(record), 0)))
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

  match(terms: readonly Term[]): Positions {
    if (terms.length === 0) return this.all
    return cachedIn(this.#matched, JSON.stringify(terms), () => this.#find(terms), maxMatched)
  }

  #find(terms: readonly Term[]): Positions {
    const [first = new Set<number>(), ...others] = terms.map(
      ({ field, anyOf }) => new Set(anyOf.flatMap((value) => this.#index(field).get(value) ?? [])),
    )
    return [...first].filter((position) => others.every((other) => other.has(position))).sort((a, b) => a - b)
  }

  withStatus(positions: Positions, statuses: readonly Status[]): Positions {
    return cachedIn(this.#withStatus(positions), statuses.join(), () => {
      const all = this.#statuses()
      return positions.filter((position) => statuses.some((status) => status === all[position]))
    })
  }

  inOrder(positions: Positions, order: Order<R>): Positions {
    return cachedIn(this.#inOrder(positions), order.name, () => {
      if (positions === this.all) {
        return sortBy([...this.records.entries()], ([, record]) => order.key(record)).map(([at]) => at)
      }
      const own = new Set(positions)
      return this.inOrder(this.all, order).filter((position) => own.has(position))
    })
  }
}

function cachedIn<T>(kept: Map<string, T>, key: string, make: () => T, max = Infinity): T {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  if (kept.size >= max) kept.clear()
  kept.set(key, made)
  return made
}

function indexField<R>(records: readonly R[], valuesOf: (record: R) => readonly string[]) {
  const index = new Map<string, number[]>()
  records.forEach((record, position) => {
    for (const value of valuesOf(record)) {
      const positions = index.get(value)
      if (positions === undefined) index.set(value, [position])
      else positions.push(position)
    }
  })
  return index
}
