import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'

/** A day, in milliseconds. */
export const dayMs = 86_400_000

/** The longest duration, in milliseconds: a hundred years. */
export const longestMs = 36_525 * dayMs
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayMs }
const short = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/
const iso = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The form of a duration, for messages. */
export const durationForm = 'a duration, such as 250ms, 30s, 1h or PT1H'

/** The schema of a text that `parseDuration` reads. */
export const durationText = z.string({ error: 'a duration with its unit, as a text such as "10s"' })

/** True if `parseDuration` accepts a text. */
export function isDuration(text: string): boolean {
  const ms = shortMs(text) ?? isoMs(text)
  return ms !== undefined && ms <= longestMs
}

/**
 * A duration in milliseconds, from `250ms`, `30s`, `5m`, `1h`, `2d`, `0s`, or the day and time part of ISO 8601 (`PT1H30M`, `P1D`).
 * @param field the name that an error puts before the value
 * @throws InputError for any other text, and for a duration above 100 years
 */
export function parseDuration(text: string, field: string): number {
  const ms = shortMs(text) ?? isoMs(text)
  if (ms === undefined)
    throw new InputError(`${quote(text)} is not a duration; write 250ms, 30s, 1h or PT1H`, { field })
  if (ms > longestMs) throw new InputError(`${quote(text)} is longer than 36525d, a hundred years`, { field })
  return Math.round(ms)
}

function shortMs(text: string): number | undefined {
  const [, amount, unit = ''] = short.exec(text) ?? []
  const factor = unitMs[unit]
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor
}

function isoMs(text: string): number | undefined {
  const match = iso.exec(text)
  if (match === null) return undefined
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match
  return Number(days) * dayMs + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
