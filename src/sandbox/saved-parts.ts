import type * as z from 'zod/mini'

import { InputError, inTermsOf } from '../lib/input-error.ts'
import { orKnown } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'

/** The states of parts in a snapshot, by id. */
export class SavedParts {
  readonly #states: Readonly<Record<string, unknown>>

  constructor(states: Readonly<Record<string, unknown>>) {
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
    if (other !== undefined)
      throw new InputError(`not a known part${orKnown([other], known)}`, { field: `parts.${other}` })
  }
}

/** The states of a new sandbox. */
export const nothingSaved = new SavedParts({})
