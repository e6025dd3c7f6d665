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
  const { option = null, reason = null, said, need = null } = finding
  const expected = profile[id]
  const outcome = option === expected ? 'observed' : 'contradicted'
  return {
    id,
    outcome: option === null ? 'unknown' : outcome,
    option,
    expected,
    reason: said === undefined ? reason : `${reason} ${cleaners.clean(said)}`,
    need,
    evidence: redact(finding.evidence, cleaners),
  }
}
