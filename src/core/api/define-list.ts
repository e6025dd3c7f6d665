import { decide, DecidedBy } from '../assumptions/decided-by.ts'
import type { Profile } from '../assumptions/register.ts'
import { listBody } from '../http/answer.ts'
import { pagingParameters, readListQuery } from '../http/query.ts'
import type {
  FilterContext,
  OperationDeclaration,
  OperationDefinition,
  ParameterDeclaration,
  QueryParameters,
  RequestContext,
  SchemaFor,
} from '../http/types.ts'
import { joinBody, type Pieces } from '../lib/body.ts'
import { sortBy } from '../lib/sort-by.ts'
import type { AreaCollection } from '../sandbox/area-state.ts'
import { listEnvelopeWith } from '../spec/envelope.ts'
import { versionPath } from '../spec/version.ts'
import { listedForms } from '../store/extra.ts'
import { paginationSchema, toPage } from '../store/pagination.ts'
import type { Query, StatusFilter } from '../store/query.ts'
import type { Status } from '../time/lifecycle.ts'
import { operationDefaults } from './define-operation.ts'

/** What a page of a list depends on. */
export type ListContext = FilterContext & Pick<RequestContext, 'address' | 'headers' | 'nowMs'>

interface Filtered extends Partial<Pick<Query, 'terms' | 'within'>> {
  /** True if the filter selects records of a status (all). Called only for statuses that some record has. */
  readonly hasStatus?: ((status: Status) => boolean) | undefined
}

/** The filters of a query. */
export type Sent = Readonly<Record<string, string | undefined>>

/** A query parameter, and what it selects. That depends only on the query, the choices and the records. @throws ApiError invalid_request */
type Filter = ParameterDeclaration &
  (
    | { readonly isRepeated?: false; readonly select: (ctx: FilterContext, value: string, sent: Sent) => Filtered }
    | { readonly isRepeated: true; readonly select: (ctx: FilterContext, values: readonly string[]) => Filtered }
  )

export type Filters = Readonly<Record<string, Filter>>

type Selected = Filtered & Pick<Query, 'terms'>

const everything: Selected = { terms: [] }

/** Combines the filters that a query has. */
function selectionOf(ctx: FilterContext, filters: readonly (readonly [string, Filter])[], sent: Sent): Selected {
  const all = filters.flatMap(([name, filter]): readonly Filtered[] => {
    const value = sent[name]
    if (value === undefined) return []
    return [filter.isRepeated === true ? filter.select(ctx, [value].flat()) : filter.select(ctx, value, sent)]
  })
  return {
    terms: all.flatMap(({ terms = [] }) => terms),
    within: all.find(({ within }) => within !== undefined)?.within,
    hasStatus: all.find(({ hasStatus }) => hasStatus !== undefined)?.hasStatus,
  }
}

type Shown = Omit<StatusFilter, 'nowMs'>

interface ListDeclaration<Id extends string, Permission extends string, R extends object> extends OperationDeclaration<
  Id,
  Permission
> {
  readonly schema: SchemaFor
  /** The query parameters other than `page` and `limit`. */
  readonly filters: Filters
  readonly collection: AreaCollection<R>
  /** The statuses that the list shows under any filter, and the date of each (all, by creation). */
  readonly shown?: (ctx: FilterContext) => Shown
  readonly write: (ctx: ListContext, record: R) => string
}

