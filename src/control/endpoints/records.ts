import * as z from 'zod/mini'

import { UnknownError } from '../../lib/input-error.ts'
import type { Call } from '../client/call.ts'
import { anything, component, count, defineEndpoints, wholeNumber } from './endpoint.ts'

const record = component('Row', () => z.record(z.string(), z.unknown()))
const page = component('Rows', () => z.strictObject({ items: z.array(record()), total: count() }))

/** A record in the form of the fixture files. */
export type FixtureRecord = z.infer<ReturnType<typeof record>>

/** A selection of records (all): filters by the names that they have in the API's list of the area, and a page. */
export interface RecordQuery {
  /** The most records to list (100). */
  readonly limit?: number
  /** How many records to skip (0). */
  readonly offset?: number
  readonly [filter: string]: string | number | readonly string[] | undefined
}

/** Limits of a page of records. */
export const pageLimits = { usual: 100, most: 1000 } as const

/** The endpoints of each area that has records: `{area}` stands for its name, and the operation ids are `arrange.AREA.ID`. */
export const recordEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/{area}',
    summary: 'Lists the records, the newest first',
    query: {
      limit: { description: 'The most records to list.', schema: wholeNumber(1, pageLimits.most, pageLimits.usual) },
      offset: { description: 'How many records to skip.', schema: wholeNumber(0, Number.MAX_SAFE_INTEGER, 0) },
    },
    answer: page,
  },
  show: {
    method: 'GET',
    path: '/{area}/{name}',
    summary: 'Shows a record',
    answer: record,
  },
  create: {
    method: 'POST',
    path: '/{area}',
    summary: 'Creates a record; fields that are left out are drawn',
    body: anything,
    answer: record,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/{area}/{name}',
    summary: 'Changes a record by a JSON merge patch',
    body: anything,
    answer: record,
  },
  remove: {
    method: 'DELETE',
    path: '/{area}/{name}',
    summary: 'Deletes a record',
  },
})

/** Creates the control of the records of an area. */
export function createRecordControl(call: Call, area: string) {
  const { list, show, create, update, remove } = recordEndpoints
  return {
    /**
     * Lists records, the newest first.
     * @param query the filters of the API's list, the number of records to list (100) and to skip (0)
     * @returns the records, and how many the filters select in all
     * @throws InputError for an unknown filter, and for a value that cannot be used
     * @example
     * ```ts
     * const { items, total } = await fake.resources.list({ type: 'database', limit: 20 })
     * ```
     */
    async list(query: RecordQuery = {}): Promise<{ items: FixtureRecord[]; total: number }> {
      return await call(list, { path: { area }, query })
    },
    /** Returns a record, or undefined where none has the id. */
    async get(id: string): Promise<FixtureRecord | undefined> {
      try {
        return await call(show, { path: { area, name: id } })
      } catch (error) {
        if (error instanceof UnknownError) return undefined
        throw error
      }
    },
    /**
     * Creates a record.
     * @param record some of its fields; the others are drawn
     * @throws InputError for a record that cannot be used, and for an id that another record has
     */
    async create(record: FixtureRecord = {}): Promise<FixtureRecord> {
      return await call(create, { path: { area }, body: record })
    },
    /**
     * Changes a record.
     * @param patch a JSON merge patch (RFC 7396)
     * @throws InputError where no record has the id, and for a result that cannot be used; then nothing changes
     */
    async update(id: string, patch: FixtureRecord): Promise<FixtureRecord> {
      return await call(update, { path: { area, name: id }, body: patch })
    },
    /**
     * Deletes a record.
     * @throws InputError where no record has the id
     */
    async remove(id: string): Promise<void> {
      await call(remove, { path: { area, name: id } })
    },
  }
}

/** The records of one area in one sandbox, in the form of the fixture files. */
export interface RecordControl extends ReturnType<typeof createRecordControl> {}
