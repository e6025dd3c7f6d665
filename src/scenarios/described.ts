import * as z from 'zod/mini'

import { durationForm, durationText, isDuration } from '../time/duration.ts'

/** Gives a field a description for editors, in the published JSON Schema and in the types of programs. */
export function required<T extends z.ZodMiniType>(description: string, schema: T): T {
  // A copy, since several fields may share a schema.
  const own = schema.clone()
  z.globalRegistry.add(own, { description })
  return own
}

/** Makes a field optional, and gives it a description for editors. */
export function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  return z.optional(required(description, schema))
}

export const duration = durationText.check(z.refine(isDuration, { error: durationForm }))

/** Refuses entries of a record. @param expected what would be right @param wrongIn the name or the value that is wrong; undefined for none */
export function checkEach<T>(
  expected: string,
  wrongIn: (name: string, value: T) => unknown,
): z.core.CheckFn<Record<string, T>> {
  return ({ value, issues }) => {
    for (const [name, one] of Object.entries(value)) {
      const input = wrongIn(name, one)
      if (input === undefined) continue
      issues.push({ code: 'custom', path: [name], message: expected, input, continue: true })
    }
  }
}

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
