import type { Choice } from '../assumptions/register.ts'
import { firstIndex } from '../lib/first-index.ts'
import { lazily } from '../lib/lazily.ts'
import { compareKeys, sortBy } from '../lib/sort-by.ts'
import { type Status, statusAt, statusChangedAt, statuses as allStatuses } from '../time/lifecycle.ts'
import {
  type DatasetIndex,
  type Matched,
  type Order,
  type Positions,
  type RecordReader,
  type Term,
} from './dataset-index.ts'

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

export interface Selection {
  readonly terms: readonly Term[]
  /** Called only if the order matters (oldest first). */
  readonly order?: () => Choice<'listOrder'>
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

export interface SandboxRecords<R> {
  readonly dataset: DatasetIndex<R>
  /** Leaves out the records that the sandbox replaced or removed. */
  readonly left: (positions: Positions) => Positions
  readonly changes: readonly RankedRecord<R>[]
}

interface Filtered<R> {
  readonly matched: Matched<R>
  readonly changes: readonly RankedRecord<R>[]
}

export interface List<R> {
  readonly total: number
  readonly slice: (start: number, end: number) => readonly R[]
}

/** Answers a query: filters the dataset by its indexes, scans the changes of the sandbox, and merges both. */
export function select<R>(records: SandboxRecords<R>, selection: Selection): List<R> {
  const { dataset } = records
  const { within, order = () => 'oldest_first', statuses } = selection
  const { changed, ...found } = filter(records, selection)
  const byCreation = merge(records, found)
  const dateOf = (record: R): number => listedAt(dataset.reader, record, statuses?.nowMs ?? 0, changed())
  // Records of the dataset never change their date, so their order is cached by these statuses.
  const byDate = lazily(() =>
    changed().length === 0 ? byCreation : merge(records, found, { name: changed().join(' '), key: dateOf }),
  )
  const part = within === undefined ? undefined : sliceByDate(byDate(), within, dateOf)
  const total = (part ?? byCreation).total
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    // The order matters only if more than one record could come first.
    if (total === 1) return (part ?? byCreation).slice(start, end)
    switch (order()) {
      case 'oldest_first':
        return (part ?? byDate()).slice(start, end)
      case 'newest_first':
        return (part ?? byDate()).slice(Math.max(0, total - end), total - start).toReversed()
      case 'by_id':
        return (
          part === undefined ? merge(records, found, dataset.byId) : sortBy(part.slice(0, total), dataset.byId.key)
        ).slice(start, end)
    }
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
  { dataset, left, changes: all }: SandboxRecords<R>,
  { terms, statuses }: Selection,
): Filtered<R> & { readonly changed: () => readonly Status[] } {
  const { reader } = dataset
  const matched = dataset.match(terms)
  const changes = terms.length === 0 ? all : all.filter(({ record }) => matchesAll(reader, record, terms))
  const { lifecycle } = reader
  if (statuses === undefined || lifecycle === undefined) return { matched, changes, changed: () => [] }
  const { nowMs, isListed, byStatusChange = () => false } = statuses
  const own = changes.map(({ record }) => statusAt(lifecycle(record), nowMs))
  const present = allStatuses.filter(
    (status) => own.includes(status) || left(matched.withStatus([status]).positions).length > 0,
  )
  const listed = present.filter(isListed)
  const changed = lazily(() => listed.filter(byStatusChange))
  if (listed.length === present.length) return { matched, changes, changed }
  return {
    matched: matched.withStatus(listed),
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
  { dataset: { records, all, reader }, left }: SandboxRecords<R>,
  { matched, changes: found }: Filtered<R>,
  order?: Order<R>,
): List<R> {
  const positions = left(order === undefined ? matched.positions : matched.inOrder(order))
  if (found.length === 0 && positions === all.positions) {
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
