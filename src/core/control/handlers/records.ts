import { contextOf } from '../../http/parameters.ts'
import type { ListFilters, Operation } from '../../http/types.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Query } from '../../store/query.ts'
import { recordEndpoints } from '../endpoints/records.ts'
import { Problem } from '../problem.ts'
import { type ControlRoute, toRoutes } from '../route.ts'

/** Reads the filters in a query as the API does. @throws Problem for a filter that the API refuses */
function readFilters(filters: ListFilters, sandbox: Sandbox, search: string): Query | undefined {
  const sent = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(filters.parameters, name)),
  )
  if (sent.size === 0) return undefined
  try {
    return filters.select(contextOf(sandbox), sent.toString())
  } catch (error) {
    throw error instanceof ApiError ? new Problem('input', error.details, { members: { field: error.field } }) : error
  }
}

/** The routes for the records of one area. @param operations of the API, among them the list with the filters */
export function recordRoutes(admin: RecordAdmin, operations: readonly Operation[]): readonly ControlRoute[] {
  const filters = operations.find((operation) => operation.area === admin.name && operation.filters)?.filters
  const unknown = (id: string): never => {
    throw new InputError(`no record has the id ${quote(id)}`, { kind: 'unknown', field: admin.name })
  }
  const routes = toRoutes(recordEndpoints, {
    list: ({ sandbox, search, query: { limit, offset } }) => {
      const selection = filters === undefined ? undefined : readFilters(filters, sandbox, search)
      return { items: admin.list(sandbox, offset, offset + limit, selection), total: admin.count(sandbox, selection) }
    },
    show: ({ sandbox, path }) => admin.get(sandbox, path.name) ?? unknown(path.name),
    create: ({ sandbox, body }) => admin.create(sandbox, body),
    update: ({ sandbox, path, body }) => admin.update(sandbox, path.name, body) ?? unknown(path.name),
    remove: ({ sandbox, path }) => {
      if (!admin.remove(sandbox, path.name)) unknown(path.name)
    },
  })
  return routes.map((route) => ({
    ...route,
    id: `arrange.${admin.name}.${route.id}`,
    path: route.path.replace('{area}', admin.name),
    prepare: route.id === 'create' ? () => admin.prepare() : undefined,
    filters: route.id === 'list' ? filters?.parameters : undefined,
    partOf: route.body === undefined ? undefined : admin.form,
  }))
}
