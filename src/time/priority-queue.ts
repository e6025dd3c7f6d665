import TinyQueue from 'tinyqueue'

interface Entry<K> {
  readonly atMs: number
  /** Orders the entries of one instant by when they were added. */
  readonly number: number
  readonly key: K
}

const compare = (a: Entry<unknown>, b: Entry<unknown>): number => a.atMs - b.atMs || a.number - b.number

/** Keys by the instant at which they are due, the earliest first. An outdated entry stays until `first` passes it. */
export class PriorityQueue<K> {
  readonly #entries = new TinyQueue<Entry<K>>([], compare)
  #added = 0

  add(atMs: number, key: K): void {
    this.#entries.push({ atMs, number: this.#added, key })
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

  /** Lists all entries in order. */
  list(): readonly (readonly [atMs: number, key: K])[] {
    return this.#entries.data.toSorted(compare).map(({ atMs, key }) => [atMs, key])
  }

  /** Drops the earliest entry. */
  take(): void {
    this.#entries.pop()
  }
}
