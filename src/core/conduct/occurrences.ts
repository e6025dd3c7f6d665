import type { JournalEntry } from '../journal/entry.ts'
import { redactedAddress } from '../journal/redact.ts'
import { shorten } from '../lib/input-error.ts'
import type { Occurrence } from './verdict.ts'

/** A request in a sentence, without secrets. */
export const named = (entry: JournalEntry): string => `${entry.method} ${shorten(redactedAddress(entry))}`

export function answerOf({ status, code, fault }: JournalEntry): string {
  if (status === null) return fault === undefined ? 'no answer in time' : `no answer (${fault})`
  return code ?? fault ?? `status ${status}`
}

export const seconds = (ms: number): string => `${Math.round(ms) / 1000} s`

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

type Group = [first: JournalEntry, second: JournalEntry, ...others: JournalEntry[]]

/** Groups of related requests, built from pairs: a request in a group adds its successor. */
export class RequestGroups {
  readonly #of = new Map<JournalEntry, Group>()

  join(earlier: JournalEntry, later: JournalEntry): void {
    const known = this.#of.get(earlier)
    known?.push(later)
    const group: Group = known ?? [earlier, later]
    this.#of.set(earlier, group).set(later, group)
  }

  /** Converts groups to occurrences. @param describe returns the facts, or undefined to skip a group */
  occurrences(
    describe: (first: JournalEntry, later: [JournalEntry, ...JournalEntry[]]) => string | undefined,
  ): readonly Occurrence[] {
    return [...new Set(this.#of.values())].flatMap((requests) => {
      const [first, ...later] = requests
      const detail = describe(first, later)
      return detail === undefined ? [] : [{ requests, detail }]
    })
  }
}
