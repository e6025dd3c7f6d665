import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import { toStoredId } from '../random/ids.ts'
import { rejectInvalidFields, type TableDefinition } from '../store/dataset.ts'
import { pinnedAt } from '../time/lifecycle.ts'
import type { Sandbox } from './sandbox.ts'

/** A record in the form of its fixture file. */
export type FixtureRecord = JsonObject

/** The row of a record, with its status at an instant. */
export function toRow<R extends object>(table: TableDefinition<R>, record: R, nowMs: number): FixtureRecord {
  const { record: codec, lifecycle } = table
  const standing = lifecycle && { lifecycle: pinnedAt(lifecycle(record), nowMs) }
  const row: unknown = z.encode(codec, { ...record, ...standing })
  const fields = isJsonObject(row) ? Object.entries(row) : []
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** @throws InputError for an invalid field */
export function readRow<R extends object>(table: TableDefinition<R>, { scenarios }: Sandbox, row: FixtureRecord): R {
  rejectInvalidFields(table, row, scenarios.settings.profile)
  return readBy(table.record, row, 'the record')
}

type Ids = Pick<TableDefinition<never>, 'ids'>

/** The stored form of an id in a field. */
export function toStored({ ids }: Ids, { scenarios }: Sandbox, field: string, id: string): string {
  const kind = ids?.[field]?.kind(scenarios.settings.profile)
  return kind === undefined ? id.toLowerCase() : toStoredId(id, kind)
}

/** The given fields, with ids in their stored form. @param whole what they are, for messages (`the record`) */
export function readGiven(table: Ids, sandbox: Sandbox, value: unknown, whole: string): FixtureRecord {
  if (!isJsonObject(value)) {
    const got = value === undefined ? ', such as {}, got none' : `, got ${quote(value)}`
    throw new InputError(`${whole}: expected an object${got}`)
  }
  const fields = ['id', ...Object.keys(table.ids ?? {})]
  const ids = fields.flatMap((field) => {
    const id = value[field]
    return typeof id === 'string' ? [[field, toStored(table, sandbox, field, id)]] : []
  })
  // Without `extra`, its `inList` goes too.
  const gone = value['extra'] === null ? { inList: null } : {}
  return { ...gone, ...value, ...Object.fromEntries(ids) }
}
