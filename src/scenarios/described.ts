import * as z from 'zod/mini'

import { durationForm, durationText, isDuration } from '../time/duration.ts'

/** Makes a field optional, with a description for editors in the published JSON Schema. */
export function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  z.globalRegistry.add(schema, { description })
  return z.optional(schema)
}

/** A duration, as text. */
export const duration = durationText.check(z.refine(isDuration, { error: durationForm }))

/** Refuses a field that does not go with the others. @param expected what would be right in its place */
export function checkField<T extends object>(
  field: keyof T & string,
  expected: string,
  isRight: (value: T) => boolean,
): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    if (isRight(value)) return
    issues.push({ code: 'custom', path: [field], message: expected, input: value[field], continue: true })
  }
}
