import type { listRows } from '../../assumptions/rows/lists.ts'
import { defaultPageSize, maxPageSize } from '../../spec/limits.ts'
import { found, type Probes, unknown } from '../probe.ts'
import { codeOf, isServed, itemsOf, paginationOf, type RecordedExchange, textAt } from '../recorded-exchange.ts'
import {
  asksPage,
  fullPage,
  lists,
  noSuchValue,
  notSeen,
  queryOf,
  refusedOr,
  textsOf,
  unexpected,
} from '../requests.ts'
import type { Session } from '../session.ts'

const { resources, assessments } = lists

const isBeyondEnd = (seen: RecordedExchange): boolean => {
  const { current_page: page = 0, total_pages: pages = 0 } = paginationOf(seen) ?? {}
  return page > Math.max(1, pages)
}

/** Most pages of a list that is read past its end: services may refuse a very high page for another reason. */
const mostPages = 100

/** A page after the last, or its refusal. It is not the first such page: the page before that one is the last. */
async function seeBeyondEnd(session: Session): Promise<RecordedExchange | undefined> {
  const page = await fullPage(session, resources)
  const pages = page === undefined ? undefined : paginationOf(page)?.total_pages
  if (pages === undefined || pages > mostPages) return session.seen.find(isBeyondEnd)
  const query = `page=${Math.max(1, pages) + 2}&limit=${maxPageSize}`
  const asksIt = asksPage({}, [resources])
  return session.see(
    { operation: resources, query },
    (seen) => isBeyondEnd(seen) || (asksIt(seen) && seen.url.endsWith(`?${query}`)),
  )
}

function linksOf({ json }: RecordedExchange) {
  return { next: textAt(json, 'pagination', 'next_page'), previous: textAt(json, 'pagination', 'prev_page') }
}

/** A page with a link to another page. */
async function seeLink(session: Session, query: string, isLike: (seen: RecordedExchange) => boolean) {
  const seen = await session.see(
    { operation: resources, query },
    (other) => isLike(other) && linkIn(other) !== undefined,
  )
  return { seen, link: seen === undefined ? undefined : linkIn(seen) }
}

function linkIn(seen: RecordedExchange): string | undefined {
  const { next, previous } = linksOf(seen)
  return [next, previous].find((link) => link !== undefined && link !== '')
}

/** Probes of pages (§2.1, §8). */
export const pageProbes = {
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
      const isInvalid = (text: string): boolean => /^(?:0|-\d+|[a-z]+|\d+\.\d*[1-9])$/i.test(text)
      const isLike = (seen: RecordedExchange): boolean =>
        asksPage({ page: isInvalid })(seen) || asksPage({ limit: isInvalid })(seen)
      const seen = await session.see({ operation: resources, query: 'page=0' }, isLike)
      const { current_page: page, items_per_page: size } = (seen === undefined ? undefined : paginationOf(seen)) ?? {}
      const isLimit = seen?.query.some(([name, value]) => name === 'limit' && isInvalid(value)) === true
      const isDefault = page === 1 && (!isLimit || size === defaultPageSize)
      return seen !== undefined && isServed(seen) && !isDefault
        ? unexpected(seen)
        : refusedOr(seen, 'reject', 'default')
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
      if (Math.max(1, last) === page - 1) return unknown('the page before is the last', seen)
      if (led === Math.max(1, last)) return found('last_page', seen)
      return led === page - 1 ? found('page_before', seen) : unexpected(seen)
    },
  },
  pageLinksAtEdge: {
    find: async (session) => {
      const isFirst = (seen: RecordedExchange): boolean => {
        const { current_page: page, total_pages: pages = 0 } = paginationOf(seen) ?? {}
        return asksPage()(seen) && page === 1 && pages > 1
      }
      const seen = await session.see({ operation: resources, query: 'limit=1' }, isFirst)
      const pagination = seen === undefined ? undefined : paginationOf(seen)
      if (seen === undefined || pagination === undefined) return unexpected(seen)
      const { prev_page: previous, total_pages: pages } = pagination
      if (pages <= 1) return unknown('there is only one page, and the document shows that it has no links', seen)
      if (previous === undefined) return found('absent', seen)
      if (previous === null) return found('null', seen)
      return previous === '' ? found('empty_string', seen) : unexpected(seen)
    },
  },
  pageLinkBase: {
    find: async (session) => {
      const { seen, link } = await seeLink(session, 'limit=1', asksPage())
      if (seen === undefined) return notSeen()
      if (link === undefined) return unknown('the list has at most one item, so no page has a link', seen)
      if (link.startsWith('?')) return found('query_only', seen)
      const asked = new URL(seen.url).pathname
      const [path] = link.split('?')
      const declared = session.pathOf(seen.operation)
      if (asked === declared) return unknown('the base address has no path, so the options do not differ', seen)
      if (path === asked) return found('with_version', seen)
      return path === declared ? found('from_base_url', seen) : unexpected(seen)
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
      if (link === undefined)
        return unknown('no two resources have the same type, so no filtered page has a link', seen)
      if (!/[?&]page=/.test(link)) return unexpected(seen)
      return found(/[?&]type=/.test(link) ? 'kept' : 'dropped', seen)
    },
  },
  emptyListPages: {
    find: async (session) => {
      const isEmpty = (seen: RecordedExchange): boolean =>
        seen.method === 'GET' && paginationOf(seen)?.total_items === 0
      const query = queryOf(['from_date', '2999-01-01T00:00:00Z'])
      const seen = await session.see({ operation: assessments, query }, isEmpty)
      if (seen === undefined) return notSeen()
      const { total_items: items, total_pages: pages } = paginationOf(seen) ?? {}
      if (items !== 0) return unexpected(seen)
      if (pages === 0) return found('0', seen)
      return pages === 1 ? found('1', seen) : unexpected(seen)
    },
  },
} as const satisfies Partial<Probes<keyof typeof listRows>>
