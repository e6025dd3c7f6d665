import type { JournalEntry } from '../journal/entry.ts'
import type { Occurrence } from './verdict.ts'

interface Group {
  readonly first: JournalEntry
  readonly later: JournalEntry[]
}

/** Entries that belong together, found as pairs: an entry that is in a group takes its successor into it. */
export class Groups {
  readonly #all: Group[] = []
  readonly #of = new Map<JournalEntry, Group>()

  join(earlier: JournalEntry, later: JournalEntry): void {
    const known = this.#of.get(earlier)
    const group = known ?? { first: earlier, later: [] }
    if (known === undefined) this.#all.push(group)
    group.later.push(later)
    this.#of.set(earlier, group)
    this.#of.set(later, group)
  }

  /** Makes an occurrence of each group. @param describe returns the facts; undefined for a group that shows nothing */
  occurrences(
    describe: (first: JournalEntry, later: readonly JournalEntry[]) => string | undefined,
  ): readonly Occurrence[] {
    return this.#all.flatMap(({ first, later }) => {
      const detail = describe(first, later)
      return detail === undefined ? [] : [{ requests: [first, ...later], detail }]
    })
  }
}
