import { InputError, TakenError, UnknownError } from '../lib/input-error.ts'

/** What can be wrong with a request to the control plane: its status, and its title. */
export const problems = {
  input: { status: 400, title: 'The request cannot be used' },
  token: { status: 401, title: 'The control token is missing or wrong' },
  stranger: { status: 403, title: 'The request comes from elsewhere' },
  unknown: { status: 404, title: 'Nothing has this name' },
  method: { status: 405, title: 'The path has other methods' },
  taken: { status: 409, title: 'The name is taken' },
  tooLarge: { status: 413, title: 'The body is too large' },
  mediaType: { status: 415, title: 'The body must be JSON' },
  defect: { status: 500, title: 'A defect of cloudsec-fake' },
  unavailable: { status: 503, title: 'Not ready, or no room' },
} as const

/** One of `problems`. */
export type ProblemKind = keyof typeof problems

/** A request to the control plane that is refused. */
export class Problem extends Error {
  readonly kind: ProblemKind
  /** Headers besides those of every problem. */
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: ProblemKind, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.kind = kind
    this.headers = headers
  }
}

/** What kind of problem an error is; undefined for a defect. */
export function kindOf(error: unknown): ProblemKind | undefined {
  if (error instanceof Problem) return error.kind
  if (error instanceof UnknownError) return 'unknown'
  if (error instanceof TakenError) return 'taken'
  return error instanceof InputError ? 'input' : undefined
}
