import { lazily } from '../lib/lazily.ts'
import { type Status, statusAt, statusChangedAt } from '../time/lifecycle.ts'
import { type Bitmap, type FieldIndex, fullBitmap, indexField, unionOf } from './bitmap.ts'
import type { RecordReader, RecordSource } from './record-source.ts'

/** A filter: a record matches if it has one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** True if a record matches all filters. */
export function matchesAll<R>(reader: RecordReader<R>, record: R, terms: readonly Term[]): boolean {
  return terms.every(
    ({ field, anyOf }) => reader.fields[field]?.(record).some((value) => anyOf.includes(value)) ?? false,
  )
}

/**
 * The date of a record in a list, in Unix milliseconds: its creation, or the change to its status.
 * @param changed the statuses that are listed by the change to them
 */
export function listedAt<R>(reader: RecordReader<R>, record: R, nowMs: number, changed: readonly Status[]): number {
  const lifecycle = reader.lifecycle?.(record)
  if (lifecycle === undefined || changed.length === 0) return reader.createdAt(record)
  const status = statusAt(lifecycle, nowMs)
  return changed.includes(status) ? statusChangedAt(lifecycle, status) : reader.createdAt(record)
}

/** A list of records. */
export interface OrderedList<R> {
  readonly total: number
  /** Some of them by their index from 0. `end` is not included. */
  slice(start: number, end: number): readonly R[]
}

/** All records of a dataset, as they are or in the order of some positions. */
class RecordList<R> implements OrderedList<R> {
  readonly #source: RecordSource<R>
  readonly #positions: Uint32Array | undefined

  constructor(source: RecordSource<R>, positions?: Uint32Array) {
    this.#source = source
    this.#positions = positions
  }

  get total(): number {
    return this.#source.count
  }

  slice(start: number, end: number): readonly R[] {
    const records: R[] = []
    const last = Math.min(end, this.total)
    for (let at = start; at < last; at += 1) records.push(this.#source.record(this.#positions?.[at] ?? at))
    return records
  }
}

/** Sets of filters with kept positions; one more discards all. A set takes one bit for each record. */
const mostMatched = 64

/** The immutable records of a table with their indexes. All sandboxes share them, and each index is made on first use. */
export class DatasetIndex<R> {
  readonly source: RecordSource<R>
  /** The positions in the order of their ids. */
  readonly byId: () => Uint32Array
  readonly #list: RecordList<R>
  readonly #listById: () => RecordList<R>
  readonly #reader: RecordReader<R>
  readonly #byStatus: () => FieldIndex
  /** The positions that match some filters, by the JSON of the filters. */
  readonly #matched = new Map<string, Bitmap>()
  readonly #byStatusChange = new Map<string, Uint32Array>()

  constructor(reader: RecordReader<R>, source: RecordSource<R>) {
    this.#reader = reader
    this.source = source
    this.byId = lazily(source.byId)
    this.#list = new RecordList(source)
    this.#listById = lazily(() => new RecordList(source, this.byId()))
    this.#byStatus = lazily(() => indexField(source.count, source.record, (record) => this.#statusOf(record)))
  }

  /** All records, oldest first. */
  get records(): readonly R[] {
    return Array.from({ length: this.source.count }, (_, position) => this.source.record(position))
  }

  /** All records, oldest first, as a list. */
  get list(): RecordList<R> {
    return this.#list
  }

  /** All records by their ids, as a list. */
  get listById(): RecordList<R> {
    return this.#listById()
  }

  /** True if any record has a value in a field. */
  has(field: string, value: string): boolean {
    return this.source.index(field).has(value)
  }

  /** All values of a field. */
  values(field: string): Iterable<string> {
    return this.source.index(field).keys()
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

  /** The positions of the records of a set that have one of some statuses. @param some undefined for every position */
  withStatus(some: Bitmap | undefined, statuses: readonly Status[]): Bitmap {
    const all = unionOf(this.source.count, this.#byStatus(), statuses)
    return some === undefined ? all : all.intersection(some)
  }

  /** The positions by the date of their records in a list. @param changed the statuses that are listed by the change to them */
  byStatusChange(changed: readonly Status[]): Uint32Array {
    const key = changed.join(' ')
    let sorted = this.#byStatusChange.get(key)
    if (sorted === undefined) {
      // A record of a dataset has the same status at any time.
      const dates = Float64Array.from(this.records, (record) => listedAt(this.#reader, record, 0, changed))
      const positions = Array.from(dates, (_, position) => position)
      sorted = Uint32Array.from(positions.sort((a, b) => (dates[a] ?? 0) - (dates[b] ?? 0) || a - b))
      this.#byStatusChange.set(key, sorted)
    }
    return sorted
  }

  #intersect(terms: readonly Term[]): Bitmap {
    const { count, index } = this.source
    const [matched = fullBitmap(count), ...others] = terms.map(({ field, anyOf }) =>
      unionOf(count, index(field), anyOf),
    )
    for (const other of others) matched.intersection(other)
    return matched
  }

  #statusOf(record: R): readonly string[] {
    const lifecycle = this.#reader.lifecycle?.(record)
    return lifecycle === undefined ? [] : [statusAt(lifecycle, 0)]
  }
}
