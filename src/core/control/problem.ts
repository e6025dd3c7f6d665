import * as z from 'zod/mini'

import { lazily } from '../lib/lazily.ts'
import { component } from './endpoints/endpoint.ts'

/** The kinds of problems, each with its status, and the reason phrase of HTTP as its title (RFC 9457, section 4.2.1). */
export const problems = {
  input: { status: 400, title: 'Bad Request' },
  token: { status: 401, title: 'Unauthorized' },
  stranger: { status: 403, title: 'Forbidden' },
  unknown: { status: 404, title: 'Not Found' },
  method: { status: 405, title: 'Method Not Allowed' },
  taken: { status: 409, title: 'Conflict' },
  tooLarge: { status: 413, title: 'Content Too Large' },
  mediaType: { status: 415, title: 'Unsupported Media Type' },
  defect: { status: 500, title: 'Internal Server Error' },
  unavailable: { status: 503, title: 'Service Unavailable' },
} as const

export const problemType = 'application/problem+json'

export type ProblemKind = keyof typeof problems

/** Additional headers of a problem, and extension members of its body (RFC 9457, section 3.2). */
interface ProblemParts {
  readonly headers?: Readonly<Record<string, string>>
  readonly members?: Readonly<Record<string, unknown>>
}

export class Problem extends Error {
  readonly kind: ProblemKind
  readonly parts: ProblemParts

  constructor(kind: ProblemKind, detail: string, parts: ProblemParts = {}) {
    super(detail)
    this.kind = kind
    this.parts = parts
  }
}

/** @throws Problem while the fake stops */
export function requireRunning({ aborted }: AbortSignal): void {
  if (aborted) throw new Problem('unavailable', 'the fake is stopping')
}

export const problemBody = component('Problem', () =>
  z.looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    field: z.optional(z.string()),
  }),
)

/** The extension members of a failed verification. */
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
