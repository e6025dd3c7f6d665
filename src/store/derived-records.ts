import { indexRecords, inverse, type PositionSet, sortedIndexes } from './position-set.ts'
import type { RecordShape, RecordSource } from './record-source.ts'

/** How the records of a table are derived, each from its number alone, from 0. */
export interface Derivation<R> {
  /** The record with a number. */
  readonly record: (number: number) => R
  /** The same, of which nothing is read but the date and the fields that can be filtered by. */
  readonly outline: (number: number) => R
  /** The number of the record with an id, if there is one. */
  readonly numberOf: (id: string) => number
  /** The numbers below a count, in the order of their records' ids. */
  readonly numbersById: (count: number) => Uint32Array
}

const unit = 1000

/** So many records are kept once they were asked for: of a larger table each is made anew each time. */
const mostKept = 32_768

/** Whether records of a table of so many are kept once they were asked for. */
export function keepsRecords(count: number): boolean {
  return count <= mostKept
}

/**
 * Records that are made when they are asked for, each time anew where there are many. What is kept of each is its place,
 * its date and its bits in the indexes. All are made on whole seconds.
 */
export function derivedRecords<R>(shape: RecordShape<R>, count: number, derivation: Derivation<R>): RecordSource<R> {
  const { outline, numberOf, numbersById } = derivation
  const record = keepsRecords(count) ? keeping(derivation.record) : derivation.record
  const secondOf = new Uint32Array(count)
  const byNumber = indexRecords(
    count,
    (number) => {
      const drawn = outline(number)
      secondOf[number] = shape.createdAt(drawn) / unit
      return drawn
    },
    shape.fields,
  )
  const numbers = sortedIndexes(secondOf)
  const positions = inverse(numbers)
  const indexes = new Map([...byNumber].map(([field, sets]) => [field, reordered(sets, positions)]))
  const none: ReadonlyMap<string, PositionSet> = new Map()
  const find = (id: string): { readonly number: number; readonly found: R } | undefined => {
    const number = numberOf(id)
    if (number >= count) return undefined
    const found = record(number)
    return shape.id(found) === id ? { number, found } : undefined
  }
  return {
    count,
    record: (position) => record(numbers[position] ?? 0),
    createdAt: (position) => (secondOf[numbers[position] ?? 0] ?? 0) * unit,
    get: (id) => find(id)?.found,
    position: (id) => {
      const number = find(id)?.number
      return number === undefined ? undefined : positions[number]
    },
    byId: () => numbersById(count).map((number) => positions[number] ?? 0),
    index: (field) => indexes.get(field) ?? none,
  }
}

/** Makes each record once. */
function keeping<R>(make: (number: number) => R): (number: number) => R {
  const kept: R[] = []
  return (number) => (kept[number] ??= make(number))
}

function reordered(sets: ReadonlyMap<string, PositionSet>, places: Uint32Array): ReadonlyMap<string, PositionSet> {
  return new Map([...sets].map(([value, set]) => [value, set.reordered(places)]))
}
