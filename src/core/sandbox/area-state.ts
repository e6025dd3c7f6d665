import type * as z from 'zod/mini'

import { withSubject } from '../lib/input-error.ts'
import { readBy } from '../lib/read-by.ts'
import type { Notice, Notification } from '../notifications/delivery.ts'
import { Collection, collectionState } from '../store/collection.ts'
import { rejectInvalidFields, type Table } from '../store/dataset.ts'
import type { Sandbox } from './sandbox.ts'

/** The state of each part of a sandbox that differs from a new one, by id. */
export type Parts = Readonly<Record<string, unknown>>

/** Restores a part from its state, or creates it new. @throws InputError with the path of an invalid field */
export function openPart<S, T>(parts: Parts, id: string, schema: z.ZodMiniType<S>, create: (state?: S) => T): T {
  if (!Object.hasOwn(parts, id)) return create()
  return withSubject(`parts.${id}`, () => create(readBy(schema, parts[id], 'the state')))
}

/** What an area keeps in each sandbox, and how it notifies. */
export interface SandboxArea {
  readonly storage: Pick<AreaCollection<never>, 'id' | 'restore' | 'stateIn'>
  /** Composes the notifications of a change that is due (none). */
  readonly notify?: (sandbox: Sandbox, notice: Notice) => readonly Notification[]
}

/** The records of a table in each sandbox. Calling it returns the collection of one sandbox, created on first use. */
export type AreaCollection<R extends object> = ReturnType<typeof defineCollection<R>>

/** @param id the name of the area @param record the schema of a record in a snapshot */
export function defineCollection<R extends object>(id: string, table: Table<R>, record: z.ZodMiniType<R>) {
  const collections = new WeakMap<Sandbox, Collection<R>>()
  const schema = collectionState(record)
  const add = (sandbox: Sandbox, state?: z.infer<typeof schema>): Collection<R> => {
    const { dataset, storage, scenarios } = sandbox
    for (const { record: saved } of state?.records ?? []) {
      rejectInvalidFields(table.definition, saved, scenarios.settings.profile)
    }
    const collection = new Collection(table.index(dataset), state)
    storage.take(collection.storedBytes)
    collections.set(sandbox, collection)
    return collection
  }
  return Object.assign((sandbox: Sandbox) => collections.get(sandbox) ?? add(sandbox), {
    id,
    table,
    /** Restores the part of a new sandbox from a snapshot. @throws InputError for an invalid state */
    restore: (sandbox: Sandbox, parts: Parts): void => {
      openPart(parts, id, schema, (state) => (state === undefined ? undefined : add(sandbox, state)))
    },
    /** The state of the part as plain data; undefined if it equals a new sandbox's. */
    stateIn: (sandbox: Sandbox): unknown => collections.get(sandbox)?.state,
  })
}
