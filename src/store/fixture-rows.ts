import { join } from 'node:path'

import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { mostProblems, toInputErrors } from '../lib/issues.ts'
import { type JsonFile, listJsonFiles, readJsonFile } from '../lib/json-files.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { parseBy } from '../lib/read-by.ts'
import { instantSchema } from '../time/instant.ts'

/** The field of the records in a file that is an object, so that it can also name its schema. */
const recordsField = 'records'

const isWrapped = (content: unknown): content is JsonObject =>
  isJsonObject(content) && Object.hasOwn(content, recordsField)

const withRecords = <T extends z.ZodMiniType>(records: T) =>
  z.strictObject({ $schema: z.optional(z.string()), [recordsField]: records })

/** A fixture file whose records were checked, each by itself. */
export interface CheckedRows<R> {
  /** The sound records with their positions. */
  readonly records: readonly (readonly [position: number, record: R])[]
  /** All that is wrong, as far as it was checked. */
  readonly problems: readonly InputError[]
  /** How many records were checked, and how many there are. */
  readonly checked: number
  readonly total: number
}

/** Checks the records of a fixture file, up to the record with the last problem that is collected. */
export function checkRows<R>(record: z.ZodMiniType<R>, content: unknown): CheckedRows<R> {
  const problems: InputError[] = []
  const records: (readonly [position: number, record: R])[] = []
  const anyRows = z.array(z.unknown())
  const form: z.ZodMiniType = isWrapped(content) ? withRecords(anyRows) : anyRows
  const file = parseBy(form, content)
  if (!file.success) problems.push(...toInputErrors(file.error.issues, form, []))
  const found = rowsIn(content)
  const rows: readonly unknown[] = Array.isArray(found) ? found : []
  let checked = 0
  while (checked < rows.length && problems.length < mostProblems) {
    const parsed = parseBy(record, rows[checked])
    if (parsed.success) records.push([checked, parsed.data])
    else problems.push(...toInputErrors(parsed.error.issues, record, rowPath(content, checked)))
    checked += 1
  }
  return { records, problems: problems.slice(0, mostProblems), checked, total: rows.length }
}

/** The records of a fixture file. @param source its name in the error. @throws InputError for the first thing that is wrong */
export function requireSound<R>(source: string, { records, problems, checked, total }: CheckedRows<R>): readonly R[] {
  const [first, ...more] = problems
  if (first === undefined) return records.map(([, record]) => record)
  const where = checked < total ? ` in the first ${checked} of ${total} records` : ''
  const others = more.length === 0 ? '' : ` (and ${more.length} more${where})`
  throw new InputError(first.message + others, { field: source, cause: first })
}

/** The records of a fixture file, which no schema has checked. */
export function rowsIn(content: unknown): unknown {
  return isWrapped(content) ? content[recordsField] : content
}

/** The content of a fixture file with other records. @param change makes a record from the one at a position */
export function mapRows(content: unknown, change: (row: unknown, position: number) => unknown): unknown {
  const rows = rowsIn(content)
  if (!Array.isArray(rows)) return content
  return isWrapped(content) ? { ...content, [recordsField]: rows.map(change) } : rows.map(change)
}

export function rowPath(content: unknown, position: number): readonly PropertyKey[] {
  return isWrapped(content) ? [recordsField, position] : [position]
}

/** The instant in a field of a row, in Unix milliseconds; undefined if the field has none. */
export function instantIn(row: JsonObject, field: string): number | undefined {
  const value = row[field]
  return typeof value === 'string' ? instantSchema.safeParse(value).data : undefined
}

/** Fields without those that are given, also as null: a given field wins. */
export function unnamed(fields: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(given, field)))
}

/**
 * A row without the fields that its status does not have. A given field stays, so that the schema refuses it.
 * @param fieldsOf the fields that only some statuses have, by status. A row of any other status stays as it is
 */
export function ofStatus(
  row: JsonObject,
  given: JsonObject,
  fieldsOf: ReadonlyMap<unknown, readonly string[]>,
): JsonObject {
  const own = fieldsOf.get(row['status'])
  if (own === undefined) return row
  const others = new Set([...fieldsOf.values()].flat().filter((field) => !own.includes(field)))
  return Object.fromEntries(Object.entries(row).filter(([field]) => !others.has(field) || Object.hasOwn(given, field)))
}

/** Says which files of a folder are not fixtures, or that it has none. */
export function unknownFiles(folder: string, files: readonly string[], known: readonly string[]): readonly string[] {
  if (files.length === 0) return [`${folder}: has no fixture file; expected some of ${known.join(', ')}`]
  return files
    .filter((file) => !known.includes(file))
    .map((file) => {
      const expected = `expected ${known.join(', ')}.${didYouMean(file, known)}`
      return `${join(folder, file)}: not a fixture file; ${expected}`
    })
}

/**
 * Reads the fixture files of a folder, by file name.
 * @param known the allowed file names. Any other `.json` file is refused, because its name may be misspelt
 * @throws InputError with the file and the reason
 */
export function readFixtureFolder(folder: string, known: readonly string[]): ReadonlyMap<string, JsonFile> {
  const files = listJsonFiles(folder, 'fixtures')
  const [refused] = unknownFiles(folder, files, known)
  if (refused !== undefined) throw new InputError(refused)
  return new Map(files.map((file) => [file, readJsonFile(join(folder, file))]))
}
