import type * as z from 'zod/mini'

import type { unverifiedBody } from '../problem.ts'

type Unverified = z.infer<ReturnType<typeof unverifiedBody>>

/** The control plane could not be reached, or failed for a reason other than the input it was given. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** HTTP status; 0 without an answer. */
  readonly status: number

  /** True if the answer does not come from a control plane of this version. */
  readonly isForeign: boolean

  constructor(message: string, status: number, cause?: unknown, isForeign = false) {
    super(message, { cause })
    this.status = status
    this.isForeign = isForeign
  }
}

/** The sandbox did not get the requests that `requests.verify` or `requests.verifySequence` expected, or `scenarios.verifyFired` found a scenario that never fired. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  /** The given expectation, or the scenarios that had to fire. */
  readonly expected: unknown
  /** The ids of the actual requests, or the scenarios that fired and the others. */
  readonly actual: unknown
  /** The nearest requests, each with the fields that differ. */
  readonly nearest: Unverified['nearest']

  constructor(message: string, { expected, actual, nearest }: Unverified) {
    super(message)
    this.expected = expected
    this.actual = actual
    this.nearest = nearest
  }
}

/** The error of an answer that does not come from a control plane of this version. @param where it came from */
export const foreignAnswer = (status: number, where: string): ControlError =>
  new ControlError(`${where} is not a cloudsec-fake of this version (status ${status})`, status, undefined, true)
