import * as z from 'zod/mini'

import { readChoices } from '../../assumptions/profile.ts'
import { assumptionIds, register } from '../../assumptions/register.ts'
import { createAssume } from '../../assumptions/used.ts'
import type { ListFilters, Operation } from '../../http/operation.ts'
import { contextOf, type SchemaContext } from '../../http/schema-context.ts'
import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import { readBy } from '../../lib/read-by.ts'
import { recordOf } from '../../lib/record-of.ts'
import type { RecordAdmin } from '../../sandbox/define-record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Selection } from '../../store/query.ts'
import { pageLimits, recordEndpoints } from '../endpoints/records.ts'
import { Problem } from '../problem.ts'
import { readCount } from '../read-request.ts'
import { type ControlRoute, toRoutes } from '../route.ts'

/** The context of filters where every value is refused that is not known, so that the schemas of filters list the known values. */
export function strictContext(sandbox: Sandbox): SchemaContext {
  const strict = assumptionIds.filter((id) => Object.hasOwn(Object(register[id].options), 'reject'))
  const choices = readChoices(recordOf(strict, () => 'reject'))
  const assume = createAssume({ ...sandbox.scenarios.settings.profile, ...choices })
  return { ...contextOf(sandbox), assume }
}

/** Reads the filters in a query as the API does. @throws InputError or Problem for one that the API refuses */
function readFilters(filters: ListFilters, sandbox: Sandbox, search: string): Selection | undefined {
  const sent = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(filters.parameters, name)),
  )
  if (sent.size === 0) return undefined
  try {
    return filters.select(contextOf(sandbox), sent.toString())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, details, field = '' } = error
    const value = sent.get(field)
    if (code !== 'invalid_request') {
      throw new InputError(`expected the id of a record, got ${quote(value)}, which always has ${code}`, { field })
    }
    const schema = filters.parameters[field]?.schema(strictContext(sandbox))
    // It says which values are known.
    if (schema instanceof z.core.$ZodEnum && sent.getAll(field).length === 1) {
      readBy(z.object({ [field]: schema }), { [field]: value }, field)
    }
    throw new Problem('input', details, { members: { field } })
  }
}

/** The routes for the records of one area. @param operations of the API: the list of the area has the filters */
export function recordRoutes(admin: RecordAdmin, operations: readonly Operation[]): readonly ControlRoute[] {
  const filters = operations.find((operation) => operation.area === admin.name && operation.filters)?.filters
  const unknown = (id: string): never => {
    throw new UnknownError(`no record has the id ${quote(id)}`, { field: admin.name })
  }
  const routes = toRoutes(recordEndpoints, {
    list: ({ sandbox, search, query: { limit, offset } }) => {
      const size = readCount('limit', limit, 1, pageLimits.most) ?? pageLimits.usual
      const start = readCount('offset', offset, 0, Number.MAX_SAFE_INTEGER) ?? 0
      const selection = filters === undefined ? undefined : readFilters(filters, sandbox, search)
      return { items: admin.list(sandbox, start, start + size, selection), total: admin.count(sandbox, selection) }
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
    filters: route.id === 'list' ? filters?.parameters : undefined,
    partOf: route.body === undefined ? undefined : admin.form,
  }))
}
