import * as z from 'zod/mini'

import { decide, type Deciding, unnoted } from '../assumptions/decided-by.ts'
import type { AssumptionId, Profile } from '../assumptions/register.ts'
import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { type IdKind, isUuid, parseId } from '../random/ids.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Collection } from '../store/collection.ts'
import type { Term } from '../store/dataset-index.ts'
import { dateSchema, toExtended } from '../time/date-forms.ts'
import { parseIsoDate, roundToPrecision } from '../time/instant.ts'
import { magicCodes } from './errors.ts'
import type { SchemaContext, SchemaFor } from './types.ts'

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

/** A row whose options are words, such as reject. */
type RejectingRow = { [Id in AssumptionId]: 'reject' extends Profile[Id] ? Id : never }[AssumptionId]

/**
 * The filter of a list by one value of a field.
 * @param row decides whether a value that no record has is rejected
 */
export function toFilters<R extends object>(
  ctx: Deciding,
  collection: Collection<R>,
  row: RejectingRow,
  [name, field]: readonly [name: string, field: string],
  value: string,
  wrong: (value: string) => string,
): Term[] {
  if (!collection.occurs(field, value) && decide(ctx, row) === 'reject') {
    throw new ApiError('invalid_request', `${name}: ${wrong(quote(value))}`, name)
  }
  return [{ field, anyOf: [value] }]
}

export function openValueSchema(choice: 'accept' | 'empty' | 'reject', known: Iterable<string>): z.ZodMiniType<string> {
  const values = [...new Set(known)].toSorted()
  return choice !== 'reject' || values.length === 0 ? z.string() : z.enum(values)
}

/** Refuses values that neither the document nor the dataset has, if a row of the register rejects them. */
export function refuseUnknownValues(
  ctx: Deciding,
  row: RejectingRow,
  unknown: readonly (readonly [field: string, value: string])[],
): void {
  if (unknown.length === 0 || decide(ctx, row) === 'accept') return
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
export function readSentDate(ctx: Deciding, field: string, text: string) {
  const date = parseIsoDate(text)
  const extended = date === undefined ? toExtended(text) : undefined
  if (extended === undefined) return { text, date }
  if (decide(ctx, 'dateForms') === 'lenient') return { text: extended, date: parseIsoDate(extended) }
  throw dateError(field, `the extended form of ISO 8601, as in ${extended}`, text)
}

/** Reads an ISO 8601 date-time of any offset, or a date without a time, from a query. @param takesDays a date without a time is valid (as the row dateOnly says) */
export function readDateBound(ctx: Deciding, field: string, text: string, takesDays?: boolean): DateBound {
  const { date } = readSentDate(ctx, field, text)
  if (date?.kind === 'instant') return { fromMs: date.atMs, untilMs: undefined }
  if (date?.kind === 'local') {
    if (decide(ctx, 'dateWithoutOffset') === 'utc') return { fromMs: date.asUtcMs, untilMs: undefined }
    throw dateError(field, 'an offset, such as Z or +02:00', text)
  }
  if (!(takesDays ?? decide(ctx, 'dateOnly') === 'accept')) throw dateError(field, 'an ISO 8601 date-time', text)
  if (date === undefined) throw dateError(field, 'an ISO 8601 date or date-time', text)
  return { fromMs: date.fromMs, untilMs: date.untilMs }
}

/** The schema of a date filter. @param dateOnly a date without a time is valid */
export function dateBoundSchema({ dateForms: forms, dateWithoutOffset }: Profile, dateOnly: boolean): z.ZodMiniType {
  return dateSchema({ forms, offset: true, local: dateWithoutOffset === 'utc', dateOnly })
}

export const dateFilterSchema: SchemaFor = ({ choices }) => dateBoundSchema(choices, choices.dateOnly === 'accept')

/** An instant as answers show it: filters compare what a client sees. */
export function shownMs(ctx: Deciding, atMs: number): number {
  return atMs % 1000 === 0 ? atMs : roundToPrecision(atMs, decide(ctx, 'timestampPrecision'))
}

/** The context of a sandbox without named schemas. */
export const contextOf = (sandbox: Sandbox): SchemaContext => ({
  ...unnoted(sandbox.scenarios.settings.profile),
  sandbox,
  component: (_, make) => make(),
})

export const filterText = ({ choices }: Pick<Deciding, 'choices'>): z.ZodMiniType<string> =>
  choices.emptyFilter === 'reject' ? z.string().check(z.minLength(1)) : z.string()

/** An offset whose plus sign was decoded as a space. */
const lostPlus = / \d\d:?\d\d$/

export function dateError(field: string, expected: string, text: string): ApiError {
  const hint = lostPlus.test(text) ? '; a plus sign in a query is written %2B' : ''
  return new ApiError('invalid_request', `${field}: expected ${expected}, got ${quote(text)}${hint}`, field)
}
