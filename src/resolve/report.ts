import type { AssumptionId, Profile } from '../assumptions/register.ts'
import type { Cleaners } from './personal-data.ts'
import type { Finding, Need } from './probe.ts'
import { redact, type ShownExchange } from './redact.ts'

/** The observed option of a row beside the expected one. */
export interface Report {
  readonly id: AssumptionId
  /** `observed`: the expected option; `contradicted`: another one; `unknown`: none was found. */
  readonly outcome: 'observed' | 'contradicted' | 'unknown'
  /** The option that was found; null if none was. */
  readonly option: string | number | null
  readonly expected: string | number
  /** Why none was found; null if one was. */
  readonly reason: string | null
  /** The means that the probe lacked; null if none. */
  readonly need: Need | null
  readonly evidence: readonly ShownExchange[]
}

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
