import * as z from 'zod/mini'

import { lazily } from '../lib/lazily.ts'
import { component } from './endpoints/endpoint.ts'

/** The body of a problem (RFC 9457). */
export const problemBody = component('Problem', () =>
  z.looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    field: z.optional(z.string()),
  }),
)

/** Further members of the problem of a verification that failed. */
export const unverifiedBody = lazily(() =>
  z.looseObject({
    expected: z.unknown(),
    actual: z.unknown(),
    nearest: z.array(
      z.strictObject({
        id: z.string(),
        request: z.string(),
        differences: z.array(z.looseObject({ field: z.string() })),
      }),
    ),
  }),
)
