import type { Order, Term } from './base.ts'
import type { Matched } from './matched.ts'
import { firstIndex, indexIn } from './position-set.ts'
import type { Entry } from './sorted-entries.ts'

/** What a list in one order is put together from. */
interface Parts<R> {
  readonly order: Order<R>
  readonly terms: readonly Term[]
  /** Positions of the base whose records do not stand in the list, ascending. */
  readonly masked: readonly number[]
  /** What the sandbox has besides, in the same order. */
  readonly entries: readonly Entry<R>[]
  /** How many records of the base come before an entry, whether they are in the list or not. */
  readonly placeOf: (entry: Entry<R>) => number
}

/** What a sandbox shows of a table in one order: what is left of the base, and what it has besides. */
export class Merged<R> {
  readonly total: number
  /** How many records of the base are in the list. */
  readonly #leftTotal: number
  readonly #parts: Parts<R>
  readonly #matched: Matched
  /** The places of the base that the filter has and the list has not, ascending. */
  readonly #gone: readonly number[]

  constructor(parts: Parts<R>) {
    const { order, terms, masked, entries } = parts
    this.#parts = parts
    this.#matched = order.match(terms)
    const places = masked.length === 0 ? masked : order.placesOf(masked)
    this.#gone = terms.length === 0 ? places : places.filter((place) => this.#matched.has(place))
    this.#leftTotal = this.#matched.total - this.#gone.length
    this.total = this.#leftTotal + entries.length
  }

  /** Some of it, by place from 0; `end` is not included. Nothing outside is looked at, but in search of the first. */
  slice(start: number, end: number): readonly R[] {
    const { entries } = this.#parts
    const length = Math.min(end, this.total) - start
    const records: R[] = []
    let next = this.#entriesBefore(start)
    let ofBase = start - next
    let until = this.#leftBefore(entries[next])
    while (records.length < length) {
      const entry = entries[next]
      if (entry === undefined || ofBase < until) {
        records.push(this.#left(ofBase))
        ofBase += 1
      } else {
        records.push(entry.record)
        next += 1
        if (ofBase < this.#leftTotal) until = this.#leftBefore(entries[next])
      }
    }
    return records
  }

  /** How many entries stand before a place of the list. */
  #entriesBefore(place: number): number {
    const { entries } = this.#parts
    if (this.#leftTotal === 0) return place
    return firstIndex(entries.length, (index) => index + this.#leftBefore(entries[index]) >= place)
  }

  /** How many records of the base stand before an entry. */
  #leftBefore(entry: Entry<R> | undefined): number {
    if (entry === undefined) return this.#leftTotal
    const place = this.#parts.placeOf(entry)
    return this.#matched.before(place) - indexIn(this.#gone, place)
  }

  /** A record of those that are left of the base. */
  #left(index: number): R {
    const skipped = firstIndex(this.#gone.length, (gone) => this.#matched.before(this.#gone[gone] ?? 0) - gone > index)
    return this.#parts.order.record(this.#matched.at(index + skipped))
  }
}
