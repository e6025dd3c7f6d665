import { at } from '../../src/tools/resolve/recorded-exchange.ts'
import {
  always,
  asking,
  assessments,
  type Doubts,
  eachItem,
  everything,
  items,
  jobs,
  of,
  pages,
  refuse,
  resources,
  unchanged,
} from './doubts.ts'

const assuming = (assume: Readonly<Record<string, string>>) => ({ options: { assume } })

const instant = '2026-01-01T00:00:00Z'

/** Services whose lists leave a row unknown. */
export const listDoubts: Doubts = {
  'resourceValues: a type filter is not heeded': everything(resources, 'type'),
  'tagMalformed: a malformed tag is not heeded': [everything(resources, 'tag'), assuming({ tagMalformed: 'empty' })],
  'tagFormat: tags are not heeded': everything(resources, 'tag'),
  'tagFormat: every resource has the same tags': eachItem(() => ({ tags: [{ key: 'a', value: 'b' }] })),
  'dateBounds: ranges are not heeded': everything(assessments, 'from_date', 'to_date'),
  'dateForms: ranges are not heeded': [everything(assessments, 'from_date'), assuming({ dateForms: 'lenient' })],
  'dateForms: one of the other forms is taken': [
    refuse('invalid_request', ({ query }) => query.get('from_date')?.startsWith('2998') === true),
    assuming({ dateForms: 'lenient' }),
  ],
  'dateForms: the list is not answered': refuse('service_unavailable', asking('from_date')),
  'emptyFilter: there are no resources': [unchanged, { options: { resources: 0 } }],
  'emptyFilter: a value that no record has is refused': [
    unchanged,
    assuming({ emptyFilter: 'reject', resourceValues: 'reject' }),
  ],
  'emptyFilter: the list is not answered': refuse('service_unavailable', ({ query }) => query.get('type') === ''),
  'emptyFilter: some of the list is answered': pages({ total_items: 7 }, ({ query }) => query.get('type') === ''),
  'requestEncoding: a gateway refuses the encoding': // An encoded body is not a text.
    always({ status: 415, text: '<html>' }, ({ method, body }) => method === 'POST' && body === ''),
  'createdAfterFormat: created_after is not heeded': everything(jobs, 'created_after'),
  'createdAfterDate: created_after is not heeded': everything(jobs, 'created_after'),
  'dateBounds: the range has more than a page': items(
    () => [],
    (exchange) => of(assessments)(exchange) && exchange.query.has('to_date'),
    { total_items: 500 },
  ),
  'tagRepeat: the last of several tags counts': items(
    (all, { query }) => (query.getAll('tag').length > 1 ? [] : all),
    asking('tag'),
    { total_items: 21 },
  ),
  'limitAboveMax: a larger limit counts': [
    pages({ items_per_page: 101 }, ({ query }) => query.get('limit') === '101'),
    assuming({ limitAboveMax: 'clamp' }),
  ],
  'pagingInvalid: page 0 is the first': [
    pages({ current_page: 0 }, ({ query }) => query.get('page') === '0'),
    assuming({ pagingInvalid: 'default' }),
  ],
  'pageBeyondEnd: the list is so long that a far page may be refused for it': pages(
    { total_pages: 5000, total_items: 500_000 },
    of(resources),
  ),
  'pageBeyondEnd: the last page answers for those beyond it': pages({ current_page: 1 }, asking('page')),
  'prevBeyondEnd: a page beyond the end links to the first': pages({ prev_page: '?page=7' }, asking('page')),
  'pageLinksAtEdge: there is only one page': pages({ total_pages: 1 }),
  'pageLinkBase: links lack a part of the path': pages({ next_page: '/resources?page=2' }),
  'pageLinkFilters: links have a cursor': pages({ next_page: '?cursor=abc' }),
  'emptyListPages: an empty list has two pages': pages(
    { total_pages: 2 },
    ({ json }) => at(json, 'pagination', 'total_items') === 0,
  ),
  'listOrder: few items happen to be in an order': items((all) => all.slice(0, 4), undefined, { total_items: 4 }),
  'listOrder: all items have one instant': eachItem(() => ({ created_at: instant, timestamp: instant })),
  'listOrder: two lists have different orders': items((all) => all.toReversed(), of(jobs)),
}
