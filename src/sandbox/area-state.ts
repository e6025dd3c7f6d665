import type * as z from 'zod/mini'

import { InputError, inTermsOf } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'
import { Collection, collectionState } from '../store/collection.ts'
import { refuseForeignIds, type Table } from '../store/dataset.ts'
import type { Sandbox } from './sandbox.ts'

/** The states of parts in a snapshot, by id. */
export class SavedParts {
  readonly #states: Readonly<Record<string, unknown>>

  constructor(states: Readonly<Record<string, unknown>> = {}) {
    this.#states = states
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#states, id)
  }

  /** Makes a part from its state, or as new. @throws InputError with the path of what cannot be used */
  open<S, T>(id: string, schema: z.ZodMiniType<S>, create: (state?: S) => T): T {
    if (!this.has(id)) return create()
    return inTermsOf(`parts.${id}`, () => create(readBy(schema, this.#states[id], 'the state')))
  }

  /** @throws InputError for a part that is not one of the known */
  refuseOthers(known: readonly string[]): void {
    const other = Object.keys(this.#states).find((id) => !known.includes(id))
    if (other === undefined) return
    throw new InputError(`not a known part${orKnown([other], known)}`, { field: `parts.${other}` })
  }
}

/** A part of a sandbox. */
export interface Part {
  /** Plain data; undefined where it is as in a new sandbox. */
  readonly state: unknown
}

/** Gives the part of a sandbox. */
export type SandboxState<T> = (sandbox: Sandbox) => T

/** A part that an area adds to each sandbox. Call it to get the part, which is made when it is first used. */
export interface AreaState<T extends Part> extends SandboxState<T> {
  /** Its name in a snapshot. */
  readonly id: string
  /** Makes the part of a new sandbox from a snapshot. @throws InputError for a state that cannot be used */
  readonly restore: (sandbox: Sandbox, saved: SavedParts) => void
  /** The state of the part; undefined where it was not used. */
  readonly stateIn: (sandbox: Sandbox) => unknown
}

interface AreaStateDefinition<T extends Part, S> {
  readonly id: string
  /** Of the state in a snapshot, after its way through JSON. */
  readonly schema: z.ZodMiniType<S>
  /** Makes the part from its state, or as new. @throws InputError for a state that cannot be used */
  readonly create: (sandbox: Sandbox, state?: S) => T
}

/** Declares a part that each sandbox makes when it is first used. */
export function defineState<T extends Part, S>({ id, schema, create }: AreaStateDefinition<T, S>): AreaState<T> {
  const parts = new WeakMap<Sandbox, T>()
  const add = (sandbox: Sandbox, part: T): T => {
    parts.set(sandbox, part)
    return part
  }
  return Object.assign((sandbox: Sandbox) => parts.get(sandbox) ?? add(sandbox, create(sandbox)), {
    id,
    restore: (sandbox: Sandbox, saved: SavedParts) => {
      if (saved.has(id))
        add(
          sandbox,
          saved.open(id, schema, (state?: S) => create(sandbox, state)),
        )
    },
    stateIn: (sandbox: Sandbox) => parts.get(sandbox)?.state,
  })
}

/** Declares the records of a table in each sandbox. @param record a record in a snapshot, after its way through JSON */
export function defineCollection<R extends object>(
  id: string,
  table: Table<R>,
  record: z.ZodMiniType<R>,
): AreaState<Collection<R>> {
  return defineState({
    id,
    schema: collectionState(record),
    create: ({ dataset, storage, scenarios }, state) => {
      for (const { record: saved } of [...(state?.added ?? []), ...(state?.replaced ?? [])]) {
        refuseForeignIds(table.definition, saved, scenarios.settings.profile)
      }
      const collection = new Collection(table.index(dataset), state)
      storage.take(collection.storedBytes)
      return collection
    },
  })
}
