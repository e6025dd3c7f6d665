import type * as z from 'zod/mini'

import { InputError, withSubject } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'
import { Collection, collectionState } from '../store/collection.ts'
import { rejectInvalidFields, type Table } from '../store/dataset.ts'
import type { Sandbox } from './sandbox.ts'

export class SavedParts {
  readonly #states: Readonly<Record<string, unknown>>

  constructor(states: Readonly<Record<string, unknown>> = {}) {
    this.#states = states
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#states, id)
  }

  /** Restores a part from its state, or creates it new. @throws InputError with the path of an invalid field */
  open<S, T>(id: string, schema: z.ZodMiniType<S>, create: (state?: S) => T): T {
    if (!this.has(id)) return create()
    return withSubject(`parts.${id}`, () => create(readBy(schema, this.#states[id], 'the state')))
  }

  /** @throws InputError for an unknown part */
  refuseOthers(known: readonly string[]): void {
    const other = Object.keys(this.#states).find((id) => !known.includes(id))
    if (other === undefined) return
    throw new InputError(`not a known part${orKnown([other], known)}`, { field: `parts.${other}` })
  }
}

/** The records of a table in each sandbox. Calling it returns the collection of one sandbox, created on first use. */
export type AreaCollection<R extends object> = ReturnType<typeof defineCollection<R>>

export type AreaStorage = Pick<AreaCollection<never>, 'id' | 'restore' | 'stateIn'>

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
    restore: (sandbox: Sandbox, saved: SavedParts): void => {
      if (saved.has(id)) saved.open(id, schema, (state) => add(sandbox, state))
    },
    /** The state of the part as plain data; undefined if it equals a new sandbox's. */
    stateIn: (sandbox: Sandbox): unknown => collections.get(sandbox)?.state,
  })
}
