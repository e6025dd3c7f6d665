import type * as z from 'zod/mini'

import { Collection, collectionState } from '../store/collection.ts'
import { refuseForeignIds, type Table } from '../store/dataset.ts'
import type { Sandbox } from './sandbox.ts'
import { nothingSaved, type SavedParts } from './saved-parts.ts'

/** A part of a sandbox. */
export interface Part {
  /** Plain data; undefined where it is as in a new sandbox. */
  readonly state: unknown
}

/** Gives the part of a sandbox. */
export type SandboxState<T> = (sandbox: Sandbox) => T

/** A part that an area adds to each sandbox. Call it to get the part. */
export interface AreaState<T extends Part> extends SandboxState<T> {
  /** Its name in a snapshot. */
  readonly id: string
  readonly open: (sandbox: Sandbox, saved: SavedParts) => T
}

interface MadePart<T extends Part> {
  readonly definition: AreaState<T>
  readonly part: T
}

function isOf<T extends Part>(made: MadePart<Part> | undefined, definition: AreaState<T>): made is MadePart<T> {
  return made?.definition === definition
}

/** The parts that areas add to one sandbox. Each is made when it is first used. */
export class AreaParts {
  readonly #sandbox: Sandbox
  readonly #definitions: readonly AreaState<Part>[]
  readonly #made = new Map<string, MadePart<Part>>()
  #saved = nothingSaved

  constructor(sandbox: Sandbox, definitions: readonly AreaState<Part>[]) {
    this.#sandbox = sandbox
    this.#definitions = definitions
  }

  get ids(): readonly string[] {
    return this.#definitions.map(({ id }) => id)
  }

  /** The states of the parts that were used, in the order of their definitions. */
  get states(): readonly (readonly [id: string, state: unknown])[] {
    return this.ids.map((id) => [id, this.#made.get(id)?.part.state])
  }

  get<T extends Part>(definition: AreaState<T>): T {
    const { id } = definition
    const made = this.#made.get(id)
    if (isOf(made, definition)) return made.part
    if (made !== undefined || !this.#definitions.includes(definition)) {
      throw new Error(`the part ${id} is not the one of an area of this fake`)
    }
    const part = definition.open(this.#sandbox, this.#saved)
    this.#made.set(id, { definition, part })
    return part
  }

  /** Makes the parts of a snapshot. @throws InputError for a state that cannot be used */
  restore(saved: SavedParts): void {
    this.#saved = saved
    for (const definition of this.#definitions) if (saved.has(definition.id)) this.get(definition)
    this.#saved = nothingSaved
  }
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
  const state: AreaState<T> = Object.assign((sandbox: Sandbox) => sandbox.part(state), {
    id,
    open: (sandbox: Sandbox, saved: SavedParts) => saved.open(id, schema, (read?: S) => create(sandbox, read)),
  })
  return state
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
