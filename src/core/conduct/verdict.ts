import type { Operation } from '../http/types.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { inTurns } from '../time/turns.ts'
import type { RequestFacts } from './reading.ts'

/** The severities, worst first. A note may be no fault. */
export const severities = ['error', 'warning', 'note'] as const

/** A webhook, and the answers of its receiver. */
interface Delivery {
  readonly id: string
  readonly event: string
  readonly attempts: readonly { readonly status: number | null; readonly tampered?: boolean | undefined }[]
}

/** The requests of one sandbox, with the facts that verdicts need. */
export interface Evidence extends RequestFacts {
  /** Oldest first, without requests that the fake sent itself. */
  readonly entries: readonly JournalEntry[]
  readonly operations: ReadonlyMap<string | undefined, Operation>
  readonly deliveries: readonly Delivery[]
  /** The shortest pause between two reads of an unfinished record. */
  readonly pollEveryMs: number
}

/** One place in the journal that shows a verdict. */
export interface Occurrence {
  /** The requests that show it, oldest first; none for a delivery. */
  readonly requests: readonly JournalEntry[]
  /** One sentence with the facts. */
  readonly detail: string
}

/** A behaviour that a well-behaved client avoids. */
export interface Verdict<Id extends string = string> {
  readonly id: Id
  readonly severity: (typeof severities)[number]
  /** The behaviour, in one sentence. */
  readonly title: string
  /** The right behaviour, in one sentence. */
  readonly advice: string
  readonly find: (evidence: Evidence) => readonly Occurrence[]
}

export const defineVerdict = <const Id extends string>(verdict: Verdict<Id>): Verdict<Id> => verdict

/** Finds the verdicts that the requests show: the worst first, then in the order of their first requests. */
export async function judge(verdicts: readonly Verdict[], evidence: Evidence) {
  // The slowest part, whose results are cached.
  const { requestTextOf, credentialOf } = evidence
  await inTurns(evidence.entries, (entry) => [requestTextOf(entry), credentialOf(entry)])
  const judged = await inTurns(verdicts, ({ find, ...verdict }) => ({
    ...verdict,
    occurrences: find(evidence).toSorted((a, b) => firstOf(a) - firstOf(b)),
  }))
  return judged
    .filter(({ occurrences }) => occurrences.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || firstOf(a.occurrences[0]) - firstOf(b.occurrences[0]))
}

const rankOf = ({ severity }: Pick<Verdict, 'severity'>): number => severities.indexOf(severity)

/** The number of the first request; a delivery comes after all requests. */
const firstOf = (occurrence: Occurrence | undefined): number => occurrence?.requests[0]?.number ?? Infinity
