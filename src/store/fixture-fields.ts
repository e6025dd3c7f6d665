import type { JsonObject } from '../lib/merge-patch.ts'
import { instantSchema } from '../time/instant.ts'

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
