import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'

/** The schema of a partial record: any field may be omitted, also inside required fields, because the fake draws it. */
export function partOf({ required, oneOf, ...schema }: JsonObject): JsonObject {
  // Without its status, a part may match several forms.
  if (Array.isArray(oneOf)) return { ...schema, anyOf: oneOf.filter(isJsonObject).map(partOf) }
  const { properties } = schema
  if (!isJsonObject(properties)) return schema
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    names.includes(name) && isJsonObject(field) ? partOf(field) : field,
  ])
  return { ...schema, properties: Object.fromEntries(fields) }
}
