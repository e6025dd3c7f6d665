import * as z from 'zod/mini'

import type { RandomStream } from '../random/random.ts'
import { isDuration, longestMs, parseDuration } from '../time/duration.ts'
import { checkField, duration, required } from './described.ts'

const msOf = (text: string): number => parseDuration(text, 'delay')
const isAbove = (one: string, other: string): boolean => isDuration(one) && isDuration(other) && msOf(one) > msOf(other)

/** The schema of a delay: always the same, one in a range, or one of a distribution with a long tail. */
export const delaySchema = z.lazy(() => {
  const range = z
    .strictObject({ min: required('The shortest delay.', duration), max: required('The longest delay.', duration) })
    .check(checkField('min', 'a duration not above max', ({ min, max }) => !isAbove(min, max)))
  const distribution = z
    .strictObject({
      median: required('Half of the delays are shorter.', duration),
      p99: required('One delay in a hundred is longer.', duration),
    })
    .check(
      checkField('median', 'a duration above 0, such as 80ms', ({ median }) => isAbove(median, '0s')),
      checkField('p99', 'a duration not below median', ({ median, p99 }) => !isAbove(median, p99)),
    )
  const error =
    'a duration with its unit, as a text such as "300ms", or { "min", "max" } or { "median", "p99" } of durations'
  return z.union([duration, range, distribution], { error })
})

/** A delay: a duration, one between two, or one of a lognormal distribution. */
export type Delay = z.infer<typeof delaySchema>

/** The 99th percentile of the standard normal distribution. */
const p99Deviations = 2.326347874

/** Draws a delay, in milliseconds. @param stream called only where the delay is drawn */
export function drawDelay(delay: Delay, stream: () => RandomStream): number {
  if (typeof delay === 'string') return msOf(delay)
  if ('min' in delay) return stream().int(msOf(delay.min), msOf(delay.max))
  const [median, p99] = [msOf(delay.median), msOf(delay.p99)]
  const factor = (p99 / median) ** (drawDeviations(stream()) / p99Deviations)
  return Math.min(longestMs, Math.round(median * factor))
}

/** A value of the standard normal distribution (Box and Muller). */
function drawDeviations(stream: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - stream.fraction()))
  return radius * Math.cos(2 * Math.PI * stream.fraction())
}
