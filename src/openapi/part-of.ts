import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'

/** The schema of a record of which any field may be left out, also inside fields that are required: the fake draws them. */
export function partOf({ required, oneOf, ...schema }: JsonObject): JsonObject {
  // A part without a status may have the form of several.
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
