import * as z from 'zod/mini'

import { InputError, inTermsOf, refuseAll } from '../lib/input-error.ts'
import { fieldsOf, formatPath, type Issue, toInputError } from '../lib/issues.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import { instantSchema } from '../time/instant.ts'
import type { WrongField } from './extra.ts'

/** The field of the records in a file that is an object, so that it can also name its schema. */
const recordsField = 'records'

const isWrapped = (content: unknown): content is JsonObject =>
  isJsonObject(content) && Object.hasOwn(content, recordsField)

/** The sound records of a fixture file, and what is wrong with the others. */
export type CheckedRows<R> = ReturnType<typeof checkRows<R>>

/** The problems of one file after which no row is checked: a row with one takes far longer than a sound one. */
export const mostProblems = 250

/**
 * Checks the rows of a fixture file.
 * @param wrongIn says what is wrong in a row beyond its schema @param also a further schema of each row (none)
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
    if (problems.length >= mostProblems) {
      problems.push(new InputError('not checked, nor what follows: too much is wrong', { field: formatPath(at) }))
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

/** What is wrong in a value; of one without a known form, what is wrong in every form. */
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
  // What such a form needs is not known.
  return [form, ...common.map(([, issue]) => issue).filter(({ input }) => input !== undefined)]
}

/** The records of a fixture file. @param source its name in the error. @throws InputError */
export function requireSound<R>(source: string, { records, problems }: CheckedRows<R>): readonly R[] {
  inTermsOf(source, () => refuseAll(problems))
  return records
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
