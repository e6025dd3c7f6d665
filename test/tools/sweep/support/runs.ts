import { sweepFaults } from '../../../../src/tools/sweep/faults.ts'
import type { GroupRun } from '../../../../src/tools/sweep/search.ts'
import type { FaultVariant, Variant } from '../../../../src/tools/sweep/variants.ts'

/** A variant with a name. */
export function variantOf(id: string): FaultVariant {
  const [fault] = sweepFaults
  if (fault === undefined) throw new Error('no fault')
  return { kind: 'fault', id, fault, operations: [id] }
}

/** A run of a suite under some variants, without a request. */
export const runOf = (outcome: 'passed' | 'failed', members: readonly Variant[]): GroupRun => ({
  outcome,
  members,
  exitCode: 0,
  durationMs: 1,
  longestSilenceMs: 0,
  tests: null,
  trace: { entries: [], webhooks: [] },
  tail: '',
  verdicts: [],
  plan: { preset: { assume: {}, scenarios: [] }, causesOf: () => [] },
  scope: undefined,
})
