import * as z from 'zod/mini'

import type { Match } from '../../journal/verify.ts'
import { lazily } from '../../lib/lazily.ts'
import { count, type KnownForms } from './endpoint.ts'

const countForm = lazily(() =>
  z.union([
    count(),
    z
      .strictObject({ min: z.optional(count()), max: z.optional(count()) })
      .check(z.refine(({ min = 0, max = min }) => min <= max, { path: ['max'], error: 'at least min' })),
  ]),
)

/** The body of a verification. @param match the condition on one request */
export const verification = (match: KnownForms['match']) =>
  z
    .strictObject({
      match: z.optional(match),
      count: z.optional(countForm()),
      sequence: z.optional(z.array(match).check(z.minLength(1))),
    })
    .check(
      z.refine((given) => given.sequence === undefined || (given.match === undefined && given.count === undefined), {
        path: ['sequence'],
        error: 'it alone, or match and count',
      }),
    )

/** A number of requests: exactly so many, or between two bounds. */
export type Count = z.infer<ReturnType<typeof countForm>>

/** An expectation of the requests that a sandbox got: so many that match, or several in an order. */
export interface Expectation {
  readonly match?: Match | undefined
  readonly count?: Count | undefined
  readonly sequence?: readonly Match[] | undefined
}
