import * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { type IdKind, isUuid, parseId } from '../random/ids.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Collection } from '../store/collection.ts'
import type { Term } from '../store/dataset-index.ts'
import { magicCodes } from './errors.ts'

/**
 * Reads an id out of a request.
 * @param field its name in the error (`id`)
 * @throws ApiError for a malformed one: invalid_request where ids are UUIDs (§7), resource_not_found where they are not
 */
export function readId(text: string, field: string, kind: IdKind): string {
  const id = findId(text, field, kind)
  if (id !== undefined) return id
  if (kind.format !== 'uuid') throw notFound(field, text)
  throw new ApiError('invalid_request', `${field}: expected a UUID, got ${quote(text)}`, field)
}

/**
 * Reads an id; undefined for a malformed one.
 * @throws ApiError for a magic id, a UUID: no record has it, and its last twelve digits name the error
 */
export function findId(text: string, field: string, kind: IdKind): string | undefined {
  const id = parseId(text, kind)
  const code = id === undefined ? undefined : magicCodes.get(id.slice(-12))
  if (id !== undefined && code !== undefined && isUuid(id)) {
    throw new ApiError(code, `${field}: ids with this ending always return this error`, field)
  }
  return id
}

export function notFound(field: string, text: string): ApiError {
  return new ApiError('resource_not_found', `${field}: no record has the id ${quote(text)}`)
}

/**
 * The filter of a list by one value of a field: none where the query does not have it.
 * @param choice returns the register's choice for a value that no record has: called only for such a value
 * @param wrong returns what the error says of it
 * @throws ApiError invalid_request
 */
export function toFilters<R extends object>(
  collection: Collection<R>,
  [name, field]: readonly [name: string, field: string],
  value: string | undefined,
  choice: () => 'empty' | 'reject',
  wrong: (value: string) => string,
): Term[] {
  if (value === undefined) return []
  if (!collection.occurs(field, value) && choice() === 'reject') {
    throw new ApiError('invalid_request', `${name}: ${wrong(quote(value))}`, name)
  }
  return [{ field, anyOf: [value] }]
}

/** The schema of a field or a filter with open values: an enum where the register refuses unknown values. */
export function openValueSchema(choice: 'accept' | 'empty' | 'reject', known: Iterable<string>): z.ZodMiniType<string> {
  const values = [...new Set(known)].toSorted()
  return choice !== 'reject' || values.length === 0 ? z.string() : z.enum(values)
}

/**
 * Refuses values that neither the document nor the dataset has, where the register says so.
 * @param choice returns the register's choice: called only where there are any
 * @param unknown fields and their values
 * @throws ApiError invalid_request
 */
export function refuseUnknownValues(
  choice: () => 'accept' | 'reject',
  unknown: readonly (readonly [field: string, value: string])[],
): void {
  if (unknown.length === 0 || choice() === 'accept') return
  const named = listed(unknown, '; ', ([field, value]) => `${field}: ${quote(value)}`)
  throw new ApiError('invalid_request', `${named}: not a known value`)
}
