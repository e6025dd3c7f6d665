import { InputError } from './input-error.ts'
import { maxLevels } from './parse-json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface MergeOptions {
  /** Merges an object into each object of an array. RFC 7396 would replace the array. */
  readonly intoItems?: boolean
}

/**
 * Applies a JSON merge patch (RFC 7396): it merges an object field by field, null removes a field, any other value replaces it.
 * @throws InputError for a patch of more than 100 levels
 */
export function mergePatch(target: JsonObject, patch: JsonObject, options: MergeOptions = {}, level = 1): JsonObject {
  if (level > maxLevels) throw new InputError(`the patch: expected at most ${maxLevels} levels of objects, got more`)
  const merge = (value: unknown, change: JsonObject): unknown => {
    if (options.intoItems === true && Array.isArray(value)) {
      const items: readonly unknown[] = value
      return items.map((item) => (isJsonObject(item) ? merge(item, change) : item))
    }
    return mergePatch(isJsonObject(value) ? value : {}, change, options, level + 1)
  }
  const changes = Object.entries(patch).map(([field, change]) => [
    field,
    isJsonObject(change) ? merge(target[field], change) : change,
  ])
  const merged: JsonObject = { ...target, ...Object.fromEntries(changes) }
  if (!Object.values(patch).includes(null)) return merged
  return Object.fromEntries(Object.entries(merged).filter(([field]) => patch[field] !== null))
}

/** Replaces the values of fields by name, at any depth of a JSON value. It adds no field. */
export function replaceFields(value: unknown, values: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceFields(item, values))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, old]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : replaceFields(old, values),
    ]),
  )
}
