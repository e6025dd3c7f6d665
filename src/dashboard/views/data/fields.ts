import { isUuid } from '../../ui/format.ts'
import type { JsonObject } from '../../ui/json-object.ts'

/** A record in the form of the fixture files. */
export type Row = JsonObject

type Kind = 'id' | 'reference' | 'state' | 'date' | 'number' | 'text'

/** A field of some records that has one short value. */
export interface Field {
  readonly name: string
  readonly kind: Kind
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A value that fits in one line; undefined for any other. */
export function scalarOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export const idOf = (row: Row): string => scalarOf(row['id']) ?? ''

export function kindOf(name: string, value: unknown): Kind | undefined {
  if (name === 'id') return 'id'
  if (name === 'status') return 'state'
  if (typeof value === 'number') return 'number'
  const text = scalarOf(value)
  if (text === undefined) return undefined
  if (isUuid(text)) return 'reference'
  return instant.test(text) ? 'date' : 'text'
}

/** A longer text does not help to find a record. */
const longestShown = 48

/** The fields of records with one short value, in the order of the record that has the most. */
function shortFields(rows: readonly Row[]): readonly Field[] {
  const ordered = rows.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  const names = [...new Set(ordered.flatMap((row) => Object.keys(row)))]
  return names.flatMap((name) => {
    const values = rows.flatMap((row) => row[name] ?? [])
    const kind = kindOf(name, values[0])
    const isShort = values.every((value) => (scalarOf(value)?.length ?? Infinity) <= longestShown)
    return kind === undefined || !isShort ? [] : [{ name, kind }]
  })
}

/** Fewer records say nothing about the values of a field. */
const fewest = 5

/** True for a text that differs from record to record, as a name does. */
function isDistinct(rows: readonly Row[], { name, kind }: Field): boolean {
  if (kind !== 'text') return false
  if (rows.length < fewest) return name === 'name'
  const values = rows.flatMap((row) => row[name] ?? [])
  return new Set(values).size > values.length / 2
}

/**
 * The fields that a table of records shows: their name (else their id), their state, texts that group them, numbers, the first and
 * the last date, ids of others, and their own id.
 */
export function columnsOf(rows: readonly Row[]): readonly Field[] {
  const fields = shortFields(rows)
  const of = (...kinds: readonly Kind[]): readonly Field[] => fields.filter(({ kind }) => kinds.includes(kind))
  const distinct = of('text').filter((field) => isDistinct(rows, field))
  const names = distinct.filter(({ name }) => rows.every((row) => row[name] !== undefined))
  const dates = of('date')
  const first = [...names.slice(0, 1), ...of('id')].slice(0, 1)
  const inOrder = [
    ...first,
    ...of('state'),
    ...of('text').filter((field) => !distinct.includes(field)),
    ...of('number'),
    ...dates.slice(0, 1),
    ...dates.slice(1).slice(-1),
    ...of('reference', 'id'),
  ]
  return [...new Set(inOrder)]
}
