import * as z from 'zod/mini'

import type { RandomStream } from '../random/random.ts'
import { isDuration, parseDuration } from '../time/duration.ts'
import { checkField, duration, required } from './described.ts'

const msOf = (text: string): number => parseDuration(text, 'delay')

/** The schema of a delay: always the same, or one in a range. */
export const delaySchema = z.lazy(() => {
  const range = z
    .strictObject({ min: required('The shortest delay.', duration), max: required('The longest delay.', duration) })
    .check(
      checkField(
        'min',
        'a duration not above max',
        ({ min, max }) => !isDuration(min) || !isDuration(max) || msOf(min) <= msOf(max),
      ),
    )
  const error = 'a duration with its unit, as a text such as "300ms", or { "min", "max" } of durations'
  return z.union([duration, range], { error })
})

/** A delay: a duration, or one between two. */
export type Delay = z.infer<typeof delaySchema>

/** Draws a delay, in milliseconds. @param stream called only where the delay is drawn */
export function drawDelay(delay: Delay, stream: () => RandomStream): number {
  return typeof delay === 'string' ? msOf(delay) : stream().int(msOf(delay.min), msOf(delay.max))
}
