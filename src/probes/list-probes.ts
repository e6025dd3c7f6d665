import type { listRows } from '../assumptions/list-rows.ts'
import { formatExact, parseIsoDate } from '../engine/instant.ts'
import { defaultPageSize, maxPageSize } from '../spec/limits.ts'
import { asksPage, fullPage, lists, noSuchValue, notSeen, queryOf, refusedOr, textsOf, unexpected } from './asks.ts'
import { codeOf, isServed, itemsOf, paginationOf, type Seen, textAt } from './exchange.ts'
import { found, type Probes, unknown } from './probe.ts'
import type { Session } from './session.ts'

const [resources, assessments, jobs] = lists

const farPage = '100000'

const isBeyondEnd = (seen: Seen): boolean => {
  const { current_page: page = 0, total_pages: pages = 0 } = paginationOf(seen) ?? {}
  return page > Math.max(1, pages)
}

/** A page after the last, or the refusal of one. */
function seeBeyondEnd(session: Session): Promise<Seen | undefined> {
  const isFar = asksPage({ page: (text) => text === farPage })
  return session.see({ operation: resources, query: `page=${farPage}` }, (seen) => isFar(seen) || isBeyondEnd(seen))
}

/** The links of a page, by how the document calls them (§2.1). */
function linksOf({ json }: Seen) {
  return { next: textAt(json, 'pagination', 'next_page'), previous: textAt(json, 'pagination', 'prev_page') }
}

/** A page that has a link to another one. */
async function seeLink(session: Session, query: string, isLike: (seen: Seen) => boolean) {
  const seen = await session.see(
    { operation: resources, query },
    (other) => isLike(other) && linkIn(other) !== undefined,
  )
  return { seen, link: seen === undefined ? undefined : linkIn(seen) }
}

function linkIn(seen: Seen): string | undefined {
  const { next, previous } = linksOf(seen)
  return [next, previous].find((link) => link !== undefined && link !== '')
}

/** The fields that a list may be ordered by. */
const dateFields: Readonly<Record<string, readonly string[]>> = {
  [resources]: ['created_at'],
  [assessments]: ['timestamp'],
  [jobs]: ['created_at', 'created_date'],
}

const isSorted = (texts: readonly string[]): boolean =>
  texts.every((text, i) => i === 0 || (texts[i - 1] ?? '') <= text)

/** The orders that the items of a page could be in. */
function ordersOf(seen: Seen): readonly ('newest_first' | 'oldest_first' | 'by_id')[] {
  const items = itemsOf(seen)
  const dates = (dateFields[seen.operation] ?? []).flatMap((field) => textsOf(items, field))
  return [
    ...(isSorted(dates.toReversed()) ? (['newest_first'] as const) : []),
    ...(isSorted(dates) ? (['oldest_first'] as const) : []),
    ...(isSorted(textsOf(items, 'id')) ? (['by_id'] as const) : []),
  ]
}

const hourMs = 3_600_000

/** An assessment of the list, and the instant that it is listed at. */
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

const has = (seen: Seen, id: string): boolean => itemsOf(seen).some((item) => textAt(item, 'id') === id)

/** Whether an assessment stands in the list within a range. */
function seeRange(session: Session, from: string, to: string): Promise<Seen | undefined> {
  return session.see({
    operation: assessments,
    query: queryOf(['from_date', from], ['to_date', to], ['limit', String(maxPageSize)]),
  })
}

const noAssessment = () => unknown('the list of assessments has none')

