import * as z from 'zod/mini'

import { InputError, withSubject, throwProblems } from '../lib/input-error.ts'
import { fieldsOf, formatPath, type Issue, toInputError } from '../lib/issues.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import { instantSchema } from '../time/instant.ts'
import type { WrongField } from './extra.ts'

/** The field with the records, if the file is an object, so that it can also name its schema. */
const recordsField = 'records'

const isWrapped = (content: unknown): content is JsonObject =>
  isJsonObject(content) && Object.hasOwn(content, recordsField)

/** The valid records of a fixture file, and the problems of the others. */
export type CheckedRows<R> = ReturnType<typeof checkRows<R>>

/** After this many problems in a file, checking stops: an invalid row takes far longer than a valid one. */
export const maxProblems = 250

/**
 * Checks the rows of a fixture file.
 * @param wrongIn finds problems of a row that its schema cannot find @param also a further schema of each row (none)
 */
export function checkRows<R>(
  record: z.ZodMiniType<R>,
  content: unknown,
  wrongIn: (row: JsonObject, position: number) => readonly WrongField[],
  also?: z.ZodMiniType,
) {
  const anyRows = z.array(z.unknown())
  const wrapped = z.strictObject({ $schema: z.optional(z.string()), [recordsField]: anyRows })
  const form: z.ZodMiniType = isWrapped(content) ? wrapped : anyRows
  const problems = [...toInputError(issuesIn(form, content), 'the file', { schema: form, content }).problems]
  const records: R[] = []
  const found = rowsIn(content)
  const rows: readonly unknown[] = Array.isArray(found) ? found : []
  for (const [position, row] of rows.entries()) {
    const at = rowPath(content, position)
    if (problems.length >= maxProblems) {
      problems.push(new InputError('not checked, and nothing after it: too many problems', { field: formatPath(at) }))
      break
    }
    const parsed = parseBy(record, row)
    if (parsed.success) records.push(parsed.data)
    const issues: Issue[] = (isJsonObject(row) ? wrongIn(row, position) : []).map(({ path, reason }) => {
      const error = new InputError(reason, { field: formatPath([...at, ...path]) })
      return { code: 'custom', path: [...path], message: reason, params: { error } }
    })
    if (!parsed.success) issues.push(...issuesIn(record, row))
    if (also !== undefined) issues.push(...issuesIn(also, row))
    if (issues.length === 0) continue
    // The first problem of each field.
    const seen = new Set<string | undefined>()
    const all = toInputError(issues, 'the file', { schema: record, at, content: row }).problems
    problems.push(...all.filter(({ field }) => seen.size < seen.add(field).size))
  }
  const names = isWrapped(content) ? Object.keys(content) : []
  const placeOf = ({ field = '' }: InputError): number => names.indexOf(field.replace(/\[.*/, ''))
  return { records, problems: problems.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** The issues of a value; for an unknown form, the issues that every form has. */
function issuesIn(schema: z.ZodMiniType, value: unknown): readonly Issue[] {
  const parsed = parseBy(schema, value)
  const issues = parsed.success ? [] : parsed.error.issues
  const [form] = issues
  if (form?.code !== 'invalid_union' || !('options' in form) || form.discriminator === undefined) return issues
  const inForms = (form.options ?? []).map((option) => {
    const found = issuesIn(schema, { ...Object(value), [String(form.discriminator)]: option }).flatMap(fieldsOf)
    return new Map(found.map(({ issue, path }) => [formatPath(path), issue]))
  })
  const common = [...(inForms[0] ?? [])].filter(([path]) => inForms.every((other) => other.has(path)))
  // The required fields of an unknown form are not known.
  return [form, ...common.map(([, issue]) => issue).filter(({ input }) => input !== undefined)]
}

/** The records of a fixture file. @param source its name in the error. @throws InputError */
export function requireSound<R>(source: string, { records, problems }: CheckedRows<R>): readonly R[] {
  withSubject(source, () => throwProblems(problems))
  return records
}

export function rowsIn(content: unknown): unknown {
  return isWrapped(content) ? content[recordsField] : content
}

/** Maps the records of a fixture file. @param change called with each record and its position */
export function mapRows(content: unknown, change: (row: unknown, position: number) => unknown): unknown {
  const rows = rowsIn(content)
  if (!Array.isArray(rows)) return content
  return isWrapped(content) ? { ...content, [recordsField]: rows.map(change) } : rows.map(change)
}

export function rowPath(content: unknown, position: number): readonly PropertyKey[] {
  return isWrapped(content) ? [recordsField, position] : [position]
}

/** Reads the instant in a field of a row, in Unix milliseconds; undefined if the field has none. */
export function instantIn(row: JsonObject, field: string): number | undefined {
  const value = row[field]
  return typeof value === 'string' ? instantSchema.safeParse(value).data : undefined
}

/** Removes the fields that are given, even as null: a given field wins. */
export function withoutGiven(fields: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(given, field)))
}

/**
 * Removes the fields that a row's status does not have. A given field stays, so that the schema refuses it.
 * @param fieldsOf the fields that only some statuses have, by status. A row of any other status stays unchanged
 */
export function onlyFieldsOfStatus(
  row: JsonObject,
  given: JsonObject,
  fieldsOf: ReadonlyMap<unknown, readonly string[]>,
) {
  const own = fieldsOf.get(row['status'])
  if (own === undefined) return row
  const others = new Set([...fieldsOf.values()].flat().filter((field) => !own.includes(field)))
  return Object.fromEntries(Object.entries(row).filter(([field]) => !others.has(field) || Object.hasOwn(given, field)))
}
