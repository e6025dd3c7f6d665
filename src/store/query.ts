import type { Choice } from '../assumptions/register.ts'
import { firstIndex } from '../lib/first-index.ts'
import { lazily } from '../lib/lazily.ts'
import { type Status, statusAt, statuses as allStatuses } from '../time/lifecycle.ts'
import type { Bitmap } from './bitmap.ts'
import { listedAt, matchesAll, type OrderedList, type Term } from './dataset-index.ts'
import { byDate, byId, type Change, MergedList, type SandboxRecords } from './ordered-list.ts'

/** The statuses that a list shows. The functions ask the register, so they are called only where the answer depends on it. */
export interface StatusFilter {
  /** The instant of the request, in Unix milliseconds. */
  readonly nowMs: number
  /** True if the list shows records of a status. Called only for statuses that some record has. */
  readonly isListed: (status: Status) => boolean
  /** True if the list shows records of a status by the instant of their change to it (by their creation). */
  readonly byStatusChange?: (status: Status) => boolean
}

/** A span of time. */
export interface DateRange {
  readonly hasBegun: (atMs: number) => boolean
  readonly hasEnded: (atMs: number) => boolean
}

/** A query of a collection. */
export interface Selection {
  /** Filters that must all match. */
  readonly terms: readonly Term[]
  /** Called only where the order shows (oldest first). */
  readonly order?: () => Choice<'listOrder'>
  /** The statuses to list (all). */
  readonly statuses?: StatusFilter | undefined
  /** The dates to list (all). A record has the date that the list shows for it. */
  readonly within?: DateRange | undefined
}

/** The records that match a query. */
export interface QueryResult<R> {
  readonly total: number
  /** Some of them, in order. `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** The part of a list between two dates, found by binary search. */
function sliceByDate<R>(
  list: OrderedList<R>,
  { hasBegun, hasEnded }: DateRange,
  dateOf: (record: R) => number,
): OrderedList<R> {
  const firstWith = (holds: (atMs: number) => boolean): number =>
    firstIndex(list.total, (index) => list.slice(index, index + 1).some((record) => holds(dateOf(record))))
  const first = firstWith(hasBegun)
  const total = Math.max(0, firstWith(hasEnded) - first)
  return {
    total,
    slice: (start, end) => list.slice(first + Math.min(start, total), first + Math.min(end, total)),
  }
}

/** The records of a sandbox that match some filters. */
interface Matched<R> {
  /** The positions in the dataset; undefined for every position. */
  readonly matched: Bitmap | undefined
  readonly changes: readonly Change<R>[]
}

/** The matched records of listed statuses, and the statuses that are listed by the change to them. */
function filterByStatus<R>(
  { reader, dataset }: SandboxRecords<R>,
  { matched, changes }: Matched<R>,
  { nowMs, isListed, byStatusChange = () => false }: StatusFilter,
): Matched<R> & { readonly changed: () => readonly Status[] } {
  const own = changes.map(({ record }) => {
    const lifecycle = reader.lifecycle?.(record)
    return lifecycle === undefined ? undefined : statusAt(lifecycle, nowMs)
  })
  const present = allStatuses.filter(
    (status) => own.includes(status) || !dataset.withStatus(matched, [status]).isEmpty(),
  )
  const listed = present.filter(isListed)
  const changed = lazily(() => listed.filter(byStatusChange))
  if (listed.length === present.length) return { matched, changes, changed }
  return {
    matched: dataset.withStatus(matched, listed),
    changes: changes.filter((_, index) => listed.some((status) => status === own[index])),
    changed,
  }
}

/** Answers a query: filters the dataset by its indexes, scans the changes of the sandbox, and merges both. */
export function select<R>(records: SandboxRecords<R>, selection: Selection): QueryResult<R> {
  const { dataset, masked, changes } = records
  const { order = () => 'oldest_first' } = selection
  if (masked.size > 0 || changes.length > 0 || selectsSome(records, selection)) return merge(records, selection, order)
  return toResult(
    dataset.list,
    () => dataset.list,
    order,
    () => dataset.listById,
  )
}

/** True if a query may select only some records. */
function selectsSome<R>({ reader }: SandboxRecords<R>, { terms, statuses, within }: Selection): boolean {
  return terms.length > 0 || within !== undefined || (statuses !== undefined && reader.lifecycle !== undefined)
}

function merge<R>(
  records: SandboxRecords<R>,
  { terms, statuses, within }: Selection,
  order: NonNullable<Selection['order']>,
): QueryResult<R> {
  const { reader, dataset } = records
  const found = {
    matched: dataset.match(terms, records.masked),
    changes:
      terms.length === 0 ? records.changes : records.changes.filter(({ record }) => matchesAll(reader, record, terms)),
  }
  const nowMs = statuses?.nowMs ?? 0
  const { matched, changes, changed } =
    statuses === undefined || reader.lifecycle === undefined
      ? { ...found, changed: () => [] }
      : filterByStatus(records, found, statuses)
  const whole = new MergedList(dataset, byDate(records, nowMs, []), matched, changes)
  const inOrder = lazily(() =>
    changed().length === 0 ? whole : new MergedList(dataset, byDate(records, nowMs, changed()), matched, changes),
  )
  if (within === undefined) {
    return toResult(whole, inOrder, order, () => new MergedList(dataset, byId(records), matched, changes))
  }
  const part = sliceByDate(inOrder(), within, (record) => listedAt(reader, record, nowMs, changed()))
  return toResult(
    part,
    () => part,
    order,
    () => sortById(part, reader.id),
  )
}

function sortById<R>(list: OrderedList<R>, id: (record: R) => string): OrderedList<R> {
  const { total } = list
  const records = list.slice(0, total).toSorted((a, b) => (id(a) < id(b) ? -1 : 1))
  return { total, slice: (start, end) => records.slice(start, end) }
}

/** A result that asks for the order only where more than one record could come first. */
function toResult<R>(
  whole: OrderedList<R>,
  oldestFirst: () => OrderedList<R>,
  order: () => Choice<'listOrder'>,
  sortedById: () => OrderedList<R>,
): QueryResult<R> {
  const { total } = whole
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    if (total === 1) return whole.slice(start, end)
    switch (order()) {
      case 'oldest_first':
        return oldestFirst().slice(start, end)
      case 'newest_first':
        return oldestFirst()
          .slice(Math.max(0, total - end), total - start)
          .toReversed()
      case 'by_id':
        return sortedById().slice(start, end)
    }
  }
  return { total, slice }
}
