import { countBits, firstIndex, indexIn, type PositionSet, wordsFor } from './position-set.ts'

/** The positions of a table that a filter leaves, ascending. */
export interface Matched {
  readonly total: number
  /** The position with so many before it in the filter. @param index from 0, below the total */
  readonly at: (index: number) => number
  /** How many of the positions lie before one of the table. */
  readonly before: (position: number) => number
  readonly has: (position: number) => boolean
}

/** Some of a value's sets: a position is in the group when it is in one of them. */
export type Group = readonly PositionSet[]

/** Every position of a table. */
export function matchAll(size: number): Matched {
  return { total: size, at: (index) => index, before: (position) => position, has: (position) => position < size }
}

/** The positions that every group has; where some group is short, no other is walked. */
export function matchGroups(size: number, groups: readonly Group[]): Matched {
  const shortest = groups
    .filter((group) => group.every(({ positions }) => positions !== undefined))
    .toSorted((a, b) => countOf(a) - countOf(b))[0]
  if (shortest === undefined) return new MatchedBits(size, groups)
  const others = groups.filter((group) => group !== shortest)
  const positions = union(shortest).filter((position) =>
    others.every((group) => group.some((set) => set.has(position))),
  )
  return matchList(positions)
}

function countOf(group: Group): number {
  return group.reduce((sum, { count }) => sum + count, 0)
}

function union(group: Group): readonly number[] {
  const lists = group.map(({ positions = [] }) => positions)
  const [only = []] = lists
  return lists.length <= 1 ? only : [...new Set(lists.flat())].sort((a, b) => a - b)
}

function matchList(positions: readonly number[]): Matched {
  return {
    total: positions.length,
    at: (index) => positions[index] ?? 0,
    before: (position) => indexIn(positions, position),
    has: (position) => positions[indexIn(positions, position)] === position,
  }
}

/** Words whose bits are counted together. */
const blockWords = 32

/** The groups' bits, put together block by block: only how many bits each block has is kept. */
export class MatchedBits implements Matched {
  readonly total: number
  readonly #groups: readonly (readonly Uint32Array[])[]
  readonly #words: number
  /** How many bits lie before each block. */
  readonly #before: Uint32Array
  /** The words of one block. */
  readonly #block = new Uint32Array(blockWords)
  #blockIndex = -1

  constructor(size: number, groups: readonly Group[]) {
    this.#words = wordsFor(size)
    this.#groups = groups.map((group) => group.map((set) => set.words))
    const blocks = Math.ceil(this.#words / blockWords)
    this.#before = new Uint32Array(blocks)
    let total = 0
    for (let block = 0; block < blocks; block += 1) {
      this.#before[block] = total
      this.#load(block)
      for (let i = 0; i < blockWords; i += 1) total += countBits(this.#block[i] ?? 0)
    }
    this.total = total
  }

  at(index: number): number {
    const block = firstIndex(this.#before.length, (next) => (this.#before[next] ?? 0) > index) - 1
    this.#load(block)
    let rest = index - (this.#before[block] ?? 0)
    for (let i = 0; i < blockWords; i += 1) {
      let word = this.#block[i] ?? 0
      const count = countBits(word)
      if (rest < count) {
        for (; rest > 0; rest -= 1) word &= word - 1
        return (block * blockWords + i) * 32 + countBits((word & -word) - 1)
      }
      rest -= count
    }
    return 0
  }

  before(position: number): number {
    const word = position >>> 5
    const block = Math.floor(word / blockWords)
    if (block >= this.#before.length) return this.total
    this.#load(block)
    let count = this.#before[block] ?? 0
    const last = word % blockWords
    for (let i = 0; i < last; i += 1) count += countBits(this.#block[i] ?? 0)
    return count + countBits((this.#block[last] ?? 0) & ((1 << (position & 31)) - 1))
  }

  has(position: number): boolean {
    const word = position >>> 5
    const bit = 1 << (position & 31)
    return this.#groups.every((sets) => sets.some((set) => ((set[word] ?? 0) & bit) !== 0))
  }

  #load(block: number): void {
    if (this.#blockIndex === block) return
    this.#blockIndex = block
    const start = block * blockWords
    const length = Math.min(blockWords, this.#words - start)
    this.#block.fill(0xffffffff, 0, length)
    this.#block.fill(0, length)
    for (const sets of this.#groups) narrow(this.#block, sets, start, length)
  }
}

/** Takes out of a block what is in none of some sets. */
function narrow(block: Uint32Array, [first, ...more]: readonly Uint32Array[], start: number, length: number): void {
  if (first === undefined) {
    block.fill(0)
    return
  }
  for (let i = 0; i < length; i += 1) {
    let word = first[start + i] ?? 0
    for (const set of more) word |= set[start + i] ?? 0
    block[i] = (block[i] ?? 0) & word
  }
}