/** What finds out what services do with lists (§2.1, §4, §8). */
export const listProbes: Probes<keyof typeof listRows> = {
  limitAboveMax: {
    find: async (session) => {
      const isAbove = asksPage({ limit: (text) => /^\d{1,9}$/.test(text) && Number(text) > maxPageSize })
      const seen = await session.see({ operation: resources, query: `limit=${maxPageSize + 1}` }, isAbove)
      if (seen !== undefined && isServed(seen) && paginationOf(seen)?.items_per_page !== maxPageSize)
        return unexpected(seen)
      return refusedOr(seen, 'reject', 'clamp')
    },
  },
  pagingInvalid: {
    find: async (session) => {
      const isInvalid = (text: string): boolean => !/^[1-9]\d*$/.test(text)
      const isLike = (seen: Seen): boolean =>
        asksPage({ page: isInvalid })(seen) || asksPage({ limit: isInvalid })(seen)
      return refusedOr(await session.see({ operation: resources, query: 'page=0' }, isLike), 'reject', 'default')
    },
  },
  pageBeyondEnd: {
    find: async (session) => {
      const seen = await seeBeyondEnd(session)
      if (seen === undefined) return notSeen()
      const code = codeOf(seen)
      if (code === 'resource_not_found' || code === 'invalid_request') return found(code, seen)
      return isBeyondEnd(seen) && itemsOf(seen).length === 0 ? found('empty', seen) : unexpected(seen)
    },
  },
  prevBeyondEnd: {
    hiddenBy: [
      {
        row: 'pageBeyondEnd',
        options: ['resource_not_found', 'invalid_request'],
        reason: 'a page after the last is refused, so it has no links',
      },
    ],
    find: async (session) => {
      const seen = await seeBeyondEnd(session)
      if (seen === undefined) return notSeen()
      const { total_pages: last = 0, current_page: page = 0 } = paginationOf(seen) ?? {}
      const led = Number(/[?&]page=(\d+)/.exec(linksOf(seen).previous ?? '')?.[1] ?? Number.NaN)
      if (last === page - 1) return unknown('the page before is the last', seen)
      if (led === Math.max(1, last)) return found('last_page', seen)
      return led === page - 1 ? found('page_before', seen) : unexpected(seen)
    },
  },
  pageLinksAtEdge: {
    find: async (session) => {
      const isFirst = (seen: Seen): boolean => asksPage()(seen) && paginationOf(seen)?.current_page === 1
      const seen = await session.see({ operation: resources }, isFirst)
      const pagination = seen === undefined ? undefined : paginationOf(seen)
      if (seen === undefined || pagination === undefined) return unexpected(seen)
      const { prev_page: previous } = pagination
      if (previous === undefined) return found('absent', seen)
      if (previous === null) return found('null', seen)
      return previous === '' ? found('empty_string', seen) : unexpected(seen)
    },
  },
  pageLinkBase: {
    find: async (session) => {
      const { seen, link } = await seeLink(session, 'limit=1', asksPage())
      if (seen === undefined) return notSeen()
      if (link === undefined) return unknown('the list has one item at the most, so no page has a link', seen)
      if (link.startsWith('?')) return found('query_only', seen)
      const asked = new URL(seen.url).pathname
      const [path = ''] = link.split('?')
      if (path === asked) return found('with_version', seen)
      return path !== '' && asked.endsWith(path) ? found('from_base_url', seen) : unexpected(seen)
    },
  },
  pageLinkFilters: {
    find: async (session) => {
      const page = await fullPage(session, resources)
      const types = page === undefined ? [] : textsOf(itemsOf(page), 'type')
      const type = types.find((text, i) => types.indexOf(text) !== i) ?? types[0] ?? noSuchValue
      const query = queryOf(['type', type], ['limit', '1'])
      const { seen, link } = await seeLink(session, query, asksPage({ type: () => true }, [resources]))
      if (seen === undefined) return notSeen()
      if (link === undefined) return unknown('no two resources have one type, so no filtered page has a link', seen)
      return found(/[?&]type=/.test(link) ? 'kept' : 'dropped', seen)
    },
  },
  emptyListPages: {
    find: async (session) => {
      const isEmpty = (seen: Seen): boolean => seen.method === 'GET' && paginationOf(seen)?.total_items === 0
      const query = queryOf(['from_date', '2999-01-01T00:00:00Z'])
      const seen = await session.see({ operation: assessments, query }, isEmpty)
      if (seen === undefined) return notSeen()
      const { total_items: items, total_pages: pages } = paginationOf(seen) ?? {}
      if (items !== 0) return unexpected(seen)
      if (pages === 0) return found('0', seen)
      return pages === 1 ? found('1', seen) : unexpected(seen)
    },
  },
  listOrder: {
    find: async (session) => {
      for (const operation of lists) await session.see({ operation, query: `limit=${defaultPageSize}` })
      const pages = session.seen.filter((seen) => asksPage()(seen) && itemsOf(seen).length > 2)
      const orders = pages.map(ordersOf)
      const shared = (orders[0] ?? []).filter((order) => orders.every((others) => others.includes(order)))
      const [order, ...others] = shared
      const evidence = pages.slice(0, lists.length)
      if (order === undefined) return unknown('the lists are in no order that there is an option for', ...evidence)
      return others.length === 0 ? found(order, ...evidence) : unknown('several orders fit', ...evidence)
    },
  },
  dateBounds: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const seen = await seeRange(session, dated.timestamp, dated.timestamp)
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      return found(has(seen, dated.id) ? 'included' : 'excluded', seen)
    },
  },
  filterRange: {
    find: async (session) =>
      refusedOr(await seeRange(session, '2020-02-01T00:00:00Z', '2020-01-01T00:00:00Z'), 'reject', 'empty'),
  },
  dateOnly: {
    find: async (session) => {
      const isDay = (text: string): boolean => parseIsoDate(text)?.kind === 'day'
      const isLike = (seen: Seen): boolean => asksPage({ from_date: isDay })(seen) || asksPage({ to_date: isDay })(seen)
      const query = queryOf(['from_date', '2020-01-01'])
      return refusedOr(await session.see({ operation: assessments, query }, isLike), 'reject', 'accept')
    },
  },
  dateWithoutOffset: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const local = (atMs: number): string => formatExact(atMs).slice(0, -1)
      const seen = await seeRange(session, local(dated.atMs - hourMs), local(dated.atMs + hourMs))
      if (seen !== undefined && isServed(seen) && !has(seen, dated.id)) return unknown('it is no time in UTC', seen)
      return refusedOr(seen, 'reject', 'utc')
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
