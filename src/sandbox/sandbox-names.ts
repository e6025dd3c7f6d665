/** The most deleted names that are known: a fake that runs for months must not keep all of them. */
const mostDeleted = 10_000

/** The names of sandboxes that are not there, as plain data. */
export interface NamesState {
  /** How often the state of the fake was restored without what happened last: nothing that is drawn now was drawn then. */
  readonly uncleanEnds: number
  readonly drawn: number
  /** The next incarnation of each deleted name, the oldest deletion first: what was read of the old one does not fit the new one. */
  readonly deleted: readonly (readonly [name: string, incarnation: number])[]
}

/** The names of sandboxes that were drawn or deleted. */
export class SandboxNames {
  readonly uncleanEnds: number
  #drawn: number
  readonly #deleted: Map<string, number>

  constructor({ uncleanEnds, drawn, deleted }: NamesState = { uncleanEnds: 0, drawn: 0, deleted: [] }) {
    this.uncleanEnds = uncleanEnds
    this.#drawn = drawn
    this.#deleted = new Map(deleted)
  }

  get state(): NamesState {
    return { uncleanEnds: this.uncleanEnds, drawn: this.#drawn, deleted: [...this.#deleted] }
  }

  /** The incarnation of a new sandbox of a name. */
  incarnationOf(name: string): number {
    return this.#deleted.get(name) ?? 0
  }

  /** A name that was never drawn before (`sandbox-1`). */
  draw(): string {
    this.#drawn += 1
    return this.uncleanEnds === 0 ? `sandbox-${this.#drawn}` : `sandbox-${this.uncleanEnds}-${this.#drawn}`
  }

  deleted(name: string, incarnation: number): void {
    this.#deleted.delete(name)
    this.#deleted.set(name, incarnation + 1)
    const [oldest] = this.#deleted.keys()
    if (this.#deleted.size > mostDeleted && oldest !== undefined) this.#deleted.delete(oldest)
  }
}
