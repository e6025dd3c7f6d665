import * as z from 'zod/mini'

import { checkField } from '../lib/checks.ts'
import type { RandomStream } from '../random/random.ts'
import { durationForm, durationText, isDuration, parseDuration } from '../time/duration.ts'

/** Gives a field a description for editors, in the published JSON Schema and in the types of programs. */
export function required<T extends z.ZodMiniType>(description: string, schema: T): T {
  // A copy, because several fields may share a schema.
  const own = schema.clone()
  z.globalRegistry.add(own, { description })
  return own
}

/** Makes a field optional, and gives it a description for editors. */
export function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  return z.optional(required(description, schema))
}

export const duration = durationText.check(z.refine(isDuration, { error: durationForm }))

const msOf = (text: string): number => parseDuration(text, 'delay')

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

export type Delay = z.infer<typeof delaySchema>

/** Draws a delay, in milliseconds. @param stream called only if the delay is random */
export function drawDelay(delay: Delay, stream: () => RandomStream): number {
  return typeof delay === 'string' ? msOf(delay) : stream().int(msOf(delay.min), msOf(delay.max))
}

/** How long something holds. */
export const lengthText = durationText.check(
  z.refine((text) => isDuration(text) && parseDuration(text, '') > 0, { error: 'a duration above 0, such as 30m' }),
)

export const periodFields = {
  from: described(
    "The start on the sandbox's clock, as a duration since the scenario was switched on (immediately).",
    duration,
  ),
  for: described("How long the rule holds from then on, by the sandbox's clock (no end).", lengthText),
}
