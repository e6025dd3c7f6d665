import type { Operation } from '../http/operation.ts'
import type { Journals } from '../journal/journal.ts'
import { Tally } from './tally.ts'

/** Counts the requests of a fake as they come, so that no reset, deletion or full journal takes any away. */
export class RunningCount {
  /** Of all sandboxes. */
  readonly all = new Tally()
  readonly #bySandbox = new Map<string, Tally>()

  constructor(journals: Journals, operations: readonly Operation[]) {
    const byId = new Map(operations.map((operation) => [operation.id, operation]))
    journals.follow((entry) => {
      const operation = entry.operation === undefined ? undefined : byId.get(entry.operation)
      const { name } = entry.sandbox
      const own = this.#bySandbox.get(name) ?? new Tally()
      this.#bySandbox.set(name, own)
      for (const tally of [this.all, own]) tally.add(entry, operation)
    })
  }

  /** The count of one sandbox, and of all that had its name. */
  of(sandbox: string): Tally {
    return this.#bySandbox.get(sandbox) ?? new Tally()
  }
}
