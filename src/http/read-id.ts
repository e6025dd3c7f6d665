import { quote } from '../lib/input-error.ts'
import { type IdKind, isUuid, parseId } from '../random/ids.ts'
import { ApiError } from '../spec/api-error.ts'
import { magicCodes } from './errors.ts'

/**
 * Reads an id out of a request.
 * @param field its name in the error (`id`)
 * @throws ApiError for a malformed one: invalid_request where ids are UUIDs (§7), resource_not_found where they are not
 */
export function readId(text: string, field: string, kind: IdKind): string {
  const id = findId(text, field, kind)
  if (id !== undefined) return id
  if (kind.format === 'uuid')
    throw new ApiError('invalid_request', `${field}: expected a UUID, got ${quote(text)}`, field)
  throw notFound(field, text)
}

/**
 * Reads an id; undefined for a malformed one.
 * @throws ApiError for a magic id, a UUID: no record has it, and its last twelve digits name the error
 */
export function findId(text: string, field: string, kind: IdKind): string | undefined {
  const id = parseId(text, kind)
  const code = id === undefined ? undefined : magicCodes.get(id.slice(-12))
  if (id !== undefined && code !== undefined && isUuid(id))
    throw new ApiError(code, `${field}: ids with this ending always return this error`, field)
  return id
}

export function notFound(field: string, text: string): ApiError {
  return new ApiError('resource_not_found', `${field}: no record has the id ${quote(text)}`)
}
