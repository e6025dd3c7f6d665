import type * as z from 'zod/mini'

import { InputError } from './input-error.ts'
import { readBy } from './read-by.ts'

/** How one kind of state is written down for a snapshot, and read from it again. */
export interface SnapshotPart<T> {
  /** What differs from new state, as plain data; undefined where nothing does. */
  readonly save: (state: T) => unknown
  /**
   * Makes new state what was saved.
   * @param before the state of the sandbox whose place is taken
   * @throws InputError for what cannot be used
   */
  readonly load: (state: T, saved: unknown, before: () => T) => void
}

/** Declares how state is kept. @param schema what `save` gives, after its way through JSON */
export function defineSnapshotPart<T, S>(
  schema: z.ZodMiniType<S>,
  save: (state: T) => unknown,
  load: (state: T, saved: S, before: () => T) => void,
): SnapshotPart<T> {
  return {
    save,
    load: (state, content, before) => {
      load(state, readBy(schema, content, 'what was saved'), before)
    },
  }
}

/** Declares that state is in no snapshot. @param reason why a sandbox that is loaded can do without it */
export function transient(reason: string): SnapshotPart<unknown> {
  return {
    save: () => undefined,
    load: () => {
      throw new InputError(`expected nothing, since no snapshot has it: ${reason}`)
    },
  }
}

/** Refuses items of which two have the same name. @param field what is told of them. @throws InputError */
export function requireDistinct<T>(items: readonly T[], toName: (item: T) => string | number, field: string): void {
  if (new Set(items.map(toName)).size === items.length) return
  throw new InputError('expected each of them once, got one twice', { field })
}
