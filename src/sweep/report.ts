import type { RunVerdict } from './judge-trace.ts'

/** The result of a sweep, as every form of its report shows it. */
export interface SweepReport {
  readonly command: readonly string[]
  readonly baseline: BaselineInfo
  readonly runs: number
  readonly findings: readonly Finding[]
  /** What the client did under variants that the suite passes. */
  readonly misbehaviours: readonly Misbehaviour[]
  /** Variants under which the suite failed once and then passed. */
  readonly flaky: readonly FlakyVariant[]
  /** True if failures came and went so often that each finding had to fail three times. */
  readonly isFlaky: boolean
  readonly passed: readonly string[]
  /** Variants that no request of their runs met. */
  readonly neverMet: readonly string[]
  readonly leftOut: readonly string[]
  /** Ids of accepted findings that no longer break the suite. */
  readonly stale: readonly string[]
}

/** The suite under the chosen options, without a fault. */
export interface BaselineInfo {
  readonly durationMs: number
  readonly requests: number
  /** Tests of the suite; null where it wrote no report that was read. */
  readonly tests: number | null
  readonly operations: readonly string[]
  readonly assumptions: readonly string[]
}

/** A variant on which the suite breaks. */
export interface Finding {
  /** Such as `limitAboveMax=clamp`, `reset@getJob`, `errorStatus=always_200 given reset@getJob` or `A + B`. */
  readonly id: string
  /** Variants that break the same tests at the same operation. */
  readonly also: readonly string[]
  readonly kind: 'assumption' | 'fault'
  readonly title: string
  /** The question to the owners of the service; null for a fault. */
  readonly question: string | null
  /** Section of the document that leaves it open, such as `4.2`; null for a fault. */
  readonly section: string | null
  /** For a fault: what a well-behaved client does. */
  readonly advice: string | null
  readonly outcome: 'failed' | 'timed_out' | 'hung'
  /** The exit code of the command; null where a signal ended it. */
  readonly exitCode: number | null
  readonly tests: readonly FailedTest[]
  /** The last lines of the output where no failed test is known. */
  readonly output: readonly string[]
  /** The first request that the variant answered differently from the baseline. */
  readonly request: ChangedRequest | null
  readonly verdicts: readonly RunVerdict[]
  /** The reason in the file of accepted findings; null for a finding that is not accepted. */
  readonly accepted: string | null
}

/** A verdict on the client that the baseline does not show. */
export interface Misbehaviour extends RunVerdict {
  /** Such as `retried-too-early under rate_limit_exceeded`. */
  readonly id: string
  readonly accepted: string | null
}

export interface FlakyVariant {
  readonly id: string
  readonly tests: readonly FailedTest[]
}

export interface FailedTest {
  readonly name: string
  readonly file: string | null
  readonly line: number | null
  readonly message: string | null
}

export interface ChangedRequest {
  /** Id of the operation; null where none has the path. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** The answer of the baseline; null where it never got so far. */
  readonly expected: ShownAnswer | null
  readonly actual: ShownAnswer
  /** The first place in the answers that differs; null where there is none, or one answer is missing. */
  readonly difference: Difference | null
}

export interface ShownAnswer {
  /** Null where a fault left the client without an answer. */
  readonly status: number | null
  readonly code: string | null
  readonly fault: string | null
}

/** Two values as texts, each cut around the place where they differ. */
export interface Difference {
  /** Such as `data[0].created_at` or `header Content-Type`. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}
