import { type Course, nextChangeAt, type Phase, phaseAt, phases, reachedAt } from '../time/lifecycle.ts'
import { type Entry, type IsBefore, isOlder, SortedEntries } from './sorted-entries.ts'

/** What the entries of a phase are ordered by: their creation, or when they reached it. */
export type ListedBy = 'created' | 'reached'

/** Entries by the phase that they are in at one instant. */
export interface Phased<R> {
  /** How many are in a phase. */
  readonly count: (phase: Phase) => number
  /** Those of a phase in order. */
  readonly list: (phase: Phase, by: ListedBy) => readonly Entry<R>[]
  /** When the next of them changes its phase, in Unix milliseconds; infinitely late where none does. */
  readonly untilMs: number
}

/** Puts entries, oldest first, into their phases at an instant: each is looked at once. */
export function groupByPhase<R>(
  courseOf: (record: R) => Course,
  entries: readonly Entry<R>[],
  nowMs: number,
): Phased<R> {
  const groups = new Map<Phase, Entry<R>[]>(phases.map((phase) => [phase, []]))
  let untilMs = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const course = courseOf(entry.record)
    groups.get(phaseAt(course, nowMs))?.push(entry)
    untilMs = Math.min(untilMs, nextChangeAt(course, nowMs))
  }
  const ofPhase = (phase: Phase): readonly Entry<R>[] => groups.get(phase) ?? []
  return {
    count: (phase) => ofPhase(phase).length,
    list: (phase, by) =>
      by === 'created' ? ofPhase(phase) : new SortedEntries(reachedBefore(courseOf, phase), ofPhase(phase)).list,
    untilMs,
  }
}

/** Whether an entry reached a phase before another; of one instant the older first. */
function reachedBefore<R>(courseOf: (record: R) => Course, phase: Phase): IsBefore<R> {
  return (a, b) => {
    const [aMs, bMs] = [reachedAt(courseOf(a.record), phase), reachedAt(courseOf(b.record), phase)]
    return aMs < bMs || (aMs === bMs && isOlder(a, b))
  }
}

/** The entries of a table by the phase that they are in: as time passes, those alone move whose phase changes. */
export class PhasedEntries<R> {
  readonly #courseOf: (record: R) => Course
  readonly #entries: () => readonly Entry<R>[]
  #nowMs = Number.POSITIVE_INFINITY
  /** Those that change yet, the next one first. */
  #waiting: SortedEntries<R>
  /** How many entries are in each phase. */
  readonly #counts = new Map<Phase, number>()
  /** The entries of each phase, in the orders that were asked for. */
  readonly #lists = new Map<Phase, Map<ListedBy, SortedEntries<R>>>()

  /** @param entries all entries, those included that were added later */
  constructor(courseOf: (record: R) => Course, entries: () => readonly Entry<R>[]) {
    this.#courseOf = courseOf
    this.#entries = entries
    this.#waiting = this.#sortedByChange([])
  }

  /** The entries by the phase that they are in at an instant, until anything changes. */
  at(nowMs: number): Phased<R> {
    this.#advance(nowMs)
    const [next] = this.#waiting.list
    return {
      count: (phase) => this.#counts.get(phase) ?? 0,
      list: (phase, by) => this.#list(phase, by).list,
      untilMs: next === undefined ? Number.POSITIVE_INFINITY : this.#changeAt(next),
    }
  }

  #list(phase: Phase, by: ListedBy): SortedEntries<R> {
    const lists = this.#lists.get(phase) ?? new Map<ListedBy, SortedEntries<R>>()
    this.#lists.set(phase, lists)
    let list = lists.get(by)
    if (list === undefined) {
      const isBefore = by === 'created' ? isOlder<R> : reachedBefore(this.#courseOf, phase)
      list = new SortedEntries(
        isBefore,
        this.#entries().filter((entry) => this.#phaseOf(entry) === phase),
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
    this.#eachPhase(moved, (phase, entries) => this.#leave(phase, entries))
    this.#nowMs = nowMs
    this.#eachPhase(moved, (phase, entries) => this.#enter(phase, entries))
    this.#waiting.addAll(moved.filter((entry) => this.#changeAt(entry) < Number.POSITIVE_INFINITY))
  }

  /** Looks at every entry: nothing was asked before, or time went back. */
  #begin(nowMs: number): void {
    this.#nowMs = nowMs
    this.#counts.clear()
    this.#lists.clear()
    const entries = this.#entries()
    this.#eachPhase(entries, (phase, ofPhase) => this.#enter(phase, ofPhase))
    this.#waiting = this.#sortedByChange(entries.filter((entry) => this.#changeAt(entry) < Number.POSITIVE_INFINITY))
  }

  #eachPhase(entries: readonly Entry<R>[], visit: (phase: Phase, entries: readonly Entry<R>[]) => void): void {
    if (entries.length === 0) return
    for (const phase of phases) {
      visit(
        phase,
        entries.filter((entry) => this.#phaseOf(entry) === phase),
      )
    }
  }

  #enter(phase: Phase, entries: readonly Entry<R>[]): void {
    this.#counts.set(phase, (this.#counts.get(phase) ?? 0) + entries.length)
    for (const list of this.#lists.get(phase)?.values() ?? []) list.addAll(entries)
  }

  #leave(phase: Phase, entries: readonly Entry<R>[]): void {
    this.#counts.set(phase, (this.#counts.get(phase) ?? 0) - entries.length)
    for (const list of this.#lists.get(phase)?.values() ?? []) list.removeAll(entries)
  }

  #sortedByChange(entries: readonly Entry<R>[]): SortedEntries<R> {
    const isBefore: IsBefore<R> = (a, b) => {
      const [aMs, bMs] = [this.#changeAt(a), this.#changeAt(b)]
      return aMs < bMs || (aMs === bMs && isOlder(a, b))
    }
    return new SortedEntries(isBefore, entries)
  }

  #phaseOf({ record }: Entry<R>): Phase {
    return phaseAt(this.#courseOf(record), this.#nowMs)
  }

  #changeAt({ record }: Entry<R>): number {
    return nextChangeAt(this.#courseOf(record), this.#nowMs)
  }
}
