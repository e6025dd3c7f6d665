import type { JsonObject } from '../lib/merge-patch.ts'
import { instantSchema } from '../time/instant.ts'

/** The instant in a field of a row, in Unix milliseconds; undefined where it has none. */
export function instantIn(row: JsonObject, field: string): number | undefined {
  return instantSchema.safeParse(row[field]).data
}

/** Fields without those that were named, be it as null: what was named is what holds. */
export function unnamed(fields: JsonObject, given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(given, field)))
}

/**
 * A row without the fields that its status does not have; those that were named stay, for the schema to refuse.
 * @param fieldsOf the fields that some statuses have and others have not, by status; a row of another status stays as it is
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
