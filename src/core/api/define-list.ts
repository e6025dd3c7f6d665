import { decide } from '../assumptions/decided-by.ts'
import { listBody } from '../http/answer.ts'
import { pagingParameters, type QueryValues, readListQuery } from '../http/query.ts'
import type {
  FilterContext,
  OperationDeclaration,
  OperationDefinition,
  QueryParameters,
  RequestContext,
  SchemaFor,
} from '../http/types.ts'
import type { Pieces } from '../lib/body.ts'
import type { AreaCollection } from '../sandbox/area-state.ts'
import { listEnvelopeWith } from '../spec/envelope.ts'
import { versionPath } from '../spec/version.ts'
import { listedForms } from '../store/extra.ts'
import { paginationSchema, toPage } from '../store/pagination.ts'
import type { Query, StatusFilter } from '../store/query.ts'
import type { Status } from '../time/lifecycle.ts'
import { operationDefaults } from './define-operation.ts'
import { cachePages } from './page-cache.ts'

interface Filtered extends Partial<Pick<Query, 'terms' | 'within'>> {
  /** True if the filter selects records of a status (all). Called only for statuses that some record has. */
  readonly hasStatus?: ((status: Status) => boolean) | undefined
}

const everything: Filtered & Pick<Query, 'terms'> = { terms: [] }

/** Combines filters. */
function together(filters: Readonly<Record<string, Filtered>>): Filtered & Pick<Query, 'terms'> {
  const all = Object.values(filters)
  return {
    terms: all.flatMap(({ terms = [] }) => terms),
    within: all.find(({ within }) => within !== undefined)?.within,
    hasStatus: all.find(({ hasStatus }) => hasStatus !== undefined)?.hasStatus,
  }
}

interface ListDeclaration<
  Id extends string,
  Permission extends string,
  Filters extends QueryParameters,
  R extends object,
> extends OperationDeclaration<Id, Permission> {
  readonly schema: SchemaFor
  /** The query parameters other than `page` and `limit`. */
  readonly filters: Filters
  readonly collection: AreaCollection<R>
  /** Returns what each filter selects. It depends only on the query, the choices and the records. @throws ApiError invalid_request */
  readonly select: (ctx: FilterContext, filters: QueryValues<Filters>) => Readonly<Record<keyof Filters, Filtered>>
  /** The statuses that the list shows under any filter, and the date of each (all, by creation). */
  readonly shown?: (ctx: FilterContext) => Pick<StatusFilter, 'isListed' | 'byStatusChange'>
  readonly writer: (ctx: RequestContext) => (record: R) => string
}

/** Declares an operation that answers a page of a collection. Its query has the filters, `page` and `limit` (§8). */
export function defineList<
  const Id extends string,
  const Permission extends string,
  Filters extends QueryParameters,
  R extends object,
>(declaration: ListDeclaration<Id, Permission, Filters, R>): OperationDefinition<Id, Permission> {
  const { collection, select, shown, writer, filters: declaredFilters, schema, ...declared } = declaration
  const queryParameters = { ...declaredFilters, ...pagingParameters }
  const toListed = listedForms<R>()
  const read = (ctx: RequestContext) => {
    const { values, paging, filters } = readListQuery(ctx, queryParameters, ctx.address.query)
    return { selection: filters === '' ? everything : together(select(ctx, values)), paging, filters }
  }
  const list = (ctx: RequestContext): Pieces => {
    const { sandbox, nowMs } = ctx
    const { selection, paging, filters } = read(ctx)
    const statuses = toStatuses(selection, shown?.(ctx), nowMs)
    const found = collection(sandbox).select({ ...selection, statuses, order: ctx.choices.listOrder })
    const page = toPage(ctx, found, paging, (number, limit) => {
      const kept = filters !== '' && decide(ctx, 'pageLinkFilters') === 'kept' ? filters : ''
      return linkBase(ctx, declared.path) + `?${kept}page=${number}&limit=${limit}`
    })
    if (page.orderDecided) ctx.decidedBy.add('listOrder')
    const items = page.items.length === 0 ? [] : page.items.map(toListed).map(writer(ctx))
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
        const { values } = readListQuery(ctx, queryParameters, sent)
        const { hasStatus = () => true, ...selection } = together(select(ctx, values))
        // Without a date filter, records are in the order of creation.
        const dates = selection.within === undefined ? undefined : shown?.(ctx).byStatusChange
        const statuses = { nowMs: ctx.sandbox.clock.now(), isListed: hasStatus }
        return { ...selection, statuses: dates === undefined ? statuses : { ...statuses, byStatusChange: dates } }
      },
    },
    queryParameters,
    check: read,
    serve: (ctx) => {
      // Links depend on the header with the base path.
      const dataset = ctx.headers.basePath === null ? collection(ctx.sandbox).unchanged : undefined
      return dataset === undefined ? list(ctx) : pageOf(ctx, dataset)
    },
  }
}

/** The start of page links (§2.1): the prefix of the request, or the base path in its header, so that they stay in the sandbox. */
function linkBase(ctx: RequestContext, path: string): string {
  const { address, headers } = ctx
  const { basePath } = headers
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

function toStatuses(
  { hasStatus }: Filtered,
  shown: Pick<StatusFilter, 'isListed' | 'byStatusChange'> | undefined,
  nowMs: number,
): StatusFilter | undefined {
  if (hasStatus === undefined) return shown && { ...shown, nowMs }
  return { ...shown, isListed: (status) => hasStatus(status) && (shown?.isListed(status) ?? true), nowMs }
}
