import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'

export const dayMs = 86_400_000

export const maxDurationMs = 36_525 * dayMs
const number = String.raw`(\d+(?:\.\d+)?)`
/** The units from the longest to the shortest, each at most once. */
const short = new RegExp(`^(?=\\d)(?:${number}d)?(?:${number}h)?(?:${number}m(?!s))?(?:${number}s)?(?:${number}ms)?$`)
const iso = /^P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

const examples = '250ms, 30s, 1h30m or PT1H'

export const durationForm = `a duration, such as ${examples}`

/** The schema of a text that `parseDuration` reads. */
export const durationText = z.string({ error: 'a duration with its unit, as a text such as "10s"' })

export function isDuration(text: string): boolean {
  const ms = msIn(text)
  return ms !== undefined && ms <= maxDurationMs
}

/**
 * A duration in milliseconds, from `250ms`, `30s`, `5m`, `1h`, `2d`, `0s`, several units (`1h30m`, `9m59s`), or the day and
 * time part of ISO 8601 (`PT1H30M`, `P1D`).
 * @throws InputError for any other text, and for a duration above 100 years
 */
export function parseDuration(text: string, field: string): number {
  const ms = msIn(text)
  if (ms === undefined) throw new InputError(`${quote(text)} is not a duration; write ${examples}`, { field })
  if (ms > maxDurationMs) throw new InputError(`${quote(text)} is longer than 36525d, a hundred years`, { field })
  return Math.round(ms)
}

function msIn(text: string): number | undefined {
  const match = short.exec(text) ?? iso.exec(text)
  if (match === null) return undefined
  const [, days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = match
  return Number(days) * dayMs + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
}
