import type { TraceEntry } from '../app/swept.ts'

/** The first request that a variant answered differently from the baseline. */
export interface ChangedRequest extends Pick<TraceEntry, 'operation' | 'method' | 'path'> {
  /** The answer of the baseline; null where it never got so far. */
  readonly expected: ShownAnswer | null
  readonly actual: ShownAnswer
  /** The first place in the answers that differs; null where there is none, or one answer is missing. */
  readonly difference: Difference | null
}

export type ShownAnswer = Pick<TraceEntry, 'status' | 'code' | 'fault'>

/** Two values as texts, each cut around the place where they differ. */
export interface Difference {
  /** Such as `data[0].created_at` or `header Content-Type`. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}
