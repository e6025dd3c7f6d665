import type { Choice } from '../assumptions/register.ts'
import { lazily } from '../lib/lazily.ts'
import type { Term } from './base.ts'

/** What is asked of a collection. */
export interface Selection<R> {
  /** All must hold. */
  readonly terms: readonly Term[]
  /** Asked only where it decides what is shown (oldest first). */
  readonly order?: () => Choice<'listOrder'>
  /** What terms cannot say: whether a record matches at this instant (all do). */
  readonly where?: (record: R) => boolean
  /** The instant that a record is listed by, in Unix milliseconds (its creation). */
  readonly at?: (record: R) => number
  /** Which instants are asked for (all). */
  readonly within?: ((atMs: number) => boolean) | undefined
}

/** What matched a selection. */
export interface Found<R> {
  readonly total: number
  /** Some of it, in order, by position from 0; `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** A list in one order. */
export interface Ordered<R> {
  readonly total: number
  /** Some of it, by place from 0; `end` is not included. */
  slice(start: number, end: number): readonly R[]
}

/** What no index can say of a selection. */
type Unindexed<R> = Pick<Selection<R>, 'where' | 'at' | 'within'>

/** Whether everything that a selection asks can be said by indexes. */
export function isIndexed<R>({ where, at, within }: Unindexed<R>): boolean {
  return where === undefined && at === undefined && within === undefined
}

/** What is left of a list by what no index can say: everything is looked at, once. */
export class Scanned<R> implements Ordered<R> {
  readonly #records: readonly R[]
  readonly #inOrder: () => readonly R[]
  readonly #id: (record: R) => string

  /** @param list oldest first; @param createdAt the order of the list */
  constructor(
    list: Ordered<R>,
    { where, at, within }: Unindexed<R>,
    createdAt: (record: R) => number,
    id: (record: R) => string,
  ) {
    const instant = at ?? createdAt
    this.#records = list
      .slice(0, list.total)
      .filter((record) => where?.(record) !== false && within?.(instant(record)) !== false)
    this.#inOrder = lazily(() => (at === undefined ? this.#records : sortedBy(this.#records, at)))
    this.#id = id
  }

  get total(): number {
    return this.#records.length
  }

  slice(start: number, end: number): readonly R[] {
    return this.#inOrder().slice(start, end)
  }

  /** The same by id. */
  byId(): Ordered<R> {
    const id = this.#id
    const records = this.#records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1))
    return { total: records.length, slice: (start, end) => records.slice(start, end) }
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
  oldestFirst: Ordered<R>,
  order: () => Choice<'listOrder'>,
  byId: () => Ordered<R>,
): Found<R> {
  const { total } = oldestFirst
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    if (total === 1) return oldestFirst.slice(start, end)
    switch (order()) {
      case 'oldest_first':
        return oldestFirst.slice(start, end)
      case 'newest_first':
        return oldestFirst.slice(Math.max(0, total - end), total - start).toReversed()
      case 'by_id':
        return byId().slice(start, end)
    }
  }
  return { total, slice }
}
