/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True if a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text as JSON; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

/** The value at a path of field names; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isObject(found) ? found[name] : undefined
  return found
}

/** The text at a path of field names; empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The objects in the array at a path of field names. */
export function objectsAt(value: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const found: unknown = at(value, ...path)
  return Array.isArray(found) ? found.filter((item) => isObject(item)) : []
}

/** A JSON value with each object in it replaced, from the inside out. */
export function mapObjects(value: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  const inner = Object.entries(value).map(([name, field]): [string, unknown] => [name, mapObjects(field, change)])
  return change(Object.fromEntries(inner))
}
