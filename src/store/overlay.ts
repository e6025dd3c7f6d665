import type { Lifecycle } from '../time/lifecycle.ts'
import { holds, type Term } from './base.ts'
import type { RecordShape } from './record-source.ts'
import { type Entry, type IsBefore, isOlder, SortedEntries } from './sorted-entries.ts'
import { groupByPhase, type Phased, PhasedEntries } from './status-index.ts'

/** What a sandbox has of a table besides its base, in every order and by every value that was asked for. */
export class Overlay<R> {
  readonly #shape: RecordShape<R>
  readonly #oldestFirst = new SortedEntries<R>(isOlder)
  readonly #isBeforeById: IsBefore<R>
  #byId: SortedEntries<R> | undefined
  #phased: PhasedEntries<R> | undefined
  /** For each field that was asked for, the entries that have a value. */
  readonly #postings = new Map<string, Map<string, SortedEntries<R>>>()

  constructor(shape: RecordShape<R>) {
    this.#shape = shape
    this.#isBeforeById = (a, b) => shape.id(a.record) < shape.id(b.record)
  }

  /** Adds an entry. */
  add(entry: Entry<R>): void {
    this.#oldestFirst.add(entry)
    this.#byId?.add(entry)
    this.#phased?.add(entry)
    for (const [field, postings] of this.#postings) this.#post(field, postings, entry)
  }

  /** Takes out an entry. */
  remove(entry: Entry<R>): void {
    this.#oldestFirst.remove(entry)
    this.#byId?.remove(entry)
    this.#phased?.remove(entry)
    for (const [field, postings] of this.#postings) {
      for (const value of this.#valuesOf(field, entry)) postings.get(value)?.remove(entry)
    }
  }

  /** The entries that all filters ask for, oldest first: those of the rarest filter are walked, where there is more than one. */
  match(terms: readonly Term[]): readonly Entry<R>[] {
    if (terms.length === 0 || this.#oldestFirst.list.length === 0) return this.#oldestFirst.list
    const found = terms.map((term) => ({ term, lists: this.#listsOf(term) })).toSorted((a, b) => sizeOf(a) - sizeOf(b))
    const [rarest, ...others] = found
    const candidates = union(rarest?.lists ?? [])
    if (others.length === 0) return candidates
    return candidates.filter(({ record }) => others.every(({ term }) => holds(this.#shape, record, term)))
  }

  /** The entries that all filters ask for, by id. */
  matchById(terms: readonly Term[]): readonly Entry<R>[] {
    if (terms.length > 0) return new SortedEntries(this.#isBeforeById, this.match(terms)).list
    this.#byId ??= new SortedEntries(this.#isBeforeById, this.#oldestFirst.list)
    return this.#byId.list
  }

  /** The entries that all filters ask for, by the phase that they are in at an instant. */
  inPhases(courseOf: (record: R) => Lifecycle, terms: readonly Term[], nowMs: number): Phased<R> {
    if (terms.length > 0) return groupByPhase(courseOf, this.match(terms), nowMs)
    this.#phased ??= new PhasedEntries(courseOf, () => this.#oldestFirst.list)
    return this.#phased.at(nowMs)
  }

  #listsOf({ field, anyOf }: Term): readonly (readonly Entry<R>[])[] {
    let postings = this.#postings.get(field)
    if (postings === undefined) {
      postings = new Map()
      for (const entry of this.#oldestFirst.list) this.#post(field, postings, entry)
      this.#postings.set(field, postings)
    }
    return [...new Set(anyOf)].flatMap((value) => {
      const list = postings.get(value)?.list ?? []
      return list.length === 0 ? [] : [list]
    })
  }

  #post(field: string, postings: Map<string, SortedEntries<R>>, entry: Entry<R>): void {
    for (const value of this.#valuesOf(field, entry)) {
      let entries = postings.get(value)
      if (entries === undefined) {
        entries = new SortedEntries(isOlder)
        postings.set(value, entries)
      }
      entries.add(entry)
    }
  }

  #valuesOf(field: string, { record }: Entry<R>): ReadonlySet<string> {
    return new Set(this.#shape.fields[field]?.(record))
  }
}

function sizeOf<R>({ lists }: { readonly lists: readonly (readonly Entry<R>[])[] }): number {
  return lists.reduce((sum, list) => sum + list.length, 0)
}

/** Entries of several values, each once. */
function union<R>(lists: readonly (readonly Entry<R>[])[]): readonly Entry<R>[] {
  const [only = []] = lists
  return lists.length <= 1 ? only : [...new Set(lists.flat())].sort((a, b) => (isOlder(a, b) ? -1 : 1))
}
