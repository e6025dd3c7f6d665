import type { Choice } from '../assumptions/register.ts'
import { lazily } from '../lib/lazily.ts'
import type { Status } from '../time/lifecycle.ts'
import type { Term } from './base.ts'
import { firstIndex } from './position-set.ts'

/** What time decides of a list. */
export interface Listing {
  /** The instant that the list is asked for, in Unix milliseconds. */
  readonly nowMs: number
  /** Whether records of a phase are listed: asked only of phases that something is in. */
  readonly isListed: (status: Status) => boolean
  /** Whether those of a phase are listed by when they reached it: asked where it decides (by their creation). */
  readonly byReached?: (status: Status) => boolean
}

/** Which instants are asked for: a time with a beginning and an end. */
export interface Range {
  /** Whether an instant is not before it. */
  readonly hasBegun: (atMs: number) => boolean
  /** Whether an instant is after it. */
  readonly hasEnded: (atMs: number) => boolean
}

/** What is asked of a collection. */
export interface Selection {
  /** All must hold. */
  readonly terms: readonly Term[]
  /** Asked only where it decides what is shown (oldest first). */
  readonly order?: () => Choice<'listOrder'>
  /** What time decides (nothing). */
  readonly listing?: Listing | undefined
  /** Which instants are asked for (all): of what records are listed by. */
  readonly within?: Range | undefined
}

/** What matched a selection. */
export interface Found<R> {
  readonly total: number
  /** Some of it, in order, by position from 0; `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
  /** Until when the same matches as long as no record changes, in Unix milliseconds; that instant is not included. */
  readonly untilMs: number
}

/** A list in one order. */
export interface Ordered<R> {
  readonly total: number
  /** Some of it, by place from 0; `end` is not included. */
  slice(start: number, end: number): readonly R[]
}

/** Records that were looked at, each listed by an instant of its own. */
export class Scanned<R> implements Ordered<R> {
  readonly total: number
  readonly #inOrder: () => readonly R[]

  /** @param records oldest first; @param at what a record is listed by: asked once for each, where its place is */
  constructor(records: readonly R[], at: (record: R) => number) {
    this.total = records.length
    this.#inOrder = lazily(() => sortedBy(records, at))
  }

  slice(start: number, end: number): readonly R[] {
    return this.#inOrder().slice(start, end)
  }
}

/** A list that is there. */
export function listOf<R>(records: readonly R[]): Ordered<R> {
  return { total: records.length, slice: (start, end) => records.slice(start, end) }
}

/** What of a list lies within a range, found by halves. @param at what the list is in the order of */
export function cut<R>(list: Ordered<R>, { hasBegun, hasEnded }: Range, at: (record: R) => number): Ordered<R> {
  const holds = (condition: (atMs: number) => boolean) => (index: number) =>
    list.slice(index, index + 1).some((record) => condition(at(record)))
  const first = firstIndex(list.total, holds(hasBegun))
  const total = Math.max(0, firstIndex(list.total, holds(hasEnded)) - first)
  return {
    total,
    slice: (start, end) => list.slice(first + Math.min(start, total), first + Math.min(end, total)),
  }
}

/** Records by an instant that is asked once for each; most are in order already. */
function sortedBy<R>(records: readonly R[], at: (record: R) => number): readonly R[] {
  const instants = Float64Array.from(records, at)
  if (instants.every((atMs, index) => index === 0 || atMs >= (instants[index - 1] ?? 0))) return records
  const order = Array.from(records, (_, index) => index).sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0))
  return order.flatMap((index) => records[index] ?? [])
}

/** What was found. The order is asked for where there is more than one thing to put in order, and something of it is shown. */
export function toFound<R>(
  list: Ordered<R>,
  inOrder: () => Ordered<R>,
  order: () => Choice<'listOrder'>,
  byId: () => Ordered<R>,
): Omit<Found<R>, 'untilMs'> {
  const { total } = list
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    if (total === 1) return list.slice(start, end)
    switch (order()) {
      case 'oldest_first':
        return inOrder().slice(start, end)
      case 'newest_first':
        return inOrder()
          .slice(Math.max(0, total - end), total - start)
          .toReversed()
      case 'by_id':
        return byId().slice(start, end)
    }
  }
  return { total, slice }
}
