import { lazily } from '../lib/lazily.ts'
import { type Lifecycle, type Status, statusAt, statuses, statusChangedAt } from '../time/lifecycle.ts'
import type { Base, Order, Term } from './base.ts'
import { Merged } from './merged.ts'
import type { Overlay } from './overlay.ts'
import {
  cut,
  type Found,
  type Listing,
  listOf,
  type Ordered,
  Scanned,
  type Selection,
  toFound,
} from './query-result.ts'
import type { RecordShape } from './record-source.ts'
import { type Entry, SortedEntries } from './sorted-entries.ts'
import type { ListedBy, Phased } from './status-index.ts'

/** What lists are made of. */
interface Table<R> {
  readonly shape: RecordShape<R>
  readonly base: Base<R>
  readonly overlay: Overlay<R>
  /** Where the base has records that do not stand in lists, ascending. */
  readonly masked: () => readonly number[]
}

/** What was selected, in each order. */
interface View<R> {
  /** Oldest first. */
  readonly list: Ordered<R>
  /** By the instant that each record is listed by. */
  readonly inOrder: () => Ordered<R>
  /** The instant that a record is listed by, in Unix milliseconds. */
  readonly at: (record: R) => number
  readonly byId: () => Ordered<R>
}

/** The lists of one table in one sandbox. */
export class Lists<R> {
  readonly #table: Table<R>

  constructor(table: Table<R>) {
    this.#table = table
  }

  /** What matches a selection. */
  select({ terms, order = () => 'oldest_first', listing, within }: Selection): Found<R> {
    const { lifecycle, id } = this.#table.shape
    let view: View<R>
    let untilMs = Number.POSITIVE_INFINITY
    if (listing === undefined || lifecycle === undefined) view = this.#all(terms)
    else {
      const phased = this.#table.overlay.inPhases(lifecycle, terms, listing.nowMs)
      view = this.#listed(lifecycle, terms, phased, listing)
      untilMs = phased.untilMs
    }
    if (within === undefined) return { ...toFound(view.list, view.inOrder, order, view.byId), untilMs }
    const part = cut(view.inOrder(), within, view.at)
    const byId = (): Ordered<R> => sortedById(part.slice(0, part.total), id)
    return { ...toFound(part, () => part, order, byId), untilMs }
  }

  /** All records that some filters ask for, oldest first. */
  oldestFirst(terms: readonly Term[]): Ordered<R> {
    return this.#merged(this.#table.base.oldestFirst, terms, this.#table.overlay.match(terms), ({ place }) => place)
  }

  #all(terms: readonly Term[]): View<R> {
    const list = this.oldestFirst(terms)
    const byId = (): Ordered<R> => this.#byId(terms, this.#table.overlay.matchById(terms))
    return { list, inOrder: () => list, at: this.#table.shape.createdAt, byId }
  }

  #listed(lifecycle: (record: R) => Lifecycle, terms: readonly Term[], phased: Phased<R>, listing: Listing): View<R> {
    const present = statuses.filter((status) => phased.count(status) > 0 || this.#isInBase(terms, status))
    const listed = present.filter((status) => listing.isListed(status))
    const [only] = listed
    if (only === undefined) return listOfNone()
    if (listed.length === 1) return this.#ofPhase(lifecycle, terms, only, phased, listing)
    if (listed.length === present.length && listing.byReached === undefined) return this.#all(terms)
    return this.#scanned(lifecycle, terms, listed, listing)
  }

  #isInBase(terms: readonly Term[], status: Status): boolean {
    return this.#merged(this.#table.base.oldestFirst, [...terms, settledIn(status)], [], ({ place }) => place).total > 0
  }

  #ofPhase(
    lifecycle: (record: R) => Lifecycle,
    terms: readonly Term[],
    status: Status,
    phased: Phased<R>,
    { byReached }: Listing,
  ): View<R> {
    const { base, shape } = this.#table
    const inPhase = [...terms, settledIn(status)]
    const by = lazily((): ListedBy => (byReached?.(status) === true ? 'reached' : 'created'))
    const created = phased.list(status, 'created')
    const list = this.#merged(base.oldestFirst, inPhase, created, ({ place }) => place)
    const reachedMs = (record: R): number => statusChangedAt(lifecycle(record), status)
    const placeOf = ({ record, place }: Entry<R>): number => base.reachedBefore(reachedMs(record), place)
    return {
      list,
      inOrder: lazily(() =>
        by() === 'created' ? list : this.#merged(base.byReached(), inPhase, phased.list(status, 'reached'), placeOf),
      ),
      at: (record) => (by() === 'created' ? shape.createdAt(record) : reachedMs(record)),
      byId: () => this.#byId(inPhase, this.#sortedById(created)),
    }
  }

  #scanned(
    lifecycle: (record: R) => Lifecycle,
    terms: readonly Term[],
    listed: readonly Status[],
    { nowMs, byReached }: Listing,
  ): View<R> {
    const { createdAt, id } = this.#table.shape
    const all = this.oldestFirst(terms)
    const records = all.slice(0, all.total).filter((record) => listed.includes(statusAt(lifecycle(record), nowMs)))
    const at = (record: R): number => {
      const status = statusAt(lifecycle(record), nowMs)
      return byReached?.(status) === true ? statusChangedAt(lifecycle(record), status) : createdAt(record)
    }
    const list = new Scanned(records, at)
    return { list, inOrder: () => list, at, byId: () => sortedById(records, id) }
  }

  #byId(terms: readonly Term[], entries: readonly Entry<R>[]): Merged<R> {
    const { base, shape } = this.#table
    return this.#merged(base.byId(), terms, entries, ({ record }) => base.idsBefore(shape.id(record)))
  }

  #sortedById(entries: readonly Entry<R>[]): readonly Entry<R>[] {
    const { id } = this.#table.shape
    return new SortedEntries((a, b) => id(a.record) < id(b.record), entries).list
  }

  #merged(
    order: Order<R>,
    terms: readonly Term[],
    entries: readonly Entry<R>[],
    placeOf: (entry: Entry<R>) => number,
  ): Merged<R> {
    return new Merged({ order, terms, masked: this.#table.masked(), entries, placeOf })
  }
}

/** The filter that finds the records of the base which are in a phase: all of them are settled. */
const settledIn = (status: Status): Term => ({ field: 'phase', anyOf: [status] })

function sortedById<R>(records: readonly R[], id: (record: R) => string): Ordered<R> {
  return listOf(records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1)))
}

function listOfNone<R>(): View<R> {
  const none = listOf<R>([])
  return { list: none, inOrder: () => none, at: () => 0, byId: () => none }
}
