import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { memoize } from '../lib/lazily.ts'
import { dayMs } from './duration.ts'

/** A date or date-time: an instant, a whole day in UTC, or a date-time without an offset. */
export type ParsedDate =
  | { readonly kind: 'instant'; readonly atMs: number; readonly utc: boolean }
  | { readonly kind: 'day'; readonly fromMs: number; readonly untilMs: number }
  | { readonly kind: 'local'; readonly asUtcMs: number }

/** The default instant of a frozen clock: the day after the newest record of the fixtures. */
export const frozenAtMs = Date.parse('2026-07-01T00:00:00Z')

/** An ISO 8601 date, as text. */
export const dateForm = z.iso.date()
/** An ISO 8601 date-time with an offset, as text. Seconds are optional, since some languages leave out `:00`. */
export const dateTimeForm = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])

/** The form of a date-time in an answer. */
export function instantFormat(precision: Choice<'timestampPrecision'>): z.ZodMiniType<string> {
  return z.iso.datetime({ precision: precision === 'seconds' ? 0 : 3 })
}

const dayLength = '2026-01-31'.length

/** Reads an ISO 8601 date or date-time of the extended form; undefined for any other text and for days that do not exist. */
export function parseIsoDate(text: string): ParsedDate | undefined {
  // A schema takes far longer to refuse a text than to accept it.
  if (text.length === dayLength && dateForm.safeParse(text).success) {
    const fromMs = Date.parse(text)
    return { kind: 'day', fromMs, untilMs: fromMs + dayMs }
  }
  if (dateTimeForm.safeParse(text).success) {
    return { kind: 'instant', atMs: Date.parse(text), utc: text.endsWith('Z') }
  }
  if (dateTimeForm.safeParse(`${text}Z`).success) return { kind: 'local', asUtcMs: Date.parse(`${text}Z`) }
  return undefined
}

/** The last instant of a Date; the first is its negative. */
const endOfTimeMs = 8.64e15

/** An instant in a snapshot, in Unix milliseconds. */
export const instantMs = z.number().check(z.gte(-endOfTimeMs), z.lte(endOfTimeMs))

/** An ISO 8601 date-time with an offset, as Unix milliseconds. */
export const instantSchema = z.codec(dateTimeForm, instantMs, {
  decode: (text) => Date.parse(text),
  encode: formatExact,
})

/** Reads an ISO 8601 date-time with an offset, as Unix milliseconds. @throws InputError for any other text */
export function parseInstant(text: string, field: string, expected = 'an ISO 8601 date-time'): number {
  const parsed = instantSchema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new InputError(`expected ${expected}, such as 2026-01-31T12:00:00Z, got ${quote(text)}`, { field })
}

/** Rounds an instant down to the precision of answers, so that filters compare what a client sees. */
export function roundToPrecision(atMs: number, precision: Choice<'timestampPrecision'>): number {
  return precision === 'milliseconds' ? atMs : Math.floor(atMs / 1000) * 1000
}

const daysKept = 4096

/** A day as text (`2026-01-31T`), by its number since 1970. */
const dayText = memoize(
  (day: number) => new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length),
  daysKept,
)

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** Formats an instant (`2026-01-31T12:00:00Z`). */
export function formatInstant(atMs: number, precision: Choice<'timestampPrecision'>): string {
  const day = Math.floor(atMs / dayMs)
  const ofDay = Math.floor(atMs) - day * dayMs
  const seconds = Math.floor(ofDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  const fraction = precision === 'seconds' ? '' : `.${String(ofDay % 1000).padStart(3, '0')}`
  return `${dayText(day)}${time}${fraction}Z`
}

/** The first and the last instant of the years with four digits. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
export const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** Formats an instant exactly, with milliseconds if it has any. An instant outside the years 0 to 9999 is clamped. */
export function formatExact(atMs: number): string {
  const shown = Math.min(Math.max(atMs, firstMs), lastMs)
  return formatInstant(shown, shown % 1000 === 0 ? 'seconds' : 'milliseconds')
}

/** Formats a future instant, rounded up so that a client does not retry too early. */
export function formatDeadline(atMs: number, precision: Choice<'timestampPrecision'>): string {
  return formatInstant(precision === 'seconds' ? Math.ceil(atMs / 1000) * 1000 : atMs, precision)
}

/** Formats an instant as an HTTP date (`Sat, 31 Jan 2026 12:00:00 GMT`). */
export function formatHttpDate(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  if (second !== latest.second) latest = { second, text: new Date(atMs).toUTCString() }
  return latest.text
}

/** The text of the latest second, since most answers share it. */
let latest = { second: Number.NaN, text: '' }

/** Reads an HTTP date, as Unix milliseconds; undefined for any other text. */
export function parseHttpDate(text: string): number | undefined {
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : atMs
}
