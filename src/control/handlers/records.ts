import type { ListFilters, Operation } from '../../http/operation.ts'
import { quote, UnknownError } from '../../lib/input-error.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import { pageLimits, recordEndpoints } from '../endpoints/records.ts'
import { readCount } from '../read-count.ts'
import { readFilters } from '../read-filters.ts'
import { type ControlRoute, type Handlers, toRoutes } from '../route.ts'

type Create = Awaited<ReturnType<RecordAdmin['prepare']>>

/** The routes for the records of one area. @param operations of the API: the list of the area has the filters */
export function recordRoutes(admin: RecordAdmin, operations: readonly Operation[]): readonly ControlRoute[] {
  const filters = operations.find((operation) => operation.area === admin.name && operation.filters)?.filters
  let create: Create | undefined
  // It loads a library. The sandbox is looked up afterwards, so that nothing can replace it before the record is created.
  const prepare = async (): Promise<void> => {
    create ??= await admin.prepare()
  }
  const handlers = recordHandlers(admin, filters, () => create)
  return toRoutes(recordEndpoints, handlers, { create: prepare }).map((route) => ({
    ...route,
    id: `arrange.${admin.name}.${route.id}`,
    path: route.path.replace('{area}', admin.name),
    filters: route.id === 'list' ? filters?.parameters : undefined,
    partOf: route.body === undefined ? undefined : admin.form,
  }))
}

function recordHandlers(
  admin: RecordAdmin,
  filters: ListFilters | undefined,
  prepared: () => Create | undefined,
): Handlers<typeof recordEndpoints> {
  const unknown = (id: string): UnknownError =>
    new UnknownError(`no record has the id ${quote(id)}`, { field: admin.name })
  return {
    list: ({ sandbox, search, query: { limit, offset } }) => {
      const size = readCount('limit', limit, 1, pageLimits.most) ?? pageLimits.usual
      const start = readCount('offset', offset, 0, Number.MAX_SAFE_INTEGER) ?? 0
      const selection = filters === undefined ? undefined : readFilters(filters, sandbox, search)
      return { items: admin.list(sandbox, start, start + size, selection), total: admin.count(sandbox, selection) }
    },
    show: ({ sandbox, path }) => {
      const record = admin.get(sandbox, path.name)
      if (record === undefined) throw unknown(path.name)
      return record
    },
    create: ({ sandbox, body }) => {
      const create = prepared()
      if (create === undefined) throw new Error(`the ${admin.name} are not prepared`)
      return create(sandbox, body)
    },
    update: ({ sandbox, path, body }) => {
      const record = admin.update(sandbox, path.name, body)
      if (record === undefined) throw unknown(path.name)
      return record
    },
    remove: ({ sandbox, path }) => {
      if (!admin.remove(sandbox, path.name)) throw unknown(path.name)
    },
  }
}
