import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import { pageLimits, recordEndpoints } from '../endpoints/records.ts'
import { type ControlRoute, type Handlers, toRoutes } from '../route.ts'

type Create = Awaited<ReturnType<RecordAdmin['prepare']>>

/** The routes for the records of one area. */
export function recordRoutes(admin: RecordAdmin): readonly ControlRoute[] {
  let create: Create | undefined
  // It loads a library. The sandbox is looked up afterwards, so that nothing can replace it before the record is created.
  const prepare = async (): Promise<void> => {
    create ??= await admin.prepare()
  }
  const handlers = recordHandlers(admin, () => create)
  return toRoutes(recordEndpoints, handlers, { create: prepare }).map((route) => ({
    ...route,
    id: `arrange.${admin.name}.${route.id}`,
    path: route.path.replace('{area}', admin.name),
  }))
}

function recordHandlers(admin: RecordAdmin, prepared: () => Create | undefined): Handlers<typeof recordEndpoints> {
  const unknown = (id: string): UnknownError => new UnknownError(`${admin.name}: no record has the id ${quote(id)}`)
  return {
    list: ({ sandbox, query: { limit, offset } }) => {
      const size = readCount('limit', limit, 1, pageLimits.most) ?? pageLimits.usual
      const start = readCount('offset', offset, 0, Number.MAX_SAFE_INTEGER) ?? 0
      return { items: admin.list(sandbox, start, start + size), total: admin.count(sandbox) }
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

function readCount(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new InputError(`expected a whole number from ${min} to ${max}, got ${quote(text)}`, { field: name })
}
