import { firstIndex } from '../lib/first-index.ts'
import type { Status } from '../time/lifecycle.ts'
import { type Bitmap, countBefore, emptyBitmap, sliceBitmap } from './bitmap.ts'
import { type DatasetIndex, listedAt, type OrderedList } from './dataset-index.ts'
import type { RecordReader } from './record-source.ts'

/** A record that a sandbox added or replaced. */
export interface Change<R> {
  readonly record: R
  /** The creation in Unix milliseconds. */
  readonly createdAt: number
  /** The rank among records of one instant: the position of the record that it replaces, or a number above all positions. */
  readonly turn: number
}

/** The records of a table in one sandbox. */
export interface SandboxRecords<R> {
  readonly reader: RecordReader<R>
  readonly dataset: DatasetIndex<R>
  /** The ids and positions of the dataset's records that the sandbox replaced or removed. */
  readonly masked: ReadonlyMap<string, number>
  /** The changes, oldest first. */
  readonly changes: readonly Change<R>[]
}

/** An order of the dataset and of changes. */
export interface Order<R> {
  /** The position at each place of the order; undefined where every place is the position. */
  readonly positions: Uint32Array | undefined
  /** True if a record of the dataset comes before a change. */
  readonly isBefore: (position: number, change: Change<R>) => boolean
  /** Sorts changes that are sorted by their creation. */
  readonly sort: (changes: readonly Change<R>[]) => readonly Change<R>[]
}

/** Oldest first, by the date of each record in a list. @param changed the statuses that are listed by the change to them */
export function byDate<R>({ reader, dataset }: SandboxRecords<R>, nowMs: number, changed: readonly Status[]): Order<R> {
  const { source } = dataset
  const dateAt = (position: number): number =>
    changed.length === 0 ? source.createdAt(position) : listedAt(reader, source.record(position), nowMs, changed)
  const dateOf = (change: Change<R>): number =>
    changed.length === 0 ? change.createdAt : listedAt(reader, change.record, nowMs, changed)
  return {
    positions: changed.length === 0 ? undefined : dataset.byStatusChange(changed),
    isBefore: (position, change) => {
      const order =
        dateAt(position) - dateOf(change) || source.createdAt(position) - change.createdAt || position - change.turn
      return order < 0
    },
    sort: (changes) => (changed.length === 0 ? changes : sortBy(changes, dateOf)),
  }
}

/** Sorts items by a key, which is computed once for each. */
function sortBy<T>(items: readonly T[], keyOf: (item: T) => number): readonly T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

/** By id, ascending. */
export function byId<R>({ reader: { id }, dataset }: SandboxRecords<R>): Order<R> {
  return {
    positions: dataset.byId(),
    isBefore: (position, { record }) => id(dataset.source.record(position)) < id(record),
    sort: (changes) => changes.toSorted((a, b) => (id(a.record) < id(b.record) ? -1 : 1)),
  }
}

/** A list of some records of the dataset and some changes, merged as far as it is read. */
export class MergedList<R> implements OrderedList<R> {
  readonly total: number
  readonly #dataset: DatasetIndex<R>
  readonly #order: Order<R>
  /** The places of the dataset's records that are listed; undefined for every place. */
  readonly #places: Bitmap | undefined
  readonly #changes: readonly Change<R>[]

  /** @param matched the positions of the dataset to list; undefined for every position */
  constructor(dataset: DatasetIndex<R>, order: Order<R>, matched: Bitmap | undefined, changes: readonly Change<R>[]) {
    this.#dataset = dataset
    this.#order = order
    this.#places = matched === undefined ? undefined : toPlaces(matched, order.positions)
    this.#changes = order.sort(changes)
    this.total = (matched === undefined ? dataset.source.count : matched.size()) + changes.length
  }

  slice(start: number, end: number): readonly R[] {
    const length = Math.max(0, Math.min(end, this.total) - start)
    const skipped = firstIndex(this.#changes.length, (index) => index + this.#recordsBefore(index) >= start)
    const changes = this.#changes.slice(skipped, skipped + length)
    const positions = this.#positions(start - skipped, start - skipped + length)
    const records: R[] = []
    let taken = 0
    while (records.length < length) {
      const change = changes[records.length - taken]
      const position = positions[taken]
      if (position !== undefined && (change === undefined || this.#order.isBefore(position, change))) {
        records.push(this.#dataset.source.record(position))
        taken += 1
      } else if (change === undefined) break
      else records.push(change.record)
    }
    return records
  }

  /** The number of listed records of the dataset before a change. */
  #recordsBefore(index: number): number {
    const change = this.#changes[index]
    const { source } = this.#dataset
    if (change === undefined) return source.count
    const place = firstIndex(source.count, (other) => !this.#order.isBefore(this.#positionAt(other), change))
    return this.#places === undefined ? place : countBefore(this.#places, place)
  }

  #positions(start: number, end: number): readonly number[] {
    const { count } = this.#dataset.source
    const places =
      this.#places === undefined
        ? Array.from({ length: Math.min(end, count) - start }, (_, index) => start + index)
        : sliceBitmap(this.#places, start, end)
    return places.map((place) => this.#positionAt(place))
  }

  #positionAt(place: number): number {
    return this.#order.positions?.[place] ?? place
  }
}

function toPlaces(matched: Bitmap, positions: Uint32Array | undefined): Bitmap {
  if (positions === undefined) return matched
  const places = emptyBitmap(positions.length)
  positions.forEach((position, place) => {
    if (matched.has(position)) places.add(place)
  })
  return places
}
