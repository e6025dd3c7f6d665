/** The label that stands for all that have none of their own. No sandbox, scenario, operation or choice has this name. */
export const otherLabel = '_other'

/** A number that only grows. */
export interface Counter {
  count: number
}

/** Counts by label. The labels beyond a bound share one, since clients can invent them without end. */
export class LabelCounts {
  readonly #byLabel = new Map<string, Counter>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The counter of a label. @param other the label that it has beyond the bound */
  of(label: string, other = otherLabel): Counter {
    const known = this.#byLabel.get(label)
    if (known !== undefined) return known
    if (this.#byLabel.size >= this.#most && label !== other) return this.of(other, other)
    const made = { count: 0 }
    this.#byLabel.set(label, made)
    return made
  }

  list(): readonly (readonly [label: string, count: number])[] {
    return [...this.#byLabel].map(([label, { count }]) => [label, count])
  }
}
