import type { Choice } from '../../../core/assumptions/register.ts'
import type { listRows } from '../../../core/assumptions/rows/lists.ts'
import { defaultPageSize, maxPageSize } from '../../../core/spec/limits.ts'
import { byAnswer, pickOption, type Probes, rejectedOr, unexpected } from '../probe.ts'
import { at, type RecordedExchange, textAt, textsOf } from '../recorded-exchange.ts'
import { isPageRequest, assessments, fullPage, itemsIn, noSuchValue, queryOf, resources } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'

const isBeyondEnd = ({ page: { current_page: page = 0, total_pages: pages = 0 } }: RecordedExchange): boolean =>
  page > Math.max(1, pages)

/** A longer list is not read past its end: services may reject a very high page for another reason. */
const maxPages = 100

/** Requests a page beyond the end. It is two after the last, so that the page before differs from the last. */
async function seeBeyondEnd(session: Session): Promise<RecordedExchange> {
  const known = session.find(isBeyondEnd)
  if (known !== undefined) return known
  const { total_pages: pages = maxPages + 1 } = (await fullPage(session, resources))?.page ?? {}
  if (pages > maxPages) throw unknownOption('the list is too long to be read past its end')
  const query = `page=${Math.max(1, pages) + 2}&limit=${maxPageSize}`
  const isSamePage = isPageRequest({}, [resources])
  return session.see({ operation: resources, query }, (seen) => isSamePage(seen) && seen.url.endsWith(`?${query}`))
}

const linkIn = ({ json }: RecordedExchange, name: 'next_page' | 'prev_page'): string =>
  textAt(json, 'pagination', name) ?? ''

const anyLinkIn = (seen: RecordedExchange): string => linkIn(seen, 'next_page') || linkIn(seen, 'prev_page')

const isInvalid = (text: string): boolean => /^(?:0|-\d+|[a-z]+|\d+\.\d*[1-9])$/i.test(text)

function invalidPaging(seen: RecordedExchange): Choice<'pagingInvalid'> {
  const { current_page: page, items_per_page: size } = seen.page
  const isLimit = seen.query.some(([name, value]) => name === 'limit' && isInvalid(value))
  const isDefault = page === 1 && (!isLimit || size === defaultPageSize)
  if (seen.isServed && !isDefault) throw unexpected(seen)
  return rejectedOr(seen, 'reject', 'default')
}

function linkAtEdge(seen: RecordedExchange): Choice<'pageLinksAtEdge'> {
  const { total_pages: pages } = seen.page
  if (pages === undefined) throw unexpected(seen)
  if (pages <= 1) throw unknownOption('there is only one page, and the document shows that it has no links')
  const previous = at(seen.json, 'pagination', 'prev_page')
  return pickOption({ absent: previous === undefined, null: previous === null, empty_string: previous === '' }, seen)
}

function isFirstOfSeveral(seen: RecordedExchange): boolean {
  const { current_page: page, total_pages: pages = 0 } = seen.page
  return isPageRequest()(seen) && page === 1 && pages > 1
}

export const pageProbes = {
  limitAboveMax: byAnswer(
    { operation: resources, query: `limit=${maxPageSize + 1}` },
    (seen) => {
      if (seen.isServed && seen.page.items_per_page !== maxPageSize) throw unexpected(seen)
      return rejectedOr(seen, 'reject', 'clamp')
    },
    isPageRequest({ limit: (text) => /^\d{1,9}$/.test(text) && Number(text) > maxPageSize }),
  ),
  pagingInvalid: byAnswer(
    { operation: resources, query: 'page=0' },
    invalidPaging,
    (seen) => isPageRequest({ page: isInvalid })(seen) || isPageRequest({ limit: isInvalid })(seen),
  ),
  pageBeyondEnd: async (session) => {
    const seen = await seeBeyondEnd(session)
    return pickOption(
      {
        resource_not_found: seen.code === 'resource_not_found',
        invalid_request: seen.code === 'invalid_request',
        empty: isBeyondEnd(seen) && seen.items.length === 0,
      },
      seen,
    )
  },
  prevBeyondEnd: {
    hiddenBy: { pageBeyondEnd: ['resource_not_found', 'invalid_request'] },
    find: async (session) => {
      const seen = await seeBeyondEnd(session)
      const { total_pages: pages = 0, current_page: page = 0 } = seen.page
      const last = Math.max(1, pages)
      const target = Number(/[?&]page=(\d+)/.exec(linkIn(seen, 'prev_page'))?.[1])
      if (last === page - 1) throw unknownOption('the page before is the last')
      return pickOption({ last_page: target === last, page_before: target === page - 1 }, seen)
    },
  },
  pageLinksAtEdge: byAnswer({ operation: resources, query: 'limit=1' }, linkAtEdge, isFirstOfSeveral),
  pageLinkBase: async (session) => {
    const hasLink = (other: RecordedExchange): boolean => isPageRequest()(other) && anyLinkIn(other) !== ''
    const seen = await session.see({ operation: resources, query: 'limit=1' }, hasLink)
    const link = anyLinkIn(seen)
    if (link === '') throw unknownOption('the list has at most one item, so no page has a link')
    if (link.startsWith('?')) return 'query_only'
    const asked = new URL(seen.url).pathname
    const declared = session.options.operations.find(({ id }) => id === seen.operation)?.path
    if (asked === declared) throw unknownOption('the base address has no path, so the options do not differ')
    const [path] = link.split('?')
    return pickOption({ with_version: path === asked, from_base_url: path === declared }, seen)
  },
  pageLinkFilters: async (session) => {
    const types = textsOf(await itemsIn(session, resources), 'type')
    const type = types.find((text, i) => types.indexOf(text) !== i) ?? types[0] ?? noSuchValue
    const asksType = isPageRequest({ type: () => true }, [resources])
    const hasLink = (other: RecordedExchange): boolean => asksType(other) && anyLinkIn(other) !== ''
    const seen = await session.see({ operation: resources, query: queryOf({ type, limit: 1 }) }, hasLink)
    const link = anyLinkIn(seen)
    if (link === '') throw unknownOption('no two resources have the same type, so no filtered page has a link')
    if (!/[?&]page=/.test(link)) throw unexpected(seen)
    return /[?&]type=/.test(link) ? 'kept' : 'dropped'
  },
  emptyListPages: byAnswer(
    { operation: assessments, query: queryOf({ from_date: '2999-01-01T00:00:00Z' }) },
    (seen) => {
      const { total_items: items, total_pages: pages } = seen.page
      return pickOption({ '0': items === 0 && pages === 0, '1': items === 0 && pages === 1 }, seen)
    },
    (seen) => seen.method === 'GET' && seen.page.total_items === 0,
  ),
} as const satisfies Partial<Probes<keyof typeof listRows>>
