import { at } from '../../src/resolve/recorded-exchange.ts'
import { always, assessments, type Doubt, error, everything, jobs, page, resources, same } from './doubts.ts'

/** Services of which the lists leave a row open. */
export const listDoubts: readonly Doubt[] = [
  ['resourceValues', 'a type filter is not heeded', everything(resources, 'type')],
  ['assessmentTypeFilter', 'a type filter is not heeded', everything(assessments, 'resource_type')],
  ['jobTypeFilter', 'a type filter is not heeded', everything(jobs, 'type')],
  ['jobStatusFilter', 'a status filter is not heeded', everything(jobs, 'status')],
  [
    'tagMalformed',
    'a malformed tag is not heeded',
    everything(resources, 'tag'),
    { options: { assume: { tagMalformed: 'empty' } } },
  ],
  ['tagFormat', 'tags are not heeded', everything(resources, 'tag')],
  [
    'tagFormat',
    'every resource has the same tags',
    ({ json }) => page(json, (items) => items.map((item) => ({ ...item, tags: [{ key: 'a', value: 'b' }] }))),
  ],
  ['filterRange', 'ranges are not heeded', everything(assessments, 'from_date', 'to_date')],
  ['dateBounds', 'ranges are not heeded', everything(assessments, 'from_date', 'to_date')],
  [
    'dateWithoutOffset',
    'ranges are not heeded',
    everything(assessments, 'from_date', 'to_date'),
    { options: { assume: { dateWithoutOffset: 'utc' } } },
  ],
  [
    'dateForms',
    'ranges are not heeded',
    everything(assessments, 'from_date'),
    { options: { assume: { dateForms: 'lenient' } } },
  ],
  [
    'dateForms',
    'one of the other forms is taken',
    ({ query }) =>
      query.get('from_date')?.startsWith('2998') === true ? { status: 400, json: error('invalid_request') } : undefined,
    { options: { assume: { dateForms: 'lenient' } } },
  ],
  [
    'dateForms',
    'the list is not answered',
    always({ status: 503, json: error('service_unavailable') }, ({ query }) => query.has('from_date')),
  ],
  ['emptyFilter', 'there are no resources', () => undefined, { options: { resources: 0 } }],
  [
    'emptyFilter',
    'a value that no record has is refused',
    () => undefined,
    { options: { assume: { emptyFilter: 'reject', resourceValues: 'reject' } } },
  ],
  [
    'emptyFilter',
    'some of the list is answered',
    ({ query, json }) => (query.get('type') === '' ? page(json, same, { total_items: 7 }) : undefined),
  ],
  [
    'emptyFilter',
    'the list is not answered',
    always({ status: 503, json: error('service_unavailable') }, ({ query }) => query.get('type') === ''),
  ],
  [
    'requestEncoding',
    'no job is taken',
    always({ status: 400, json: error('invalid_request') }, ({ method, path }) => method === 'POST' && path === jobs),
  ],
  [
    'requestEncoding',
    'a gateway refuses the encoding',
    // An encoded body is no text.
    always({ status: 415, text: '<html>' }, ({ method, body }) => method === 'POST' && body === ''),
  ],
  ['createdAfterFormat', 'created_after is not heeded', everything(jobs, 'created_after')],
  ['createdAfterDate', 'created_after is not heeded', everything(jobs, 'created_after')],
  ['createdAfterBound', 'created_after is not heeded', everything(jobs, 'created_after')],
  [
    'dateBounds',
    'the range has more than a page',
    ({ path, query, json }) =>
      path === assessments && query.has('to_date') ? page(json, () => [], { total_items: 500 }) : undefined,
  ],
  [
    'tagRepeat',
    'the last of several tags counts',
    ({ query, json }) =>
      query.getAll('tag').length > 1
        ? page(json, () => [], { total_items: 21 })
        : query.has('tag')
          ? page(json, same, { total_items: 21 })
          : undefined,
  ],
  [
    'limitAboveMax',
    'a larger limit counts',
    ({ query, json }) => (query.get('limit') === '101' ? page(json, same, { items_per_page: 101 }) : undefined),
    { options: { assume: { limitAboveMax: 'clamp' } } },
  ],
  [
    'pagingInvalid',
    'page 0 is the first',
    ({ query, json }) => (query.get('page') === '0' ? page(json, same, { current_page: 0 }) : undefined),
    { options: { assume: { pagingInvalid: 'default' } } },
  ],
  [
    'pageBeyondEnd',
    'the list is so long that a far page may be refused for it',
    ({ path, json }) =>
      path === resources ? page(json, same, { total_pages: 5000, total_items: 500_000 }) : undefined,
  ],
  [
    'pageBeyondEnd',
    'the last page answers for those beyond it',
    ({ query, json }) => (query.has('page') ? page(json, same, { current_page: 1 }) : undefined),
  ],
  [
    'prevBeyondEnd',
    'a page beyond the end links to the first',
    ({ query, json }) => (query.has('page') ? page(json, same, { prev_page: '?page=7' }) : undefined),
  ],
  ['pageLinksAtEdge', 'there is only one page', ({ json }) => page(json, same, { total_pages: 1 })],
  [
    'pageLinkBase',
    'links are relative to the folder',
    ({ json }) => page(json, same, { next_page: 'resources?page=2' }),
  ],
  [
    'pageLinkBase',
    'links are absolute',
    ({ json }) => page(json, same, { next_page: 'https://api.example.com/v1/cloud/resources?page=2' }),
  ],
  ['pageLinkBase', 'links lack a part of the path', ({ json }) => page(json, same, { next_page: '/resources?page=2' })],
  ['pageLinkFilters', 'links have a cursor', ({ json }) => page(json, same, { next_page: '?cursor=abc' })],
  [
    'emptyListPages',
    'an empty list has two pages',
    ({ json }) => (at(json, 'pagination', 'total_items') === 0 ? page(json, same, { total_pages: 2 }) : undefined),
  ],
  [
    'listOrder',
    'few items happen to be in an order',
    ({ json }) => page(json, (items) => items.slice(0, 4), { total_items: 4 }),
  ],
  [
    'listOrder',
    'all items have one instant',
    ({ json }) =>
      page(json, (items) =>
        items.map((item) => ({ ...item, created_at: '2026-01-01T00:00:00Z', timestamp: '2026-01-01T00:00:00Z' })),
      ),
  ],
  [
    'listOrder',
    'two lists have different orders',
    ({ path, json }) => (path === jobs ? page(json, (items) => items.toReversed()) : undefined),
  ],
]
