import { InputError, TakenError, UnknownError } from '../lib/input-error.ts'

/** Kinds of errors of the control plane: the status of each, and its title, which is the phrase of HTTP (RFC 9457, section 4.2.1). */
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

/** Content type of problems (RFC 9457). */
export const problemType = 'application/problem+json'

/** One of `problems`. */
export type ProblemKind = keyof typeof problems

/** A request to the control plane that is refused. */
export class Problem extends Error {
  readonly kind: ProblemKind
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>
  /** Further members of the body (RFC 9457, section 3.2). */
  readonly members: Readonly<Record<string, unknown>>

  constructor(
    kind: ProblemKind,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail)
    this.kind = kind
    this.headers = headers
    this.members = members
  }
}

/** The kind of problem that an error is; undefined for a defect of the fake. */
export function kindOf(error: unknown): ProblemKind | undefined {
  if (error instanceof Problem) return error.kind
  if (error instanceof UnknownError) return 'unknown'
  if (error instanceof TakenError) return 'taken'
  return error instanceof InputError ? 'input' : undefined
}
