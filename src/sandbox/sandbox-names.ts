/** Deleted names with a remembered incarnation: a fake that runs for months must not keep all of them. */
const mostRemembered = 10_000

/** The names of sandboxes that are not there, as plain data. */
export interface NamesState {
  /** How often the state of the fake was restored without what happened last: nothing that is drawn now was drawn then. */
  readonly uncleanEnds: number
  /** How many names were drawn. */
  readonly drawn: number
  /** The next incarnation of each deleted name, oldest deletion first. */
  readonly deleted: readonly (readonly [name: string, incarnation: number])[]
}

/** The names of sandboxes that were deleted or drawn. */
export class SandboxNames {
  readonly uncleanEnds: number
  #drawn: number
  readonly #next: Map<string, number>
  #changes = 0

  constructor({ uncleanEnds, drawn, deleted }: NamesState = { uncleanEnds: 0, drawn: 0, deleted: [] }) {
    this.uncleanEnds = uncleanEnds
    this.#drawn = drawn
    this.#next = new Map(deleted)
  }

  get state(): NamesState {
    return { uncleanEnds: this.uncleanEnds, drawn: this.#drawn, deleted: [...this.#next] }
  }

  /** Grows with each change of the state. */
  get changes(): number {
    return this.#changes
  }

  /** The incarnation of a new sandbox of a name. */
  incarnationOf(name: string): number {
    return this.#next.get(name) ?? 0
  }

  /** A name that was never drawn before (`sandbox-1`). */
  draw(): string {
    this.#drawn += 1
    this.#changes += 1
    return this.uncleanEnds === 0 ? `sandbox-${this.#drawn}` : `sandbox-${this.uncleanEnds}-${this.#drawn}`
  }

  /** Takes the name of a deleted sandbox. */
  deleted(name: string, incarnation: number): void {
    this.#changes += 1
    this.#next.delete(name)
    this.#next.set(name, incarnation + 1)
    const [oldest] = this.#next.keys()
    if (this.#next.size > mostRemembered && oldest !== undefined) this.#next.delete(oldest)
  }
}
