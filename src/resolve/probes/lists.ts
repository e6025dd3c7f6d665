import type { listRows } from '../../assumptions/rows/lists.ts'
import { defaultPageSize, maxPageSize } from '../../spec/limits.ts'
import { formatExact, parseIsoDate } from '../../time/instant.ts'
import { found, type Probes, unknown } from '../probe.ts'
import {
  codeOf,
  hasItem,
  isServed,
  itemsOf,
  paginationOf,
  type RecordedExchange,
  textAt,
  totalOf,
} from '../recorded-exchange.ts'
import {
  asksPage,
  fullPage,
  instantsOf,
  listIds,
  lists,
  notSeen,
  queryOf,
  refusedOr,
  refusedOrEmpty,
  unexpected,
} from '../requests.ts'
import type { Session } from '../session.ts'
import { pageProbes } from './pages.ts'

const { resources, assessments, jobs } = lists

/** The date fields by which each list may be ordered. */
const dateFields: Readonly<Record<string, readonly string[]>> = {
  [resources]: ['created_at'],
  [assessments]: ['timestamp'],
  [jobs]: ['created_at', 'created_date'],
}

function isSorted(values: readonly (string | number | undefined)[]): boolean {
  return values.every((value, i) => {
    const before = values[i - 1]
    return value !== undefined && (before === undefined || before <= value)
  })
}

/** The orders that the items of a page fit, and how many different instants they have. */
function ordersOf(seen: RecordedExchange) {
  const items = itemsOf(seen)
  const dates = instantsOf(items, ...(dateFields[seen.operation] ?? []))
  const orders: readonly ('newest_first' | 'oldest_first' | 'by_id')[] = [
    ...(isSorted(dates.toReversed()) ? (['newest_first'] as const) : []),
    ...(isSorted(dates) ? (['oldest_first'] as const) : []),
    ...(isSorted(items.map((item) => textAt(item, 'id'))) ? (['by_id'] as const) : []),
  ]
  return { orders, instants: new Set(dates).size }
}

/** Fewest different instants in a list that show its order. */
const fewestInstants = 5

const aWhileMs = 300_000

/** An assessment in the list, with its timestamp. */
async function datedAssessment(session: Session) {
  const page = await fullPage(session, assessments)
  for (const item of page === undefined ? [] : itemsOf(page)) {
    const [id, timestamp] = [textAt(item, 'id'), textAt(item, 'timestamp')]
    const date = timestamp === undefined ? undefined : parseIsoDate(timestamp)
    if (id !== undefined && timestamp !== undefined && date?.kind === 'instant')
      return { id, timestamp, atMs: date.atMs }
  }
  return undefined
}

/** Says if an answer has all items of a list, and if they all lie within a range. */
function isWithin(seen: RecordedExchange, fromMs: number, toMs: number): boolean {
  const instants = instantsOf(itemsOf(seen), 'timestamp')
  const isWhole = paginationOf(seen)?.total_items === instants.length
  return isWhole && instants.every((ms) => ms !== undefined && ms >= fromMs && ms <= toMs)
}

const notApplied = (seen: RecordedExchange) =>
  unknown('the service ignored the range, or the range has more than a page', seen)

/** Lists the assessments of a range. */
function seeRange(session: Session, from: string, to: string): Promise<RecordedExchange | undefined> {
  return session.see({
    operation: assessments,
    query: queryOf(['from_date', from], ['to_date', to], ['limit', String(maxPageSize)]),
  })
}

/** The start of the year 2999, after every record, in each form that `dateForms` is about. */
const otherForms = ['29990101T000000Z', '2998-12-31T24:00:00Z', '2999-01-01t00:00:00z'] as const

const noAssessment = () => unknown('the list has no assessments')

