import * as z from 'zod/mini'

import type { Match } from '../../journal/verify.ts'
import { lazily } from '../../lib/lazily.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { type ErrorCode, errorCodes } from '../../spec/errors.ts'
import { count, type KnownForms, parameter, text } from './endpoint.ts'

/**
 * A condition on a request and its answer: the conditions of scenario rules, and `status`, `code`, `scenario`, `assumption`,
 * `trace`; `unmatched` is true for a request that matched no operation.
 */
export type RequestMatch<Operation extends string = string> = Match<Operation>

/** A selection of requests (all). */
export interface RequestQuery<Operation extends string = string> {
  readonly operation?: Operation
  readonly status?: number
  readonly code?: ErrorCode
  /** Name of a scenario that fired, or with the quota that refused the request. */
  readonly scenario?: string
  readonly key?: string
  /** A trace id, as `traceparent` sent it. */
  readonly trace?: string
  /** True for requests that matched no operation, false for all others. */
  readonly unmatched?: boolean
  /** The id of a request, to select later ones, or an ISO 8601 date-time by the clock of the sandbox. */
  readonly since?: string
}

export const requestFilters = {
  operation: parameter('Only requests for this operation.', text, '--operation <id>'),
  status: parameter('Only requests with this HTTP status.', () => wholeNumber(100, 599)),
  code: parameter('Only requests with this error code.', () => z.enum(errorCodes)),
  scenario: parameter(
    'Only requests that fired a rule of this scenario, or that its quota refused.',
    text,
    '--scenario <name>',
  ),
  key: parameter('Only requests with the API key of this id.', text, '--key <id>'),
  trace: parameter('Only requests of the trace with this id, as `traceparent` sent it.', text, '--trace <id>'),
  unmatched: parameter('Only requests that matched no operation; false: only the others.', () => z.boolean()),
}

export const since = parameter(
  'Only requests after the one with this id, or since a date-time by the clock of the sandbox; with sandboxes=all, after the one with this sequence.',
  text,
)

export const forms = {
  fields: parameter('All fields (the default), or a summary without `request` and `response`.', () =>
    z.enum(['all', 'summary']),
  ),
  sandboxes: parameter(
    'With `all`, the requests of all sandboxes in order of arrival.',
    () => z.enum(['all'], { error: 'all' }),
    '--sandboxes <which>',
  ),
}

const countForm = lazily(() =>
  z.union([
    count(),
    z
      .strictObject({ min: z.optional(count()), max: z.optional(count()) })
      .check(z.refine(({ min = 0, max = min }) => min <= max, { path: ['max'], error: 'at least min' })),
  ]),
)

export const verification = (match: ReturnType<KnownForms['match']>) =>
  z
    .strictObject({
      match: z.optional(match),
      count: z.optional(countForm()),
      sequence: z.optional(z.array(match).check(z.minLength(1))),
    })
    .check(
      z.refine((given) => given.sequence === undefined || (given.match === undefined && given.count === undefined), {
        path: ['sequence'],
        error: 'either sequence, or match and count',
      }),
    )

/** An exact number of requests, or bounds. */
export type Count = z.infer<ReturnType<typeof countForm>>

/** The requests that a sandbox has to have got: a number that match, or several in order. */
export type Expectation = z.infer<ReturnType<typeof verification>>
