import * as z from 'zod/mini'

import { rateWindowMs } from '../spec/limits.ts'
import { durationForm, isDuration, parseDuration } from '../time/duration.ts'

/** Tells editors, by the published JSON Schema, what a field is. */
export function described<T extends z.ZodMiniType>(description: string, schema: T): z.ZodMiniOptional<T> {
  z.globalRegistry.add(schema, { description })
  return z.optional(schema)
}

export const duration = z.string().check(z.refine(isDuration, { error: durationForm }))
export const withinWindow = duration.check(
  z.refine((text) => !isDuration(text) || parseDuration(text, '') <= rateWindowMs, {
    error: 'at most 1h, the window of a quota',
  }),
)
export const several = <T extends z.ZodMiniType>(one: T) => z.union([one, z.array(one).check(z.minLength(1))])
export const texts = several(z.string())
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
export const method = z
  .string()
  .check(z.refine((text) => methods.includes(text.toUpperCase()), { error: `one of ${methods.join(', ')}` }))

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\x20-\x7e]*$/
/** Headers that say how the body travels: a fault changes that, a header alone would break the connection. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
])

export const headers = z.lazy(() =>
  z.record(z.string(), z.nullable(z.string())).check(
    z.refine(
      (values) => Object.keys(values).every((name) => headerName.test(name) && !framing.has(name.toLowerCase())),
      {
        error: 'names of headers, without those that frame the body',
      },
    ),
    z.refine((values) => Object.values(values).every((value) => value === null || headerValue.test(value)), {
      error: 'values of printable ASCII in one line',
    }),
  ),
)