/** Probes of lists and filters (§2.1, §4, §8). */
export const listProbes: Probes<keyof typeof listRows> = {
  ...pageProbes,
  listOrder: {
    find: async (session) => {
      for (const operation of listIds) await session.see({ operation, query: `limit=${defaultPageSize}` })
      const pages = session.seen.filter((seen) => asksPage()(seen) && itemsOf(seen).length > 2)
      const pageOrders = pages.map(ordersOf)
      const [first] = pageOrders
      const shared = (first?.orders ?? []).filter((order) => pageOrders.every(({ orders }) => orders.includes(order)))
      const [order, ...others] = shared
      const evidence = pages.slice(0, listIds.length)
      if (!pageOrders.some(({ instants }) => instants >= fewestInstants))
        return unknown('too few items with different dates', ...evidence)
      if (order === undefined) return unknown('the lists have an order that is not an option', ...evidence)
      return others.length === 0 ? found(order, ...evidence) : unknown('several orders fit', ...evidence)
    },
  },
  dateBounds: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const fromMs = dated.atMs - aWhileMs
      const seen = await seeRange(session, formatExact(fromMs), dated.timestamp)
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      if (!isWithin(seen, fromMs, dated.atMs)) return notApplied(seen)
      return found(hasItem(seen, dated.id) ? 'included' : 'excluded', seen)
    },
  },
  filterRange: {
    find: async (session) => refusedOrEmpty(await seeRange(session, '2020-02-01T00:00:00Z', '2020-01-01T00:00:00Z')),
  },
  dateOnly: {
    find: async (session) => {
      const isDay = (text: string): boolean => parseIsoDate(text)?.kind === 'day'
      const isLike = (seen: RecordedExchange): boolean =>
        ['from_date', 'to_date'].some((name) => asksPage({ [name]: isDay }, [assessments])(seen))
      const query = queryOf(['from_date', '2020-01-01'])
      return refusedOr(await session.see({ operation: assessments, query }, isLike), 'reject', 'accept')
    },
  },
  dateWithoutOffset: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const local = (atMs: number): string => formatExact(atMs).slice(0, -1)
      const [fromMs, toMs] = [dated.atMs - aWhileMs, dated.atMs + aWhileMs]
      const seen = await seeRange(session, local(fromMs), local(toMs))
      if (seen !== undefined && isServed(seen)) {
        if (!isWithin(seen, fromMs, toMs)) return notApplied(seen)
        if (!hasItem(seen, dated.id)) return unknown('the service reads it in another time zone', seen)
      }
      return refusedOr(seen, 'reject', 'utc')
    },
  },
  dateForms: {
    find: async (session) => {
      const options = new Set<'reject' | 'empty'>()
      const evidence = []
      for (const date of otherForms) {
        const query = queryOf(['from_date', date])
        const finding = refusedOrEmpty(await session.see({ operation: assessments, query }))
        if (finding.option === undefined) return finding
        options.add(finding.option)
        evidence.push(...finding.evidence)
      }
      if (options.size === 1) return found(options.has('empty') ? 'lenient' : 'extended', ...evidence)
      return { ...unknown('the service accepts some of the other forms, and refuses others'), evidence }
    },
  },
  emptyFilter: {
    hiddenBy: [
      {
        row: 'resourceValues',
        options: ['reject'],
        but: ['ignore'],
        reason: 'an empty value is then refused like any value that no record has',
      },
    ],
    find: async (session) => {
      const page = await fullPage(session, resources)
      const seen = await session.see({ operation: resources, query: 'type=' })
      if (page === undefined || seen === undefined) return notSeen()
      const total = totalOf(page)
      if (isServed(seen) && total > 0) {
        if (totalOf(seen) === 0) return found('value', page, seen)
        return totalOf(seen) === total ? found('ignore', page, seen) : unexpected(seen)
      }
      if (isServed(seen)) return unknown('there are no resources', page, seen)
      if (codeOf(seen) !== 'invalid_request') return unexpected(seen)
      return (await session.option('resourceValues')) === 'empty'
        ? found('reject', seen)
        : unknown('it is not known if the service accepts a value that no record has', seen)
    },
  },
  unknownQuery: {
    find: async (session) =>
      refusedOr(await session.see({ operation: resources, query: 'no_such_parameter=1' }), 'reject', 'ignore'),
  },
  duplicateQuery: {
    find: async (session) => {
      const seen = await session.see({ operation: resources, query: 'limit=1&limit=2' })
      if (seen === undefined) return notSeen()
      if (codeOf(seen) === 'invalid_request') return found('reject', seen)
      const size = paginationOf(seen)?.items_per_page
      if (size === 1) return found('first', seen)
      return size === 2 ? found('last', seen) : unexpected(seen)
    },
  },
}
