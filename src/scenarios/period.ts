import * as z from 'zod/mini'

import { durationText, isDuration, parseDuration } from '../time/duration.ts'
import { dateTimeForm, parseInstant } from '../time/instant.ts'
import { described } from './described.ts'

/** The fields of a rule's conditions that say in which time it holds. */
export const periodFields = {
  from: described(
    "The begin on the sandbox's clock: a duration since the scenario was switched on, or a date-time (at once).",
    durationText.check(
      z.refine((text) => isDuration(text) || dateTimeForm.safeParse(text).success, {
        error:
          'a duration since the scenario was switched on, such as 5m, or a date-time, such as 2026-01-31T12:00:00Z',
      }),
    ),
  ),
  for: described(
    "How long the rule holds from then, on the sandbox's clock (for ever).",
    durationText.check(
      z.refine((text) => isDuration(text) && parseDuration(text, '') > 0, { error: 'a duration above 0, such as 30m' }),
    ),
  ),
}

/** The fields of a rule that say when it holds. */
export interface TimeFields {
  readonly from?: string | undefined
  readonly for?: string | undefined
}

/** The time in which a rule holds, in Unix milliseconds. */
export interface Period {
  readonly fromMs: number
  /** The first instant at which it no longer holds; undefined for no end. */
  readonly endMs: number | undefined
}

/** The time in which a rule holds; undefined for always. @param sinceMs the instant at which its scenario was switched on */
export function periodOf({ from, for: length }: TimeFields, sinceMs: number): Period | undefined {
  if (from === undefined && length === undefined) return undefined
  const isDate = from !== undefined && !isDuration(from)
  const fromMs = isDate ? parseInstant(from, 'from') : sinceMs + parseDuration(from ?? '0s', 'from')
  return { fromMs, endMs: length === undefined ? undefined : fromMs + parseDuration(length, 'for') }
}
