import type { TraceEntry } from '../app/swept.ts'
import type { RunVerdict } from './judge-trace.ts'
import type { RunEnd } from './run.ts'
import type { FailedTest } from './test-results.ts'

/** What breaks a suite, or what its client did although the suite passed. */
export interface Finding extends Pick<RunEnd, 'outcome' | 'exitCode'> {
  /** Such as `limitAboveMax=clamp`, `reset@getJob`, `errorStatus=always_200 given reset@getJob`, `A + B` or `VERDICT under A`. */
  readonly id: string
  /** Variants that break the same tests at the same operation. */
  readonly also: readonly string[]
  /** `conduct` is a verdict on the client in a run that passed. */
  readonly kind: 'assumption' | 'fault' | 'conduct'
  readonly title: string
  /** For an assumption: the question to the owners of the service. */
  readonly question: string | null
  /** Otherwise: what a well-behaved client does. */
  readonly advice: string | null
  readonly tests: readonly FailedTest[]
  /** The last lines of the output where no failed test is known. */
  readonly output: readonly string[]
  /** The first request that the variant answered differently from the baseline. */
  readonly request: ChangedRequest | null
  /** Those that the baseline does not show. */
  readonly verdicts: readonly RunVerdict[]
  /** The reason in the file of accepted findings; null for a finding that is not accepted. */
  readonly accepted: string | null
}

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
