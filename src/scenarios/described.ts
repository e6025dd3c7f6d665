import * as z from 'zod/mini'

import { durationForm, isDuration } from '../time/duration.ts'

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

/** A duration, as text. */
export const duration = z.string().check(z.refine(isDuration, { error: durationForm }))
