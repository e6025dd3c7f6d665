import type { AssumptionId, Profile } from '../assumptions/register.ts'
import type { Cleaners } from './personal-data.ts'
import type { Finding, Need } from './probe.ts'
import { redact, type ShownExchange } from './redact.ts'

/** What a service was seen to do, beside what was expected of it. */
export interface Report {
  readonly id: AssumptionId
  /** `observed`: as expected; `contradicted`: otherwise; `unknown`: it did not show. */
  readonly outcome: 'observed' | 'contradicted' | 'unknown'
  /** What it does; null where that did not show. */
  readonly option: string | number | null
  readonly expected: string | number
  /** Why it did not show; null where it did. */
  readonly reason: string | null
  /** What would let it show; null where nothing is lacking. */
  readonly need: Need | null
  readonly evidence: readonly ShownExchange[]
}

/** Reports a finding. @param cleaners what takes out of it what it may not have */
export function toReport(id: AssumptionId, finding: Finding, profile: Profile, cleaners: Cleaners): Report {
  const expected = profile[id]
  const evidence = redact(finding.evidence, cleaners)
  if (finding.option === undefined) {
    const { reason, said } = finding
    return {
      id,
      outcome: 'unknown',
      option: null,
      expected,
      reason: said === undefined ? reason : `${reason} ${cleaners.clean(said)}`,
      need: finding.need ?? null,
      evidence,
    }
  }
  const { option } = finding
  return {
    id,
    outcome: option === expected ? 'observed' : 'contradicted',
    option,
    expected,
    reason: null,
    need: null,
    evidence,
  }
}
