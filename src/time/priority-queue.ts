import TinyQueue from 'tinyqueue'

interface Entry<K> {
  readonly atMs: number
  /** Orders the entries of one instant. */
  readonly rank: number
  readonly key: K
}

const compare = (a: Entry<unknown>, b: Entry<unknown>): number => a.atMs - b.atMs || a.rank - b.rank

/** Keys by the instant at which they are due, the earliest first. An outdated entry stays until `first` passes it. */
export class PriorityQueue<K> {
  readonly #entries = new TinyQueue<Entry<K>>([], compare)
  #added = 0

  /** @param rank its place among the entries of the same instant (the last) */
  add(atMs: number, key: K, rank = this.#added): void {
    this.#entries.push({ atMs, rank, key })
    this.#added += 1
  }

  /** Returns the earliest entry that is still valid, and drops the outdated ones before it. */
  first(isValid: (key: K, atMs: number) => boolean): { readonly atMs: number; readonly key: K } | undefined {
    for (;;) {
      const first = this.#entries.peek()
      if (first === undefined || isValid(first.key, first.atMs)) return first
      this.take()
    }
  }

  /** Drops the earliest entry. */
  take(): void {
    this.#entries.pop()
  }
}
