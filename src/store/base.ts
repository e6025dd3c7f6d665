import { lazily } from '../lib/lazily.ts'
import { statusChangedAt } from '../time/lifecycle.ts'
import { type Matched, matchAll, MatchedBits, matchGroups } from './matched.ts'
import { firstIndex, inverse, type PositionSet } from './position-set.ts'
import type { RecordShape, RecordSource } from './record-source.ts'

/** A filter: the record has at least one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** Whether a record is what a filter asks for. */
export function holds<R>(shape: RecordShape<R>, record: R, { field, anyOf }: Term): boolean {
  return shape.fields[field]?.(record).some((value) => anyOf.includes(value)) ?? false
}

/** An order of a table: each record has a place in it, from 0. */
export interface Order<R> {
  readonly record: (place: number) => R
  /** The places of the records at some positions of the base: both are ascending. */
  readonly placesOf: (positions: readonly number[]) => readonly number[]
  /** The places of the records that all filters ask for. */
  readonly match: (terms: readonly Term[]) => Matched
}

/** Filters whose counts are kept in each order; of a table of a million, a count takes 4 KB. */
const countsKept = 64

/** The immutable records of a table, shared by every sandbox; each index is made once, when first asked for. */
export class Base<R> {
  /** How many records there are. */
  readonly count: number
  /** Oldest first. */
  readonly oldestFirst: Order<R>
  /** By id, ascending: made when first asked for. */
  readonly byId: () => Order<R>
  /** By when each reached the phase that it is settled in, the older first: made when first asked for. */
  readonly byReached: () => Order<R>
  readonly #shape: RecordShape<R>
  readonly #source: RecordSource<R>

  constructor(shape: RecordShape<R>, source: RecordSource<R>) {
    this.#shape = shape
    this.#source = source
    this.count = source.count
    this.oldestFirst = {
      record: source.record,
      placesOf: (positions) => positions,
      match: this.#matcher((set) => set),
    }
    this.byId = lazily(() => this.#orderOf(source.byId()))
    this.byReached = lazily(() => this.#orderOf(this.#positionsByReached()))
  }

  /** All records, oldest first. */
  get records(): readonly R[] {
    return Array.from({ length: this.count }, (_, position) => this.#source.record(position))
  }

  /** The record with an id. */
  get(id: string): R | undefined {
    return this.#source.get(id)
  }

  /** Where the record with an id stands, from 0, the oldest; undefined where there is none. */
  position(id: string): number | undefined {
    return this.#source.position(id)
  }

  /** Whether a value occurs in a field. */
  has(field: string, value: string): boolean {
    return this.#source.index(field).has(value)
  }

  /** The values that occur in a field. */
  values(field: string): Iterable<string> {
    return this.#source.index(field).keys()
  }

  /** How many records come before one that was made at an instant, at a position among those of the same instant. */
  olderThan(createdAt: number, position: number): number {
    return firstIndex(this.count, (other) => {
      const otherAt = this.#source.createdAt(other)
      return otherAt > createdAt || (otherAt === createdAt && other >= position)
    })
  }

  /** How many records have an id that comes before one. */
  idsBefore(id: string): number {
    const { record } = this.byId()
    return firstIndex(this.count, (place) => this.#shape.id(record(place)) >= id)
  }

  /** How many records reached their phase before an instant, or at it and are among the first so many. */
  reachedBefore(atMs: number, place: number): number {
    const { record } = this.byReached()
    const { position } = this.#source
    return firstIndex(this.count, (index) => {
      const other = record(index)
      const otherMs = this.#reachedAt(other)
      return otherMs > atMs || (otherMs === atMs && (position(this.#shape.id(other)) ?? 0) >= place)
    })
  }

  #reachedAt(record: R): number {
    const lifecycle = this.#shape.lifecycle?.(record)
    return lifecycle === undefined
      ? this.#shape.createdAt(record)
      : statusChangedAt(lifecycle, lifecycle.pinned ?? 'pending')
  }

  #positionsByReached(): Uint32Array {
    const instants = Float64Array.from({ length: this.count }, (_, position) =>
      this.#reachedAt(this.#source.record(position)),
    )
    const positions = Array.from(instants, (_, position) => position)
    return Uint32Array.from(positions.sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0) || a - b))
  }

  #orderOf(positions: Uint32Array): Order<R> {
    const ranks = inverse(positions)
    const sets = new WeakMap<PositionSet, PositionSet>()
    return {
      record: (place) => this.#source.record(positions[place] ?? 0),
      placesOf: (some) => some.map((position) => ranks[position] ?? 0).sort((a, b) => a - b),
      match: this.#matcher((set) => {
        const known = sets.get(set) ?? set.reordered(ranks)
        sets.set(set, known)
        return known
      }),
    }
  }

  #matcher(inOrder: (set: PositionSet) => PositionSet): Order<R>['match'] {
    const everything = matchAll(this.count)
    const known = new Map<string, Matched>()
    return (terms) => {
      if (terms.length === 0) return everything
      const name = JSON.stringify(terms.map(({ field, anyOf }) => [field, anyOf]))
      let matched = known.get(name)
      if (matched === undefined) {
        const groups = terms.map(({ field, anyOf }) => {
          const index = this.#source.index(field)
          return anyOf.flatMap((value) => index.get(value) ?? []).map(inOrder)
        })
        matched = matchGroups(this.count, groups)
        if (matched instanceof MatchedBits) {
          if (known.size >= countsKept) known.clear()
          known.set(name, matched)
        }
      }
      return matched
    }
  }
}
