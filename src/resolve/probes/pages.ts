import type { Choice } from '../../assumptions/register.ts'
import type { listRows } from '../../assumptions/rows/lists.ts'
import { defaultPageSize, maxPageSize } from '../../spec/limits.ts'
import { byAnswer, type Finding, found, notSeen, pick, type Probes, refusedOr, unexpected, unknown } from '../probe.ts'
import {
  at,
  codeOf,
  isServed,
  itemsOf,
  paginationOf,
  type RecordedExchange,
  type Seen,
  textAt,
  textsOf,
} from '../recorded-exchange.ts'
import { asksPage, fullPage, lists, noSuchValue, queryOf } from '../requests.ts'
import type { Session } from '../session.ts'

const { resources, assessments } = lists

const isBeyondEnd = (seen: Seen): boolean => {
  const { current_page: page = 0, total_pages: pages = 0 } = paginationOf(seen)
  return page > Math.max(1, pages)
}

/** Most pages of a list that is read past its end: services may refuse a very high page for another reason. */
const mostPages = 100

/** A page after the last, or its refusal. It is not the first such page: the page before that one is the last. */
async function seeBeyondEnd(session: Session): Promise<Seen> {
  const { total_pages: pages } = paginationOf(await fullPage(session, resources))
  if (pages === undefined || pages > mostPages) return session.seen.find(isBeyondEnd)
  const query = `page=${Math.max(1, pages) + 2}&limit=${maxPageSize}`
  const asksIt = asksPage({}, [resources])
  return session.see(
    { operation: resources, query },
    (seen) => isBeyondEnd(seen) || (asksIt(seen) && seen.url.endsWith(`?${query}`)),
  )
}

const nextIn = (seen: Seen): string | undefined => textAt(seen?.json, 'pagination', 'next_page')
const previousIn = (seen: Seen): string | undefined => textAt(seen?.json, 'pagination', 'prev_page')

/** The link of a page to another page. */
const linkIn = (seen: Seen): string | undefined =>
  [nextIn(seen), previousIn(seen)].find((link) => link !== undefined && link !== '')

const isInvalid = (text: string): boolean => /^(?:0|-\d+|[a-z]+|\d+\.\d*[1-9])$/i.test(text)

/** Finds what a page or a limit that is no positive number stands for. */
function invalidPaging(seen: Seen): Finding<Choice<'pagingInvalid'>> {
  const { current_page: page, items_per_page: size } = paginationOf(seen)
  const isLimit = seen?.query.some(([name, value]) => name === 'limit' && isInvalid(value)) === true
  const isDefault = page === 1 && (!isLimit || size === defaultPageSize)
  return isServed(seen) && !isDefault ? unexpected(seen) : refusedOr(seen, 'reject', 'default')
}

/** Finds the form of the link that the first page does not have. */
function linkAtEdge(seen: Seen): Finding<Choice<'pageLinksAtEdge'>> {
  const { total_pages: pages } = paginationOf(seen)
  if (pages === undefined) return unexpected(seen)
  if (pages <= 1) return unknown('there is only one page, and the document shows that it has no links', seen)
  const previous = at(seen?.json, 'pagination', 'prev_page')
  return pick({ absent: previous === undefined, null: previous === null, empty_string: previous === '' }, seen)
}

function isFirstOfSeveral(seen: RecordedExchange): boolean {
  const { current_page: page, total_pages: pages = 0 } = paginationOf(seen)
  return asksPage()(seen) && page === 1 && pages > 1
}

/** Probes of pages (§2.1, §8). */
export const pageProbes = {
  limitAboveMax: byAnswer(
    { operation: resources, query: `limit=${maxPageSize + 1}` },
    (seen) => {
      const isOther = isServed(seen) && paginationOf(seen).items_per_page !== maxPageSize
      return isOther ? unexpected(seen) : refusedOr(seen, 'reject', 'clamp')
    },
    asksPage({ limit: (text) => /^\d{1,9}$/.test(text) && Number(text) > maxPageSize }),
  ),
  pagingInvalid: byAnswer(
    { operation: resources, query: 'page=0' },
    invalidPaging,
    (seen) => asksPage({ page: isInvalid })(seen) || asksPage({ limit: isInvalid })(seen),
  ),
  pageBeyondEnd: {
    find: async (session) => {
      const seen = await seeBeyondEnd(session)
      const code = codeOf(seen)
      return pick(
        {
          resource_not_found: code === 'resource_not_found',
          invalid_request: code === 'invalid_request',
          empty: isBeyondEnd(seen) && itemsOf(seen).length === 0,
        },
        seen,
      )
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
      const { total_pages: pages = 0, current_page: page = 0 } = paginationOf(seen)
      const last = Math.max(1, pages)
      const led = Number(/[?&]page=(\d+)/.exec(previousIn(seen) ?? '')?.[1])
      if (last === page - 1) return unknown('the page before is the last', seen)
      return pick({ last_page: led === last, page_before: led === page - 1 }, seen)
    },
  },
  pageLinksAtEdge: byAnswer({ operation: resources, query: 'limit=1' }, linkAtEdge, isFirstOfSeveral),
  pageLinkBase: {
    find: async (session) => {
      const hasLink = (other: RecordedExchange): boolean => asksPage()(other) && linkIn(other) !== undefined
      const seen = await session.see({ operation: resources, query: 'limit=1' }, hasLink)
      const link = linkIn(seen)
      if (seen === undefined) return notSeen()
      if (link === undefined) return unknown('the list has at most one item, so no page has a link', seen)
      if (link.startsWith('?')) return found('query_only', seen)
      const asked = new URL(seen.url).pathname
      const declared = session.options.operations.find(({ id }) => id === seen.operation)?.path
      if (asked === declared) return unknown('the base address has no path, so the options do not differ', seen)
      const [path] = link.split('?')
      return pick({ with_version: path === asked, from_base_url: path === declared }, seen)
    },
  },
  pageLinkFilters: {
    find: async (session) => {
      const types = textsOf(itemsOf(await fullPage(session, resources)), 'type')
      const type = types.find((text, i) => types.indexOf(text) !== i) ?? types[0] ?? noSuchValue
      const asksType = asksPage({ type: () => true }, [resources])
      const hasLink = (other: RecordedExchange): boolean => asksType(other) && linkIn(other) !== undefined
      const seen = await session.see({ operation: resources, query: queryOf({ type, limit: 1 }) }, hasLink)
      const link = linkIn(seen)
      if (seen === undefined) return notSeen()
      if (link === undefined)
        return unknown('no two resources have the same type, so no filtered page has a link', seen)
      if (!/[?&]page=/.test(link)) return unexpected(seen)
      return found(/[?&]type=/.test(link) ? 'kept' : 'dropped', seen)
    },
  },
  emptyListPages: byAnswer(
    { operation: assessments, query: queryOf({ from_date: '2999-01-01T00:00:00Z' }) },
    (seen) => {
      const { total_items: items, total_pages: pages } = paginationOf(seen)
      return pick({ '0': items === 0 && pages === 0, '1': items === 0 && pages === 1 }, seen)
    },
    (seen) => seen.method === 'GET' && paginationOf(seen).total_items === 0,
  ),
} as const satisfies Partial<Probes<keyof typeof listRows>>
