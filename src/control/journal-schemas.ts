import * as z from 'zod/mini'

const count = z.int().check(z.gte(0))
const texts = z.array(z.string())
const body = z.strictObject({
  headers: z.record(z.string(), z.string()),
  /** Parsed where it is JSON, else text; null where there is none. */
  body: z.unknown(),
  /** Whether its end was cut off. */
  cut: z.boolean(),
})

/** One request to the API and its answer. */
export const requestSchema = z.strictObject({
  /** How often the sandbox was reset, and the place among the requests since (`0-12`). */
  id: z.string(),
  at: z.iso.datetime({ offset: true }),
  /** Null where the request matched none; then `nearest` has those that come near. */
  operation: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  /** Id of the API key. */
  key: z.nullable(z.string()),
  /** Null where the client saw none. */
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  /** What the network did to the answer. */
  fault: z.nullable(z.string()),
  /** The rules of scenarios that fired. */
  scenarios: texts,
  /** The rows of the register that the answer depends on. */
  assumptions: texts,
  durationMs: z.number(),
  request: body,
  response: body,
  nearest: texts,
})

const countShape = z.union([
  count,
  z
    .strictObject({ min: z.optional(count), max: z.optional(count) })
    .check(z.refine(({ min = 0, max = min }) => min <= max, { path: ['max'], error: 'at least min' })),
])

/** How often something was asked for: so many times, or between two bounds. */
export type Count = z.infer<typeof countShape>

/** The schema of a verification. @param match what names a request */
export function verifyRequestOf<T extends z.ZodMiniType>(match: T) {
  return z
    .strictObject({
      match: z.optional(match),
      count: z.optional(countShape),
      sequence: z.optional(z.array(match).check(z.minLength(1))),
    })
    .check(
      z.refine((given) => given.sequence === undefined || (given.match === undefined && given.count === undefined), {
        path: ['sequence'],
        error: 'it alone, or match and count',
      }),
    )
}

/** What was verified: the ids of the requests that matched, in order. */
export const verifiedSchema = z.strictObject({ requests: texts })

const difference = z.looseObject({ field: z.string() })

/** What a problem says besides, where a verification failed. */
export const unverifiedSchema = z.looseObject({
  expected: z.unknown(),
  actual: z.unknown(),
  nearest: z.array(z.strictObject({ id: z.string(), request: z.string(), differences: z.array(difference) })),
})
