/** A sequence of seeded random values (mulberry32). It is the session's own, so no change of the program moves it. */
export class Random {
  #state: number

  constructor(label: string) {
    this.#state = 0x811c9dc5
    for (const char of label) this.#state = Math.imul(this.#state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  }

  /** A number from 0 up to, not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number below a bound. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** One of some values. It draws once, however many there are. */
  pick<T>(values: readonly T[]): T {
    const { [this.below(values.length)]: picked } = values
    if (picked === undefined) throw new Error('expected at least one value to pick from')
    return picked
  }

  /** The same values in another order. */
  shuffle<T>(values: readonly T[]): readonly T[] {
    return values
      .map((value) => ({ value, place: this.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value)
  }
}
