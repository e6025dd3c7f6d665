interface Entry<K> {
  readonly atMs: number
  /** What came first of two at one instant. */
  readonly number: number
  readonly key: K
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.number < b.number)

/**
 * What is due when, the earliest first (a binary heap). An entry is not removed when it is overtaken: whoever asks says
 * which entries still hold.
 */
export class PriorityQueue<K> {
  readonly #heap: Entry<K>[] = []
  #added = 0

  /** Adds an entry. */
  add(atMs: number, key: K): void {
    const heap = this.#heap
    const entry = { atMs, number: this.#added, key }
    this.#added += 1
    let at = heap.push(entry) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(entry, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = entry
  }

  /** The earliest entry that holds; those that do not are dropped on the way. */
  first(holds: (key: K, atMs: number) => boolean): { readonly atMs: number; readonly key: K } | undefined {
    for (;;) {
      const [first] = this.#heap
      if (first === undefined || holds(first.key, first.atMs)) return first
      this.take()
    }
  }

  /** All entries, in the order in which they come. */
  list(): readonly (readonly [atMs: number, key: K])[] {
    return this.#heap.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ atMs, key }) => [atMs, key])
  }

  /** Drops the earliest entry. */
  take(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const below = this.#earlierBelow(at)
      const child = heap[below]
      if (child === undefined || !isBefore(child, last)) break
      heap[at] = child
      at = below
    }
    heap[at] = last
  }

  #earlierBelow(at: number): number {
    const left = 2 * at + 1
    const [one, other] = [this.#heap[left], this.#heap[left + 1]]
    return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left
  }
}
