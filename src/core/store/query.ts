import type { Choice } from '../assumptions/register.ts'
import { firstIndex } from '../lib/first-index.ts'
import { lazily } from '../lib/lazily.ts'
import { compareKeys, sortBy } from '../lib/sort-by.ts'
import { type Status, statusAt, statusChangedAt, statuses as allStatuses } from '../time/lifecycle.ts'
import type { DatasetIndex, Order, Positions, RecordReader, Term } from './dataset-index.ts'

/** The statuses that a list shows. The functions record assumptions, so they are called only if the answer depends on them. */
export interface StatusFilter {
  readonly nowMs: number
  /** True if the list shows records of a status. Called only for statuses that some record has. */
  readonly isListed: (status: Status) => boolean
  /** True if the list dates records of a status by their change to it (by their creation). */
  readonly byStatusChange?: (status: Status) => boolean
}

export interface DateRange {
  readonly hasBegun: (atMs: number) => boolean
  readonly hasEnded: (atMs: number) => boolean
}

export interface Query {
  readonly terms: readonly Term[]
  /** The order of the list (oldest first). It decides nothing for a list of one record. */
  readonly order?: Choice<'listOrder'>
  /** The statuses to list (all). */
  readonly statuses?: StatusFilter | undefined
  /** The dates to list (all), as the list shows them. */
  readonly within?: DateRange | undefined
}

export interface RankedRecord<R> {
  readonly record: R
  /** The rank among records of one instant: the position of the replaced record, or a number above all positions. */
  readonly turn: number
}

/** The records of one sandbox. */
export interface Overlay<R> {
  readonly dataset: DatasetIndex<R>
  /** Leaves out the positions of records that the sandbox replaced or removed. */
  readonly left: (positions: Positions) => Positions
  /** The added and replaced records, oldest first. */
  readonly changes: readonly RankedRecord<R>[]
}

interface Found<R> {
  readonly positions: Positions
  readonly changes: readonly RankedRecord<R>[]
}

export interface List<R> {
  readonly total: number
  readonly slice: (start: number, end: number) => readonly R[]
}

/** Answers a query: filters the dataset by its indexes, scans the changes of the sandbox, and merges both. */
export function select<R>(records: Overlay<R>, query: Query): List<R> {
  const { reader, byId } = records.dataset
  const { within, order = 'oldest_first', statuses } = query
  const { changed, ...found } = filter(records, query)
  const byCreation = merge(records, found)
  const dateOf = (record: R): number => listedAt(reader, record, statuses?.nowMs ?? 0, changed())
  // Records of the dataset never change their date, so their order is cached by these statuses.
  const byDate = lazily(() =>
    changed().length === 0 ? byCreation : merge(records, found, { name: changed().join(' '), key: dateOf }),
  )
  const part = within === undefined ? undefined : sliceByDate(byDate(), within, dateOf)
  const { total } = part ?? byCreation
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    // A list of one record has no order, so the dates that decide it are not asked for.
    if (total === 1) return (part ?? byCreation).slice(start, end)
    if (order === 'by_id') {
      const byIds = part === undefined ? merge(records, found, byId) : undefined
      return byIds?.slice(start, end) ?? sortBy((part ?? byCreation).slice(0, total), byId.key).slice(start, end)
    }
    const oldestFirst = part ?? byDate()
    if (order === 'oldest_first') return oldestFirst.slice(start, end)
    return oldestFirst.slice(Math.max(0, total - end), total - start).toReversed()
  }
  return { total, slice }
}

function sliceByDate<R>(list: List<R>, { hasBegun, hasEnded }: DateRange, dateOf: (record: R) => number): List<R> {
  const firstWith = (holds: (atMs: number) => boolean): number =>
    firstIndex(list.total, (index) => list.slice(index, index + 1).some((record) => holds(dateOf(record))))
  const first = firstWith(hasBegun)
  const total = Math.max(0, firstWith(hasEnded) - first)
  return {
    total,
    slice: (start, end) => list.slice(first + Math.min(start, total), first + Math.min(end, total)),
  }
}

