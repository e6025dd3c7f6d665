import { nextTurn } from '../time/clock.ts'
import { inTurns } from '../time/turns.ts'
import type { Evidence, Occurrence, Verdict } from './verdict.ts'
import { severities } from './verdict.ts'

/** A verdict that the requests of a sandbox show. */
export interface Judged {
  readonly verdict: Verdict
  readonly occurrences: readonly Occurrence[]
}

/** Makes the judgements, the worst first, then in the order of their first requests. */
export async function judge(verdicts: readonly Verdict[], evidence: Evidence): Promise<readonly Judged[]> {
  // The longest part, which is remembered.
  const { requestTextOf, credentialOf } = evidence
  await inTurns(evidence.entries, (entry) => [requestTextOf(entry), credentialOf(entry)])
  const judged: Judged[] = []
  for (const verdict of verdicts) {
    const found = await verdict.find(evidence)
    judged.push({ verdict, occurrences: found.toSorted((a, b) => firstOf(a) - firstOf(b)) })
    await nextTurn()
  }
  return judged
    .filter(({ occurrences }) => occurrences.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || firstOf(a.occurrences[0]) - firstOf(b.occurrences[0]))
}

const rankOf = ({ verdict }: Judged): number => severities.indexOf(verdict.severity)

/** The number of the first request; a delivery comes after all requests. */
const firstOf = (occurrence: Occurrence | undefined): number => occurrence?.requests[0]?.number ?? Infinity
