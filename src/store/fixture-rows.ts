import * as z from 'zod/mini'

import { describeEach } from '../lib/issues.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { parseBy, readBy } from '../lib/read-by.ts'

/** The field of the records in a file that is an object, so that it can also name its schema. */
const recordsField = 'records'

const isWrapped = (content: unknown): content is JsonObject =>
  isJsonObject(content) && Object.hasOwn(content, recordsField)

const withRecords = <T extends z.ZodMiniType>(records: T) =>
  z.strictObject({ $schema: z.optional(z.string()), [recordsField]: records })

/** Reads the records of a fixture file. @throws InputError */
export function readRows<R>(record: z.ZodMiniType<R>, content: unknown): readonly R[] {
  const rows = z.array(record)
  return isWrapped(content)
    ? readBy(withRecords(rows), content, 'the file', 1)[recordsField]
    : readBy(rows, content, 'the file', 1)
}

/** Checks each record of a fixture file by itself. @returns the sound records with their positions, and all that is wrong */
export function checkRows<R>(record: z.ZodMiniType<R>, content: unknown) {
  const rows = rowsIn(content)
  const problems: string[] = []
  const records: (readonly [position: number, record: R])[] = []
  const anyRows = z.array(z.unknown())
  const form: z.ZodMiniType = isWrapped(content) ? withRecords(anyRows) : anyRows
  const file = parseBy(form, content)
  if (!file.success) problems.push(...describeEach(file.error.issues, form, []))
  for (const [position, row] of Array.isArray(rows) ? rows.entries() : []) {
    const parsed = parseBy(record, row)
    if (parsed.success) records.push([position, parsed.data])
    else problems.push(...describeEach(parsed.error.issues, record, rowPath(content, position)))
  }
  return { problems, records }
}

/** The records of a fixture file, which no schema has checked. */
export function rowsIn(content: unknown): unknown {
  return isWrapped(content) ? content[recordsField] : content
}

/** A fixture file with other records. */
export function withRows(content: unknown, rows: readonly unknown[]): unknown {
  return isWrapped(content) ? { ...content, [recordsField]: rows } : rows
}

/** The path of a record in a fixture file. */
export function rowPath(content: unknown, position: number): readonly PropertyKey[] {
  return isWrapped(content) ? [recordsField, position] : [position]
}