/** Declares an operation that answers a page of a collection. Its query has the filters, `page` and `limit` (§8). */
export function defineList<const Id extends string, const Permission extends string, R extends object>(
  declaration: ListDeclaration<Id, Permission, R>,
): OperationDefinition<Id, Permission> {
  const { collection, shown, write, filters: declaredFilters, schema, ...declared } = declaration
  const queryParameters: QueryParameters = { ...declaredFilters, ...pagingParameters }
  // Of several invalid filters, the error names a repeatable one first.
  const ordered = sortBy(Object.entries(declaredFilters), ([, { isRepeated }]) => (isRepeated === true ? 0 : 1))
  const toListed = listedForms<R>()
  const read = (ctx: FilterContext, query: string) => {
    const { values, paging, filters } = readListQuery(ctx, queryParameters, query)
    return { paging, filters, selection: filters === '' ? everything : selectionOf(ctx, ordered, values) }
  }
  const list = (ctx: ListContext): Pieces => {
    const { selection, paging, filters } = read(ctx, ctx.address.query)
    const statuses = toStatuses(selection.hasStatus, shown?.(ctx), ctx.nowMs)
    const found = collection(ctx.sandbox).select({ ...selection, statuses, order: ctx.choices.listOrder })
    const page = toPage(ctx, found, paging, (number, limit) => {
      const kept = filters !== '' && decide(ctx, 'pageLinkFilters') === 'kept' ? filters : ''
      return linkBase(ctx, declared.path) + `?${kept}page=${number}&limit=${limit}`
    })
    if (page.orderDecided) ctx.decidedBy.add('listOrder')
    const items = page.items.map((record) => write(ctx, toListed(record)))
    return listBody(items, page.pagination)
  }
  const pageOf = cachePages(list)
  return {
    ...operationDefaults,
    ...declared,
    method: 'GET',
    isList: true,
    scenarioErrors: ({ pageBeyondEnd }) => (pageBeyondEnd === 'resource_not_found' ? [] : ['resource_not_found']),
    responseSchema: (context) =>
      listEnvelopeWith(
        schema(context),
        context.component('Pagination', () => paginationSchema(context.choices)),
      ),
    filters: {
      parameters: declaredFilters,
      // The control plane lists records of every status.
      select: (ctx, sent) => {
        const { hasStatus = () => true, ...selection } = read(ctx, sent).selection
        // Without a date filter, records are in the order of creation.
        const dates = selection.within === undefined ? undefined : shown?.(ctx).byStatusChange
        const statuses = { nowMs: ctx.sandbox.clock.now(), isListed: hasStatus }
        return { ...selection, statuses: dates === undefined ? statuses : { ...statuses, byStatusChange: dates } }
      },
    },
    queryParameters,
    check: (ctx) => read(ctx, ctx.address.query),
    serve: (ctx) => {
      // Links depend on the header with the base path.
      const dataset = ctx.headers.basePath === null ? collection(ctx.sandbox).unchanged : undefined
      return dataset === undefined ? list(ctx) : pageOf(ctx, dataset)
    },
  }
}

/** The start of page links (§2.1): the prefix of the request, or the base path in its header, so that they stay in the sandbox. */
function linkBase(ctx: ListContext, path: string): string {
  const { address } = ctx
  const { basePath } = ctx.headers
  switch (decide(ctx, 'pageLinkBase')) {
    case 'with_version': {
      const isPath = basePath === '' || basePath?.startsWith('/') === true
      return (isPath ? basePath : address.prefix + versionPath) + path
    }
    case 'from_base_url':
      return path
    case 'query_only':
      return ''
  }
}

function toStatuses(hasStatus: Filtered['hasStatus'], shown: Shown | undefined, nowMs: number) {
  if (hasStatus === undefined) return shown && { ...shown, nowMs }
  return { ...shown, isListed: (status: Status) => hasStatus(status) && (shown?.isListed(status) ?? true), nowMs }
}

/** The limit of cached pages per list. One more page discards all of them. */
const maxPages = 64

interface Page {
  readonly choices: Profile
  /** In one piece from the second request on: most pages are requested once. */
  body: Pieces
  readonly decidedBy: DecidedBy
}

/**
 * Caches whole pages of a list. A page is cached only if no sandbox and no lifecycle can change its records. It then depends
 * only on its address and the choices of the register: each use notes the rows that decided it.
 */
function cachePages(make: (ctx: ListContext) => Pieces): (ctx: RequestContext, dataset: object) => Pieces {
  const kept = new WeakMap<object, Map<string, Page>>()
  return (ctx, dataset) => {
    const { sandbox, address, headers, nowMs, choices } = ctx
    const pages = kept.get(dataset) ?? new Map<string, Page>()
    const key = `${address.prefix}?${address.query}`
    const known = pages.get(key)
    if (known?.choices === choices) {
      ctx.decidedBy.addAll(known.decidedBy)
      known.body = joinBody(known.body)
      return known.body
    }
    const decidedBy = new DecidedBy()
    try {
      const body = make({ sandbox, address, headers, nowMs, choices, decidedBy })
      if (pages.size >= maxPages) pages.clear()
      kept.set(dataset, pages.set(key, { choices, body, decidedBy }))
      return body
    } finally {
      ctx.decidedBy.addAll(decidedBy)
    }
  }
}
