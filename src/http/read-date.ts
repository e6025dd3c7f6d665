import type * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { ApiError } from '../spec/api-error.ts'
import { queryDateSchema, toExtended } from '../time/date-forms.ts'
import { type ParsedDate, parseIsoDate } from '../time/instant.ts'
import type { SchemaFor } from './schema-context.ts'

/** A date filter: an instant, or a whole day where `untilMs` is given. In Unix milliseconds. */
export interface DateBound {
  readonly fromMs: number
  /** The midnight after the day; undefined for an instant. */
  readonly untilMs: number | undefined
}

interface SentDate {
  /** In the extended form of ISO 8601; as sent where it is no date. */
  readonly text: string
  readonly date: ParsedDate | undefined
}

/**
 * Reads a date or date-time of a request, in any form that the register takes.
 * @throws ApiError invalid_request for one in another form, where the register says so
 */
export function readSentDate(assume: Assume, field: string, text: string): SentDate {
  const date = parseIsoDate(text)
  const extended = date === undefined ? toExtended(text) : undefined
  if (extended === undefined) return { text, date }
  if (assume('dateForms') === 'lenient') return { text: extended, date: parseIsoDate(extended) }
  throw dateError(field, `the extended form of ISO 8601, as in ${extended}`, text)
}

/**
 * Reads an ISO 8601 date-time of any offset, or a date without a time, from a query.
 * @param dateOnly returns whether a date without a time is valid: called only for a text that is not a date-time
 * @throws ApiError invalid_request
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
  return queryDateSchema({ forms: assume('dateForms'), dateOnly, local: assume('dateWithoutOffset') === 'utc' })
}

export const dateFilterSchema: SchemaFor = ({ assume }) => dateBoundSchema(assume, assume('dateOnly') === 'accept')

/** Reads `from_date` or `to_date` (§4.1). @throws ApiError invalid_request */
export const readDateFilter = (assume: Assume, field: string, text: string): DateBound =>
  readDateBound(assume, field, text, () => assume('dateOnly') === 'accept')

/** An offset with a space where its plus sign was. */
const lostPlus = / \d\d:?\d\d$/

export function dateError(field: string, expected: string, text: string): ApiError {
  const hint = lostPlus.test(text) ? '; a plus sign in a query is written %2B' : ''
  return new ApiError('invalid_request', `${field}: expected ${expected}, got ${quote(text)}${hint}`, field)
}
