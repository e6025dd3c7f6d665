import * as z from 'zod/mini'

import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'

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
