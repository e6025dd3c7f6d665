import * as z from 'zod/mini'

import type { Choice } from '../assumptions/register.ts'
import { dateTimePhrase } from '../lib/issues.ts'
import { dateForm, dateTimeForm, formatInstant, parseIsoDate } from './instant.ts'

/** Date-times of the extended form: in UTC, and without an offset. */
const utcForm = z.union([z.iso.datetime(), z.iso.datetime({ precision: -1 })])
const localForm = z.union([z.iso.datetime({ local: true }), z.iso.datetime({ local: true, precision: -1 })])

/** The parts of an ISO 8601 date or date-time, in the extended and the basic form, with letters in either case. */
// The offset may lack its colon, as PHP and strftime write it.
const extendedParts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:?\d\d)?)?$/i
const basicParts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(Z|[+-]\d{4})?)?$/i

/** Rewrites a date or date-time of any form in `dateForms` to the extended form; undefined for any other text. */
export function toExtended(text: string): string | undefined {
  const [, year, month, day, hour, minute, second, zone = ''] = extendedParts.exec(text) ?? basicParts.exec(text) ?? []
  if (day === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const extended = hour === undefined ? date : toDateTime(date, `${hour}:${minute}`, second, zone)
  return parseIsoDate(extended) === undefined ? undefined : extended
}

function toDateTime(date: string, minute: string, second: string | undefined, zone: string): string {
  const seconds = second === undefined ? '' : `:${second}`
  const offset = zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')
  if (minute !== '24:00' || Number(second ?? 0) !== 0) return `${date}T${minute}${seconds}${offset}`
  return `${dayAfter(date)}T00:00${seconds}${offset}`
}

/** The day after a day; empty if there is none. */
function dayAfter(date: string): string {
  const day = parseIsoDate(date)
  return day?.kind === 'day' ? formatInstant(day.untilMs, 'seconds').slice(0, date.length) : ''
}

/** A date-time of a body with an offset, in any form. The register decides which forms are accepted. */
export const bodyDateForm = z.string().check(z.refine(isInstant, { error: dateTimePhrase }))

function isInstant(text: string): boolean {
  return parseIsoDate(text)?.kind === 'instant' || parseIsoDate(toExtended(text) ?? '')?.kind === 'instant'
}

/** The choices of the register about dates that a client sends. */
interface TakenDates {
  readonly forms: Choice<'dateForms'>
  /** True if offsets other than Z are accepted. */
  readonly offset: boolean
  /** True if a date-time without an offset is accepted. */
  readonly local: boolean
  readonly dateOnly: boolean
}

export function dateSchema(taken: TakenDates): z.ZodMiniType<string> {
  if (taken.forms === 'lenient') return z.string().check(z.regex(lenientPattern(taken)))
  const others = [...(taken.local ? [localForm] : []), ...(taken.dateOnly ? [dateForm] : [])]
  const [first, ...more] = [taken.offset ? dateTimeForm : utcForm, ...others]
  return more.length === 0 ? first : z.union([first, ...more])
}

/** The pattern of the extended and the basic form. It allows 31 days in every month. */
function lenientPattern({ offset, local, dateOnly }: TakenDates): RegExp {
  const form = (dash: string, colon: string): string => {
    const day = String.raw`\d{4}${dash}(?:0[1-9]|1[0-2])${dash}(?:0[1-9]|[12]\d|3[01])`
    const timeOfDay = String.raw`(?:[01]\d|2[0-3])${colon}[0-5]\d(?:${colon}[0-5]\d(?:\.\d+)?)?`
    const endOfDay = String.raw`24${colon}00(?:${colon}00(?:\.0+)?)?`
    const zone = offset ? String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3])${colon && ':?'}[0-5]\d)` : '[Zz]'
    const time = `[Tt](?:${timeOfDay}|${endOfDay})${zone}${local ? '?' : ''}`
    return day + (dateOnly ? `(?:${time})?` : time)
  }
  return new RegExp(`^(?:${form('-', ':')}|${form('', '')})$`)
}
