/** The result of a sweep, as every form of its report shows it. */
export interface SweepReport {
  readonly command: readonly string[]
  readonly baseline: Baseline
  /** Runs that were planned, the two of the baseline included. */
  readonly planned: number
  readonly runs: number
  readonly leftOut: readonly string[]
  readonly findings: readonly Finding[]
  /** Variants under which the suite failed once and then passed. */
  readonly flaky: readonly FlakyVariant[]
  readonly passed: readonly string[]
  /** Ids of accepted findings that no longer break the suite. */
  readonly stale: readonly string[]
}

/** The suite under the chosen options, without a fault. */
export interface Baseline {
  readonly durationMs: number
  readonly requests: number
  /** Tests of the suite; null where it wrote no report that was read. */
  readonly tests: number | null
  readonly operations: readonly string[]
  readonly assumptions: readonly string[]
}

/** A variant on which the suite breaks. */
export interface Finding {
  /** Such as `limitAboveMax=clamp`, `reset@getJob` or `errorStatus=always_200 given reset@getJob`. */
  readonly id: string
  readonly kind: 'assumption' | 'fault'
  readonly title: string
  /** Ids of the variants that have to hold for it to be visible. */
  readonly given: readonly string[]
  /** The question to the owners of the service; null for a fault. */
  readonly question: string | null
  /** Section of the document that leaves it open, such as `4.2`; null for a fault. */
  readonly section: string | null
  /** For a fault: what a well-behaved client does. */
  readonly advice: string | null
  readonly outcome: 'failed' | 'timed_out'
  /** The exit code of the command; null where a signal ended it. */
  readonly exitCode: number | null
  readonly tests: readonly FailedTest[]
  /** The first request that the variant answered differently from the baseline. */
  readonly request: ChangedRequest | null
  /** The reason in the file of accepted findings; null for a finding that is not accepted. */
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
}

export interface ShownAnswer {
  /** Null where a fault left the client without an answer. */
  readonly status: number | null
  readonly code: string | null
  readonly fault: string | null
  readonly body: string | null
}
