import * as z from 'zod/mini'

import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import { type ControlRoute, defineBodyRoute, defineRoute } from '../route.ts'
import { recordSchema, recordsSchema } from '../schemas.ts'

/** Records on a page of the control plane, where nobody says: and the most that it answers at once. */
const pageSize = { usual: 100, most: 1000 } as const

/** The routes that arrange the records of one kind. */
export function recordRoutes(admin: RecordAdmin): readonly ControlRoute[] {
  const { name: kind } = admin
  const path = `/${kind}`
  const one = `${path}/{name}`
  const missing = (id: string): UnknownError => new UnknownError(`${kind}: no record has the id ${quote(id)}`)
  return [
    defineRoute({
      id: `arrange.${kind}.list`,
      method: 'GET',
      path,
      summary: `the ${kind}, newest first`,
      query: {
        limit: { meaning: 'The most records to list.', shape: countShape(1, pageSize.most, pageSize.usual) },
        offset: { meaning: 'How many to pass over.', shape: countShape(0, Number.MAX_SAFE_INTEGER, 0) },
      },
      answer: recordsSchema,
      handle: ({ sandbox, query: { limit, offset } }) => {
        const size = readCount('limit', limit, 1, pageSize.most) ?? pageSize.usual
        const start = readCount('offset', offset, 0, Number.MAX_SAFE_INTEGER) ?? 0
        return { items: admin.list(sandbox, start, start + size), total: admin.count(sandbox) }
      },
    }),
    defineRoute({
      id: `arrange.${kind}.show`,
      method: 'GET',
      path: one,
      summary: 'one record',
      answer: recordSchema,
      handle: ({ sandbox, name }) => admin.get(sandbox, name) ?? fail(missing(name)),
    }),
    createRoute(admin),
    defineBodyRoute({
      id: `arrange.${kind}.update`,
      method: 'PATCH',
      path: one,
      summary: 'changes a record by a JSON merge patch',
      body: z.unknown(),
      bodyShape: () => recordSchema,
      answer: recordSchema,
      handle: ({ sandbox, name, body }) => admin.update(sandbox, name, body) ?? fail(missing(name)),
    }),
    defineRoute({
      id: `arrange.${kind}.remove`,
      method: 'DELETE',
      path: one,
      summary: 'removes a record',
      handle: ({ sandbox, name }) => {
        if (!admin.remove(sandbox, name)) throw missing(name)
      },
    }),
  ]
}

/** What draws records is loaded before the sandbox is looked for: the record is then made, or refused, at once. */
function createRoute(admin: RecordAdmin): ControlRoute {
  let create: Awaited<ReturnType<RecordAdmin['prepare']>> | undefined
  const route = defineBodyRoute({
    id: `arrange.${admin.name}.create`,
    method: 'POST',
    path: `/${admin.name}`,
    summary: 'makes a record; what is left out is drawn',
    body: z.unknown(),
    bodyShape: () => recordSchema,
    answer: recordSchema,
    status: 201,
    handle: ({ sandbox, body }) => create?.(sandbox, body),
  })
  const prepare = async (): Promise<void> => {
    create ??= await admin.prepare()
  }
  return { ...route, prepare }
}

function fail(error: Error): never {
  throw error
}

function countShape(min: number, max: number, usual: number): z.ZodMiniType {
  return z._default(z.int().check(z.gte(min), z.lte(max)), usual)
}

function readCount(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new InputError(`${name}: expected a whole number from ${min} to ${max}, got ${quote(text)}`)
}
