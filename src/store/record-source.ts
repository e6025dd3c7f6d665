import type { Lifecycle } from '../time/lifecycle.ts'
import { indexRecords, type PositionSet } from './position-set.ts'

/** What a collection needs to know of its records. */
export interface RecordShape<R> {
  /** The id, unique in a table. */
  readonly id: (record: R) => string
  /** When the record was made, in Unix milliseconds: the order of a list. */
  readonly createdAt: (record: R) => number
  /** Its course, where time changes it; the table then has a field `phase`, with the phase of a settled course. */
  readonly lifecycle?: (record: R) => Lifecycle
  /** The fields that can be filtered by, each with the values of a record. */
  readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>
}

/** The immutable records of a table, by position, oldest first: kept, or derived each time they are asked for. */
export interface RecordSource<R> {
  /** How many records there are. */
  readonly count: number
  /** The record at a position. */
  readonly record: (position: number) => R
  /** When the record at a position was made, in Unix milliseconds. */
  readonly createdAt: (position: number) => number
  /** The record with an id; undefined where there is none. */
  readonly get: (id: string) => R | undefined
  /** Where the record with an id stands; undefined where there is none. */
  readonly position: (id: string) => number | undefined
  /** The positions in the order of their ids, made anew each time. */
  readonly byId: () => Uint32Array
  /** The positions that have each value of a field, made when first asked for. */
  readonly index: (field: string) => ReadonlyMap<string, PositionSet>
}

/** Records, oldest first; those of one instant in the order they came in. */
function inOrder<R>({ createdAt }: RecordShape<R>, records: readonly R[]): readonly R[] {
  return records.toSorted((a, b) => createdAt(a) - createdAt(b))
}

/** Records that are kept, in any order. */
export function storedRecords<R>(shape: RecordShape<R>, given: readonly R[]): RecordSource<R> {
  const records = inOrder(shape, given)
  const at = (position: number): R => {
    const record = records[position]
    if (record === undefined) throw new RangeError(`no record at the position ${position}`)
    return record
  }
  const positions = new Map(records.map((record, position) => [shape.id(record), position]))
  const indexes = new Map<string, ReadonlyMap<string, PositionSet>>()
  return {
    count: records.length,
    record: at,
    createdAt: (position) => shape.createdAt(at(position)),
    get: (id) => {
      const position = positions.get(id)
      return position === undefined ? undefined : records[position]
    },
    position: (id) => positions.get(id),
    byId: () => {
      const ids = [...positions].sort(([a], [b]) => (a < b ? -1 : 1))
      return Uint32Array.from(ids, ([, position]) => position)
    },
    index: (field) => {
      const known = indexes.get(field)
      if (known !== undefined) return known
      const index = indexRecords(records.length, at, { [field]: shape.fields[field] ?? (() => []) }).get(field)
      indexes.set(field, index ?? new Map())
      return index ?? new Map()
    },
  }
}
