import { firstIndex } from '../lib/first-index.ts'
import { type Bitmap, countBefore, emptyBitmap, sliceBitmap } from './bitmap.ts'
import { compareKeys, type DatasetIndex, type Order, sortBy } from './dataset-index.ts'

/** A record that a sandbox added or replaced. */
export interface Change<R> {
  readonly record: R
  /** The rank among equal records: the position of the record that it replaces, or a number above all positions. */
  readonly turn: number
}

/** Some records of the dataset, and some changes, oldest first. */
export interface Found<R> {
  /** The positions in the dataset; undefined for every position. */
  readonly matched: Bitmap | undefined
  readonly changes: readonly Change<R>[]
}

export interface List<R> {
  readonly total: number
  /** Some of them, in order. `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** Lists what was found in an order. Only what is read is merged. */
export function merge<R>(dataset: DatasetIndex<R>, { matched, changes: found }: Found<R>, order: Order<R>): List<R> {
  const { records } = dataset
  const total = (matched === undefined ? records.length : matched.size()) + found.length
  const positions = dataset.positionsIn(order)
  if (matched === undefined && positions === undefined && found.length === 0) {
    return { total, slice: (start, end) => records.slice(start, end) }
  }
  const { createdAt } = dataset.reader
  const compare = (a: Change<R>, b: Change<R>): number =>
    compareKeys(order.key(a.record), order.key(b.record)) ||
    createdAt(a.record) - createdAt(b.record) ||
    a.turn - b.turn
  const changes = positions === undefined ? found : sortBy(found, ({ record }) => order.key(record))
  const places = positions === undefined || matched === undefined ? matched : placesOf(matched, positions)
  const placedAt = (place: number): readonly Change<R>[] => {
    const turn = positions?.[place] ?? place
    const record = records[turn]
    return record === undefined ? [] : [{ record, turn }]
  }
  /** The number of listed records of the dataset before a change. */
  const recordsBefore = (change: Change<R>): number => {
    const place = firstIndex(records.length, (other) => placedAt(other).every((placed) => compare(placed, change) > 0))
    return places === undefined ? place : countBefore(places, place)
  }
  const slice = (start: number, end: number): readonly R[] => {
    const length = Math.max(0, Math.min(end, total) - start)
    const skipped = firstIndex(changes.length, (index) => {
      const change = changes[index]
      return change === undefined || index + recordsBefore(change) >= start
    })
    const first = start - skipped
    const some =
      places === undefined
        ? Array.from({ length: Math.min(length, records.length - first) }, (_, index) => first + index)
        : sliceBitmap(places, first, first + length)
    // Both parts are sorted, so this only merges them.
    const page = [...some.flatMap(placedAt), ...changes.slice(skipped, skipped + length)].sort(compare)
    return page.slice(0, length).map(({ record }) => record)
  }
  return { total, slice }
}

/** The places that the positions of a set have in an order. */
function placesOf(matched: Bitmap, positions: Uint32Array): Bitmap {
  const places = emptyBitmap()
  positions.forEach((position, place) => {
    if (matched.has(position)) places.add(place)
  })
  return places
}
