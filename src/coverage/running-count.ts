import type { Operation } from '../http/operation.ts'
import type { Journals } from '../journal/journals.ts'
import { Tally } from './tally.ts'

/** Sandboxes with a count of their own: a fake that runs for months must not keep all. */
const mostSandboxes = 10_000

/** Counts the requests of a fake as they come, so that no reset, deletion or full journal takes any away. */
export class RunningCount {
  /** Of all sandboxes. */
  readonly all = new Tally()
  /** The one that was used longest ago comes first. */
  readonly #bySandbox = new Map<string, Tally>()

  constructor(journals: Journals, operations: readonly Operation[]) {
    const byId = new Map(operations.map((operation) => [operation.id, operation]))
    journals.follow((entry) => {
      const operation = entry.operation === undefined ? undefined : byId.get(entry.operation)
      for (const tally of [this.all, this.#use(entry.sandbox.name)]) tally.add(entry, operation)
    })
  }

  #use(sandbox: string): Tally {
    const tally = this.of(sandbox)
    this.#bySandbox.delete(sandbox)
    this.#bySandbox.set(sandbox, tally)
    const [oldest] = this.#bySandbox.keys()
    if (this.#bySandbox.size > mostSandboxes && oldest !== undefined) this.#bySandbox.delete(oldest)
    return tally
  }

  /** The count of one sandbox, and of all that had its name. */
  of(sandbox: string): Tally {
    return this.#bySandbox.get(sandbox) ?? new Tally()
  }
}
