import type { Assume } from '../assumptions/register.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { anyOf } from './components.ts'

/**
 * Adds to the schema of a body which fields are required, and whether others may be null or unknown.
 * @param required paths of required fields, in addition to those of the schema (`scan_options.comprehensive`)
 */
export function bodySchema(assume: Assume, schema: JsonObject, required: readonly string[]): JsonObject {
  const rules = { open: assume('unknownBodyFields') === 'ignore', nullable: assume('nullBodyFields') === 'absent' }
  return narrow(
    schema,
    required.map((path) => path.split('.')),
    rules,
  )
}

interface Rules {
  readonly open: boolean
  readonly nullable: boolean
}

function narrow(schema: JsonObject, paths: readonly (readonly string[])[], rules: Rules): JsonObject {
  const { properties, additionalProperties: _, required: usual, ...rest } = schema
  if (!isJsonObject(properties)) return schema
  const must = new Set([...(Array.isArray(usual) ? usual : []), ...paths.flatMap(([name]) => name ?? [])])
  const fields = Object.entries(properties).map(([name, field]) => {
    const below = paths.flatMap(([first, ...more]) => (first === name && more.length > 0 ? [more] : []))
    const narrowed = isJsonObject(field) ? narrow(field, below, rules) : field
    return [name, rules.nullable && !must.has(name) ? anyOf([narrowed, { type: 'null' }]) : narrowed] as const
  })
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(must.size === 0 ? {} : { required: [...must] }),
    ...(rules.open ? {} : { additionalProperties: false }),
  }
}
