import { type Lifecycle, nextChangeAt, type Status, statusAt, statuses, statusChangedAt } from '../time/lifecycle.ts'
import { type Entry, type IsBefore, isOlder, SortedEntries } from './sorted-entries.ts'

/** What the entries of a phase are ordered by: their creation, or when they reached it. */
export type ListedBy = 'created' | 'reached'

/** Entries by the phase that they are in at one instant. */
export interface Phased<R> {
  /** How many are in a phase. */
  readonly count: (status: Status) => number
  /** Those of a phase in order. */
  readonly list: (status: Status, by: ListedBy) => readonly Entry<R>[]
  /** When the next of them changes its phase, in Unix milliseconds; infinitely late where none does. */
  readonly untilMs: number
}

/** Puts entries, oldest first, into their phases at an instant: each is looked at once. */
export function groupByPhase<R>(
  courseOf: (record: R) => Lifecycle,
  entries: readonly Entry<R>[],
  nowMs: number,
): Phased<R> {
  const groups = new Map<Status, Entry<R>[]>(statuses.map((status) => [status, []]))
  let untilMs = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const lifecycle = courseOf(entry.record)
    groups.get(statusAt(lifecycle, nowMs))?.push(entry)
    untilMs = Math.min(untilMs, nextChangeAt(lifecycle, nowMs))
  }
  const ofPhase = (status: Status): readonly Entry<R>[] => groups.get(status) ?? []
  return {
    count: (status) => ofPhase(status).length,
    list: (status, by) =>
      by === 'created' ? ofPhase(status) : new SortedEntries(reachedBefore(courseOf, status), ofPhase(status)).list,
    untilMs,
  }
}

/** Whether an entry reached a phase before another; of one instant the older first. */
function reachedBefore<R>(courseOf: (record: R) => Lifecycle, status: Status): IsBefore<R> {
  return (a, b) => {
    const [aMs, bMs] = [statusChangedAt(courseOf(a.record), status), statusChangedAt(courseOf(b.record), status)]
    return aMs < bMs || (aMs === bMs && isOlder(a, b))
  }
}

/** The entries of a table by the phase that they are in: as time passes, those alone move whose phase changes. */
export class PhasedEntries<R> {
  readonly #courseOf: (record: R) => Lifecycle
  readonly #entries: () => readonly Entry<R>[]
  #nowMs = Number.POSITIVE_INFINITY
  /** Those that change yet, the next one first. */
  #waiting: SortedEntries<R>
  /** How many entries are in each phase. */
  readonly #counts = new Map<Status, number>()
  /** The entries of each phase, in the orders that were asked for. */
  readonly #lists = new Map<Status, Map<ListedBy, SortedEntries<R>>>()

  /** @param entries all entries, those included that were added later */
  constructor(courseOf: (record: R) => Lifecycle, entries: () => readonly Entry<R>[]) {
    this.#courseOf = courseOf
    this.#entries = entries
    this.#waiting = this.#sortedByChange([])
  }

  /** The entries by the phase that they are in at an instant, until anything changes. */
  at(nowMs: number): Phased<R> {
    this.#advance(nowMs)
    const [next] = this.#waiting.list
    return {
      count: (status) => this.#counts.get(status) ?? 0,
      list: (status, by) => this.#list(status, by).list,
      untilMs: next === undefined ? Number.POSITIVE_INFINITY : this.#changeAt(next),
    }
  }

  #list(status: Status, by: ListedBy): SortedEntries<R> {
    const lists = this.#lists.get(status) ?? new Map<ListedBy, SortedEntries<R>>()
    this.#lists.set(status, lists)
    let list = lists.get(by)
    if (list === undefined) {
      const isBefore = by === 'created' ? isOlder<R> : reachedBefore(this.#courseOf, status)
      list = new SortedEntries(
        isBefore,
        this.#entries().filter((entry) => this.#phaseOf(entry) === status),
      )
      lists.set(by, list)
    }
    return list
  }

  /** Takes note of an entry that was added. */
  add(entry: Entry<R>): void {
    this.#enter(this.#phaseOf(entry), [entry])
    if (this.#changeAt(entry) < Number.POSITIVE_INFINITY) this.#waiting.add(entry)
  }

  /** Takes note of an entry that was taken out. */
  remove(entry: Entry<R>): void {
    this.#leave(this.#phaseOf(entry), [entry])
    this.#waiting.remove(entry)
  }

  #advance(nowMs: number): void {
    if (nowMs < this.#nowMs) this.#begin(nowMs)
    const moved = this.#waiting.takeWhile((entry) => this.#changeAt(entry) <= nowMs)
    this.#eachPhase(moved, (status, entries) => this.#leave(status, entries))
    this.#nowMs = nowMs
    this.#eachPhase(moved, (status, entries) => this.#enter(status, entries))
    this.#waiting.addAll(moved.filter((entry) => this.#changeAt(entry) < Number.POSITIVE_INFINITY))
  }

  /** Looks at every entry: nothing was asked before, or time went back. */
  #begin(nowMs: number): void {
    this.#nowMs = nowMs
    this.#counts.clear()
    this.#lists.clear()
    const entries = this.#entries()
    this.#eachPhase(entries, (status, ofPhase) => this.#enter(status, ofPhase))
    this.#waiting = this.#sortedByChange(entries.filter((entry) => this.#changeAt(entry) < Number.POSITIVE_INFINITY))
  }

  #eachPhase(entries: readonly Entry<R>[], visit: (status: Status, entries: readonly Entry<R>[]) => void): void {
    if (entries.length === 0) return
    for (const status of statuses) {
      visit(
        status,
        entries.filter((entry) => this.#phaseOf(entry) === status),
      )
    }
  }

  #enter(status: Status, entries: readonly Entry<R>[]): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + entries.length)
    for (const list of this.#lists.get(status)?.values() ?? []) list.addAll(entries)
  }

  #leave(status: Status, entries: readonly Entry<R>[]): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) - entries.length)
    for (const list of this.#lists.get(status)?.values() ?? []) list.removeAll(entries)
  }

  #sortedByChange(entries: readonly Entry<R>[]): SortedEntries<R> {
    const isBefore: IsBefore<R> = (a, b) => {
      const [aMs, bMs] = [this.#changeAt(a), this.#changeAt(b)]
      return aMs < bMs || (aMs === bMs && isOlder(a, b))
    }
    return new SortedEntries(isBefore, entries)
  }

  #phaseOf({ record }: Entry<R>): Status {
    return statusAt(this.#courseOf(record), this.#nowMs)
  }

  #changeAt({ record }: Entry<R>): number {
    return nextChangeAt(this.#courseOf(record), this.#nowMs)
  }
}
