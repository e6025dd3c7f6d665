import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { type IdKind, isUuid, parseId } from '../random/ids.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Collection } from '../store/collection.ts'
import type { Term } from '../store/dataset-index.ts'
import { dateSchema, toExtended } from '../time/date-forms.ts'
import { parseIsoDate } from '../time/instant.ts'
import { magicCodes } from './errors.ts'
import type { SchemaFor } from './operation.ts'

/**
 * Reads an id out of a request.
 * @throws ApiError for a malformed id: invalid_request if ids are UUIDs (§7), resource_not_found otherwise
 */
export function readId(text: string, field: string, kind: IdKind): string {
  const id = findId(text, field, kind)
  if (id !== undefined) return id
  if (kind.format !== 'uuid') throw notFound(field, text)
  throw new ApiError('invalid_request', `${field}: expected a UUID, got ${quote(text)}`, field)
}

/**
 * Reads an id; undefined for a malformed id.
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
 * The filter of a list by one value of a field; none if the query does not have it.
 * @param choice returns the register's choice: called only for a value that no record has
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

export function openValueSchema(choice: 'accept' | 'empty' | 'reject', known: Iterable<string>): z.ZodMiniType<string> {
  const values = [...new Set(known)].toSorted()
  return choice !== 'reject' || values.length === 0 ? z.string() : z.enum(values)
}

/**
 * Refuses values that neither the document nor the dataset has, if the register rejects them.
 * @param choice returns the register's choice: called only if there are any
 */
export function refuseUnknownValues(
  choice: () => 'accept' | 'reject',
  unknown: readonly (readonly [field: string, value: string])[],
): void {
  if (unknown.length === 0 || choice() === 'accept') return
  const named = listed(unknown, '; ', ([field, value]) => `${field}: ${quote(value)}`)
  throw new ApiError('invalid_request', `${named}: not a known value`)
}

/** A date filter: an instant, or a whole day if `untilMs` is given. In Unix milliseconds. */
export interface DateBound {
  readonly fromMs: number
  /** The midnight after the day; undefined for an instant. */
  readonly untilMs: number | undefined
}

/** Reads a date or date-time of a request, in any form that the register accepts. @returns also its text in the extended form of ISO 8601 */
export function readSentDate(assume: Assume, field: string, text: string) {
  const date = parseIsoDate(text)
  const extended = date === undefined ? toExtended(text) : undefined
  if (extended === undefined) return { text, date }
  if (assume('dateForms') === 'lenient') return { text: extended, date: parseIsoDate(extended) }
  throw dateError(field, `the extended form of ISO 8601, as in ${extended}`, text)
}

/**
 * Reads an ISO 8601 date-time of any offset, or a date without a time, from a query.
 * @param dateOnly returns whether a date without a time is valid: called only for a text that is not a date-time
 */
export function readDateBound(assume: Assume, field: string, text: string, dateOnly: () => boolean): DateBound {
  const { date } = readSentDate(assume, field, text)
  if (date?.kind === 'instant') return { fromMs: date.atMs, untilMs: undefined }
  if (date?.kind === 'local') {
    if (assume('dateWithoutOffset') === 'utc') return { fromMs: date.asUtcMs, untilMs: undefined }
    throw dateError(field, 'an offset, such as Z or +02:00', text)
  }
  if (!dateOnly()) throw dateError(field, 'an ISO 8601 date-time', text)
  if (date === undefined) throw dateError(field, 'an ISO 8601 date or date-time', text)
  return { fromMs: date.fromMs, untilMs: date.untilMs }
}

/** The schema of a date filter. @param dateOnly a date without a time is valid */
export function dateBoundSchema(assume: Assume, dateOnly: boolean): z.ZodMiniType {
  const [forms, local] = [assume('dateForms'), assume('dateWithoutOffset') === 'utc']
  return dateSchema({ forms, offset: true, local, dateOnly })
}

export const dateFilterSchema: SchemaFor = ({ assume }) => dateBoundSchema(assume, assume('dateOnly') === 'accept')

export const readDateFilter = (assume: Assume, field: string, text: string): DateBound =>
  readDateBound(assume, field, text, () => assume('dateOnly') === 'accept')

/** An offset whose plus sign was decoded as a space. */
const lostPlus = / \d\d:?\d\d$/

export function dateError(field: string, expected: string, text: string): ApiError {
  const hint = lostPlus.test(text) ? '; a plus sign in a query is written %2B' : ''
  return new ApiError('invalid_request', `${field}: expected ${expected}, got ${quote(text)}${hint}`, field)
}
