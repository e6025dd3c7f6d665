import * as z from 'zod/mini'

import { durationForm, isDuration } from '../time/duration.ts'

/** An optional field with a description, which the published JSON Schema shows in editors. */
export function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  z.globalRegistry.add(schema, { description })
  return z.optional(schema)
}

/** A duration. */
export const duration = z.string().check(z.refine(isDuration, { error: durationForm }))
