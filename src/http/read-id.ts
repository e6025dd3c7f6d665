import { type IdKind, parseId } from '../engine/ids.ts'
import { quote } from '../lib/input-error.ts'
import { ApiError } from '../spec/api-error.ts'

/**
 * Reads an id out of a request.
 * @param field what the error calls it (`id`)
 * @throws ApiError for a malformed one: invalid_request where ids are UUIDs (§7), resource_not_found where they are opaque
 */
export function readId(text: string, field: string, kind: IdKind): string {
  const id = parseId(text, kind)
  if (id !== undefined) return id
  if (kind.format === 'uuid') throw new ApiError('invalid_request', `${field}: expected a UUID, got ${quote(text)}`)
  throw notFound(field, text)
}

/** The refusal of an id that no record has. */
export function notFound(field: string, text: string): ApiError {
  return new ApiError('resource_not_found', `${field}: no record has the id ${quote(text)}`)
}
