import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { toInputError } from '../lib/issues.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import { instantSchema } from '../time/instant.ts'

/** The field of the records in a file that is an object, so that it can also name its schema. */
const recordsField = 'records'

const isWrapped = (content: unknown): content is JsonObject =>
  isJsonObject(content) && Object.hasOwn(content, recordsField)

/** The sound records of a fixture file, and one problem for each other, up to `mostProblems`. */
export type CheckedRows<R> = ReturnType<typeof checkRows<R>>

/** The most problems of one file that are described. A record with one takes far longer to check than a sound one. */
export const mostProblems = 50

export class UnsoundFile extends InputError {
  readonly problems: readonly string[]

  constructor(source: string, first: InputError, problems: readonly InputError[]) {
    const others = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
    super(first.message + others, { field: source, cause: first })
    this.problems = problems.map(({ message }) => `${source}: ${message}`)
  }
}

/** Checks the records of a fixture file, up to the last one whose problem is described. */
export function checkRows<R>(record: z.ZodMiniType<R>, content: unknown) {
  const problems: InputError[] = []
  const records: (readonly [position: number, record: R])[] = []
  const anyRows = z.array(z.unknown())
  const wrapped = z.strictObject({ $schema: z.optional(z.string()), [recordsField]: anyRows })
  const form: z.ZodMiniType = isWrapped(content) ? wrapped : anyRows
  const file = parseBy(form, content)
  if (!file.success) problems.push(toInputError(file.error.issues, 'the file', { schema: form }))
  const found = rowsIn(content)
  const rows: readonly unknown[] = Array.isArray(found) ? found : []
  for (const [position, row] of rows.entries()) {
    if (problems.length === mostProblems) break
    const parsed = parseBy(record, row)
    const at = rowPath(content, position)
    if (parsed.success) records.push([position, parsed.data])
    else problems.push(toInputError(parsed.error.issues, 'the file', { schema: record, at }))
  }
  return { records, problems }
}

/** The records of a fixture file. @param source its name in the error. @throws UnsoundFile */
export function requireSound<R>(source: string, { records, problems }: CheckedRows<R>): readonly R[] {
  const [first] = problems
  if (first !== undefined) throw new UnsoundFile(source, first, problems)
  return records.map(([, record]) => record)
}

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
export function ofStatus(row: JsonObject, given: JsonObject, fieldsOf: ReadonlyMap<unknown, readonly string[]>) {
  const own = fieldsOf.get(row['status'])
  if (own === undefined) return row
  const others = new Set([...fieldsOf.values()].flat().filter((field) => !own.includes(field)))
  return Object.fromEntries(Object.entries(row).filter(([field]) => !others.has(field) || Object.hasOwn(given, field)))
}
