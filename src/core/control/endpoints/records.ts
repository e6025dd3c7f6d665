import * as z from 'zod/mini'

import { isUnknown } from '../../lib/input-error.ts'
import { recordOf } from '../../lib/record-of.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import type { Call } from '../client/call.ts'
import { anything, component, count, del, get, namedObject, parameter, patch, post } from './endpoint.ts'

const record = component('Row', () => z.record(z.string(), z.unknown()))
const page = namedObject('Rows', () => ({ items: z.array(record()), total: count() }))

/** A record, in the form of the fixture files, of an area that only the fake knows. */
export type FixtureRecord = z.infer<ReturnType<typeof record>>

/** What the types of a client take from the records of an area. */
export interface RecordKind {
  /** A record in the form of its fixture file. */
  readonly row: object
  /** Name of a filter of the API's list. */
  readonly filter: string
}

/** The kind of records of each area, by its name. */
export type RecordKinds = Readonly<Record<string, RecordKind>>

/** A kind of records that only the fake knows. */
export interface AnyKind extends RecordKind {
  readonly row: FixtureRecord
}

/** A selection of records (all): the filters of the list in the API, and a page. */
export type RecordQuery<Kind extends RecordKind> = {
  /** The maximum number of records (100). */
  readonly limit?: number
  /** The number of records to skip (0). */
  readonly offset?: number
} & { readonly [Filter in Kind['filter']]?: string | number | readonly string[] | undefined }

/** Some fields of a record: partial objects, whole lists, and null to leave an optional field out. */
export type RecordFields<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? {
        readonly [Field in keyof Value]?:
          | RecordFields<Value[Field]>
          | (undefined extends Value[Field] ? null : never)
          | undefined
      }
    : Value

const pageQuery = {
  limit: parameter('The maximum number of records.', () => z._default(wholeNumber(1, 1000), 100)),
  offset: parameter('The number of records to skip.', () => z._default(wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)),
}

const kind = 'the kind of records'

const recordArguments = {
  kind,
  'field=value': `values in JSON, or as text: score=5, name=db, tags=[], name='"5"'`,
}

/** The endpoints of each area that has records: `{area}` stands for its name, and the operation ids are `arrange.AREA.ID`. */
export const recordEndpoints = {
  list: get('/{area}', 'Lists the records, the newest first', {
    query: pageQuery,
    answer: page,
    commands: {
      'record list <kind> [name=value...]': {
        arguments: { kind, 'name=value': "filters of the API's list, such as type=database" },
      },
    },
  }),
  show: get('/{area}/{name}', 'Shows a record', {
    answer: record,
    commands: { 'record show <kind> <id>': { arguments: { kind } } },
  }),
  create: post('/{area}', 'Creates a record; missing fields are generated', {
    body: anything,
    answer: record,
    status: 201,
    commands: { 'record create <kind> [field=value...]': { arguments: recordArguments } },
  }),
  update: patch('/{area}/{name}', 'Changes a record by a JSON merge patch', {
    body: anything,
    answer: record,
    commands: {
      'record set <kind> <id> [field=value...]': {
        about: 'change fields of a record; null removes one',
        arguments: recordArguments,
      },
    },
  }),
  remove: del('/{area}/{name}', 'Deletes a record', {
    commands: { 'record delete <kind> <id>': { arguments: { kind } } },
  }),
}

function createRecordControl(call: Call, area: string): RecordControl<AnyKind> {
  const { list, show, create, update, remove } = recordEndpoints
  return {
    list: (query = {}) => call(list, { path: { area }, query }),
    get: (id) =>
      call(show, { path: { area, name: id } }).catch((error: unknown) => {
        if (isUnknown(error)) return undefined
        throw error
      }),
    create: (fields = {}) => call(create, { path: { area }, body: fields }),
    update: (id, patch) => call(update, { path: { area, name: id }, body: patch }),
    remove: (id) => call(remove, { path: { area, name: id } }),
  }
}

/** The records of one area in one sandbox, in the form of the fixture files. */
export interface RecordControl<Kind extends RecordKind> {
  /**
   * Lists records, the newest first.
   * @param query the filters of the API's list, the number of records to list (100) and to skip (0)
   * @returns the records, and how many the filters select in all
   * @example
   * ```ts
   * const { items, total } = await fake.resources.list({ type: 'database', limit: 20 })
   * ```
   */
  list(query?: RecordQuery<Kind>): Promise<{ items: Kind['row'][]; total: number }>
  /** Returns a record, or undefined for an unknown id. */
  get(id: string): Promise<Kind['row'] | undefined>
  /** @param fields some fields of the record; the others are generated */
  create(fields?: RecordFields<Kind['row']>): Promise<Kind['row']>
  /** @param patch a JSON merge patch (RFC 7396) */
  update(id: string, patch: RecordFields<Kind['row']>): Promise<Kind['row']>
  remove(id: string): Promise<void>
}

/** The records of each area in one sandbox. */
export type RecordControls<Area extends string, Kinds extends RecordKinds> = {
  readonly [Name in Area]: RecordControl<Kinds[Name]>
}

export function createRecordControls<Area extends string, Kinds extends RecordKinds>(
  call: Call,
  areas: readonly Area[],
): RecordControls<Area, Kinds>
export function createRecordControls(call: Call, areas: readonly string[]): Record<string, RecordControl<AnyKind>> {
  return recordOf(areas, (area) => createRecordControl(call, area))
}
