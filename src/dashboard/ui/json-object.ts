/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error in the body of an answer of the API; empty where it has none. */
export function errorIn(body: unknown): JsonObject {
  const error = isObject(body) ? body['error'] : undefined
  return isObject(error) ? error : {}
}