/** The records that match the filters, and the statuses whose records are dated by their change. */
function filter<R>(
  { dataset, left, changes: all }: Overlay<R>,
  { terms, statuses }: Query,
): Found<R> & { readonly changed: () => readonly Status[] } {
  const { reader } = dataset
  const positions = dataset.match(terms)
  const changes = terms.length === 0 ? all : all.filter(({ record }) => matchesAll(reader, record, terms))
  const { lifecycle } = reader
  if (statuses === undefined || lifecycle === undefined) return { positions, changes, changed: () => [] }
  const { nowMs, isListed, byStatusChange = () => false } = statuses
  const own = changes.map(({ record }) => statusAt(lifecycle(record), nowMs))
  const present = allStatuses.filter(
    (status) => own.includes(status) || left(dataset.withStatus(positions, [status])).length > 0,
  )
  const listed = present.filter(isListed)
  const changed = lazily(() => listed.filter(byStatusChange))
  if (listed.length === present.length) return { positions, changes, changed }
  return {
    positions: dataset.withStatus(positions, listed),
    changes: changes.filter((_, index) => listed.some((status) => status === own[index])),
    changed,
  }
}

function matchesAll<R>(reader: RecordReader<R>, record: R, terms: readonly Term[]): boolean {
  return terms.every(
    ({ field, anyOf }) => reader.fields[field]?.(record).some((value) => anyOf.includes(value)) ?? false,
  )
}

/** The date of a record in a list, in Unix milliseconds: its creation, or the change to its status. */
function listedAt<R>(reader: RecordReader<R>, record: R, nowMs: number, changed: readonly Status[]): number {
  const lifecycle = reader.lifecycle?.(record)
  if (lifecycle === undefined || changed.length === 0) return reader.createdAt(record)
  const status = statusAt(lifecycle, nowMs)
  return changed.includes(status) ? statusChangedAt(lifecycle, status) : reader.createdAt(record)
}

/** Lists records in an order (oldest first). It merges only the slice that is read. */
function merge<R>(
  { dataset, left }: Overlay<R>,
  { positions: matched, changes: found }: Found<R>,
  order?: Order<R>,
): List<R> {
  const { records, reader } = dataset
  const positions = left(order === undefined ? matched : dataset.inOrder(matched, order))
  if (found.length === 0 && positions === dataset.all) {
    return { total: records.length, slice: (start, end) => records.slice(start, end) }
  }
  const total = positions.length + found.length
  const compare = (a: RankedRecord<R>, b: RankedRecord<R>): number =>
    (order === undefined ? 0 : compareKeys(order.key(a.record), order.key(b.record))) ||
    reader.createdAt(a.record) - reader.createdAt(b.record) ||
    a.turn - b.turn
  const changes = order === undefined ? found : sortBy(found, ({ record }) => order.key(record))
  const placesIn = (start: number, end: number): readonly RankedRecord<R>[] =>
    positions.slice(start, end).flatMap((turn) => {
      const record = records[turn]
      return record === undefined ? [] : [{ record, turn }]
    })
  const recordsBefore = (change: RankedRecord<R>): number =>
    firstIndex(positions.length, (at) => placesIn(at, at + 1).every((place) => compare(place, change) > 0))
  const slice = (start: number, end: number): readonly R[] => {
    const length = Math.max(0, Math.min(end, total) - start)
    const skipped = firstIndex(changes.length, (index) => {
      const change = changes[index]
      return change === undefined || index + recordsBefore(change) >= start
    })
    const first = start - skipped
    // Both parts are sorted, so this only merges them.
    const page = [...placesIn(first, first + length), ...changes.slice(skipped, skipped + length)].sort(compare)
    return page.slice(0, length).map(({ record }) => record)
  }
  return { total, slice }
}
