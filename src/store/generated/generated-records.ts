import { type FieldIndex, indexFields, reorderIndex } from '../bitmap.ts'
import type { RecordReader, RecordSource } from '../record-source.ts'
import { sortedIndexes } from './sorted-indexes.ts'

/** The rules by which a record follows from its number, from 0. */
export interface Generator<R> {
  readonly record: (number: number) => R
  /** The record as far as its date and its filtered fields. */
  readonly outline: (number: number) => R
  /** The number that an id would have. Another record may have that number. */
  readonly numberOf: (id: string) => number
  /** The numbers below a count, in the order of their ids. */
  readonly numbersById: (count: number) => Uint32Array
}

const secondMs = 1000

/** The largest table that keeps each record once it was read. A larger one generates it again. */
const mostKept = 32_768

/** True if a table of some size keeps its records. */
export function keepsRecords(count: number): boolean {
  return count <= mostKept
}

/**
 * Records that are generated when they are read. A table keeps only the order, the date and the index bits of each.
 * All records are created on whole seconds.
 */
export function generatedRecords<R>(reader: RecordReader<R>, count: number, generator: Generator<R>): RecordSource<R> {
  const { outline, numberOf, numbersById } = generator
  const record = keepsRecords(count) ? keeping(generator.record) : generator.record
  const secondOf = new Uint32Array(count)
  const fields = Object.keys(reader.fields)
  const byNumber = indexFields(
    count,
    (number) => {
      const outlined = outline(number)
      secondOf[number] = reader.createdAt(outlined) / secondMs
      return outlined
    },
    Object.values(reader.fields),
  )
  const numbers = sortedIndexes(secondOf)
  const positions = new Uint32Array(count)
  numbers.forEach((number, position) => {
    positions[number] = position
  })
  const indexes = new Map(byNumber.map((index, i) => [fields[i], reorderIndex(index, positions)]))
  const none: FieldIndex = new Map()
  const find = (id: string): { readonly number: number; readonly found: R } | undefined => {
    const number = numberOf(id)
    if (number >= count) return undefined
    const found = record(number)
    return reader.id(found) === id ? { number, found } : undefined
  }
  return {
    count,
    record: (position) => record(numbers[position] ?? 0),
    createdAt: (position) => (secondOf[numbers[position] ?? 0] ?? 0) * secondMs,
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
