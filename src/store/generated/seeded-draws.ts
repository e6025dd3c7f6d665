import type { Draws, Network, Weighted } from '../../random/draws.ts'
import { hexWord, RandomStream, toUuid } from '../../random/random.ts'
import { nouns } from './nouns.ts'
import { sortedIndexes } from './sorted-indexes.ts'

/** The first bytes of all addresses of a network. */
const networks = { 'test-net-3': [203, 0, 113], 'private-a': [10] } as const satisfies Record<
  Network,
  readonly number[]
>

// Both are odd, and each undoes a multiplication by the other, modulo 2³².
const [factor, undoing] = [0x9e3779b1, 0xe8b2f51]

/** Permutes the numbers of 32 bits. */
function scatter(number: number, key: number): number {
  let word = Math.imul(number ^ key, factor)
  word = Math.imul(word ^ (word >>> 16), factor)
  return (word ^ (word >>> 16)) >>> 0
}

/** Undoes `scatter`. */
function gather(word: number, key: number): number {
  let number = Math.imul(word ^ (word >>> 16), undoing)
  number = Math.imul(number ^ (number >>> 16), undoing)
  return (number ^ key) >>> 0
}

/**
 * Draws for many records of one kind, or for a single one with a label of its own. The draws of a record follow only from the
 * label and its number. No two records have the same id, because an id begins with the scattered number.
 */
export class SeededDraws implements Draws {
  readonly #stream: RandomStream
  readonly #words: readonly [number, number, number]
  readonly #spells: boolean
  #number = 0

  /** @param spells false makes every text empty, which is faster. All else is the same */
  constructor(label: string, spells = true) {
    this.#stream = new RandomStream(label)
    this.#words = [this.#stream.word(), this.#stream.word(), this.#stream.word()]
    this.#spells = spells
  }

  /** Starts the draws of a record. @param number a whole number of 32 bits; @param part starts other draws for the same record */
  begin(number: number, part = 0): this {
    const [a, b, c] = this.#words
    this.#number = number
    this.#stream.restart(a ^ number, b, c, part)
    return this
  }

  /** The number that an id begins with. */
  numberOf(id: string): number {
    return gather(Number.parseInt(id.slice(0, 8), 16), this.#words[0])
  }

  /** The numbers below a count, in the order of their ids. */
  numbersById(count: number): Uint32Array {
    const words = new Uint32Array(count)
    for (let number = 0; number < count; number += 1) words[number] = scatter(number, this.#words[0])
    return sortedIndexes(words)
  }

  uuid(): string {
    const [b, c, d] = [this.#stream.word(), this.#stream.word(), this.#stream.word()]
    return this.#spells ? toUuid(scatter(this.#number, this.#words[0]), b, c, d) : ''
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.int(0, values.length - 1)]
    if (value === undefined) throw new RangeError('there is nothing to pick')
    return value
  }

  weighted<T>(values: readonly Weighted<T>[]): T {
    let total = 0
    for (const { weight } of values) total += weight
    let rest = this.#stream.fraction() * total
    for (const { value, weight } of values) {
      rest -= weight
      if (rest < 0) return value
    }
    return this.pick(values).value
  }

  some<T>(values: readonly T[], min: number, max: number): T[] {
    const chosen = [...values]
    const count = this.int(min, max)
    for (let i = 0; i < count; i += 1) {
      const other = this.int(i, values.length - 1)
      const [a, b] = [chosen[i], chosen[other]]
      if (a !== undefined && b !== undefined) [chosen[i], chosen[other]] = [b, a]
    }
    chosen.length = count
    return chosen
  }

  chance(share: number): boolean {
    return this.#stream.fraction() < share
  }

  int(min: number, max: number): number {
    return this.#stream.int(min, max)
  }

  between(fromMs: number, untilMs: number): number {
    return this.int(fromMs, untilMs)
  }

  noun(): string {
    return this.pick(nouns)
  }

  digits(length: number): string {
    const number = this.int(0, 10 ** length - 1)
    return this.#spells ? String(number).padStart(length, '0') : ''
  }

  /** At most eight digits. */
  hex(length: number): string {
    const word = this.#stream.word()
    return this.#spells ? hexWord(word).slice(0, length) : ''
  }

  ipv4(network: Network): string {
    const word = this.#stream.word()
    if (!this.#spells) return ''
    const hosts = [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff]
    return [...networks[network], ...hosts].slice(0, 4).join('.')
  }
}
