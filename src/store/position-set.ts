/** Bits of a word. */
const wordBits = 32

/** Half of a number of 32 bits, as a digit. */
const [digitMask, digitValues] = [0xffff, 0x10000]

/** How many positions of a table that has so many a set keeps as a list: as bits they would take no less room. */
const listed = (size: number): number => Math.max(8, Math.ceil(size / wordBits))

/** Bits that are set in a word. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** How many words the bits of so many positions take. */
export function wordsFor(size: number): number {
  return Math.ceil(size / wordBits)
}

/** Where a value would stand in an ascending list: the index of the first that is no less. */
export function indexIn(ascending: ArrayLike<number>, value: number): number {
  return firstIndex(ascending.length, (index) => (ascending[index] ?? 0) >= value)
}

/** The first index below a length from which on a condition holds; the length where it never does. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Positions in a table that have a value in common: few as a list, many as one bit for each position of the table. */
export class PositionSet {
  /** How many positions the table has. */
  readonly size: number
  #count = 0
  #last = -1
  #positions: number[] | undefined = []
  #words: Uint32Array | undefined

  constructor(size: number) {
    this.size = size
  }

  /** How many positions are in it. */
  get count(): number {
    return this.#count
  }

  /** The positions, ascending; undefined where they are many. */
  get positions(): readonly number[] | undefined {
    return this.#positions
  }

  /** Adds a position, none of which is less than those before; the last one again changes nothing. */
  push(position: number): void {
    if (position === this.#last) return
    this.#last = position
    this.#count += 1
    if (this.#positions === undefined) {
      this.#set(position)
      return
    }
    this.#positions.push(position)
    if (this.#count > listed(this.size)) {
      this.#words = this.words
      this.#positions = undefined
    }
  }

  /** Whether a position is in it. */
  has(position: number): boolean {
    if (this.#positions !== undefined) return this.#positions[indexIn(this.#positions, position)] === position
    return (((this.#words?.[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1
  }

  /** One bit for each position of the table, the lowest bit first. */
  get words(): Uint32Array {
    if (this.#words !== undefined) return this.#words
    const words = new Uint32Array(wordsFor(this.size))
    for (const position of this.#positions ?? [])
      words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31))
    return words
  }

  /** The set with its positions in another order. @param places the new position of each */
  reordered(places: Uint32Array): PositionSet {
    const set = new PositionSet(this.size)
    if (this.#positions !== undefined) {
      const moved = this.#positions.map((position) => places[position] ?? 0).sort((a, b) => a - b)
      for (const place of moved) set.push(place)
      return set
    }
    set.#count = this.#count
    set.#positions = undefined
    set.#words = new Uint32Array(wordsFor(this.size))
    this.#each((position) => set.#set(places[position] ?? 0))
    return set
  }

  #each(visit: (position: number) => void): void {
    this.#words?.forEach((word, index) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) visit(index * wordBits + countBits((rest & -rest) - 1))
    })
  }

  #set(position: number): void {
    if (this.#words !== undefined)
      this.#words[position >>> 5] = (this.#words[position >>> 5] ?? 0) | (1 << (position & 31))
  }
}

/** The positions of each value of some fields: every record is looked at once. */
export function indexRecords<R>(
  size: number,
  recordAt: (position: number) => R,
  fields: Readonly<Record<string, (record: R) => readonly string[]>>,
): Map<string, ReadonlyMap<string, PositionSet>> {
  const indexes = Object.entries(fields).map(([field, valuesOf]) => ({
    field,
    valuesOf,
    sets: new Map<string, PositionSet>(),
  }))
  for (let position = 0; position < size; position += 1) {
    const record = recordAt(position)
    for (const { valuesOf, sets } of indexes) {
      for (const value of valuesOf(record)) {
        let set = sets.get(value)
        if (set === undefined) {
          set = new PositionSet(size)
          sets.set(value, set)
        }
        set.push(position)
      }
    }
  }
  return new Map(indexes.map(({ field, sets }) => [field, sets]))
}

/** The indexes of some numbers of 32 bits, ascending by the numbers; those of equal ones stay in order (a radix sort). */
export function sortedIndexes(numbers: Uint32Array): Uint32Array {
  let order = Uint32Array.from(numbers, (_, index) => index)
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(digitValues + 1)
    for (const number of numbers) {
      const digit = (number >>> shift) & digitMask
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1
    }
    for (let digit = 0; digit < digitValues; digit += 1)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0)
    const next = new Uint32Array(numbers.length)
    for (const index of order) {
      const digit = ((numbers[index] ?? 0) >>> shift) & digitMask
      const place = starts[digit] ?? 0
      next[place] = index
      starts[digit] = place + 1
    }
    order = next
  }
  return order
}

/** For each index, where an order has it. */
export function inverse(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place += 1) places[order[place] ?? 0] = place
  return places
}
