import { holds, type Term } from './base.ts'
import { firstIndex } from './position-set.ts'
import type { RecordShape } from './record-source.ts'

/** A record that the base has not, or not as it is. */
export interface Entry<R> {
  readonly record: R
  /** When it was made, in Unix milliseconds. */
  readonly createdAt: number
  /** Where it stands among records of its instant: the position of the record in whose place it stands, or after all of them. */
  readonly turn: number
  /** How many records of the base are older. */
  readonly place: number
}

type Before<R> = (a: Entry<R>, b: Entry<R>) => boolean

/** Whether an entry is older than another. */
function isOlder<R>(a: Entry<R>, b: Entry<R>): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.turn < b.turn)
}

/** Entries in an order: one that comes last, as most do, costs nothing but its place. */
class SortedEntries<R> {
  readonly #entries: Entry<R>[] = []
  readonly #isBefore: Before<R>

  constructor(isBefore: Before<R>) {
    this.#isBefore = isBefore
  }

  get list(): readonly Entry<R>[] {
    return this.#entries
  }

  add(entry: Entry<R>): void {
    const last = this.#entries.at(-1)
    if (last === undefined || this.#isBefore(last, entry)) this.#entries.push(entry)
    else this.#entries.splice(this.#indexOf(entry), 0, entry)
  }

  remove(entry: Entry<R>): void {
    const index = this.#indexOf(entry)
    if (this.#entries[index] === entry) this.#entries.splice(index, 1)
  }

  #indexOf(entry: Entry<R>): number {
    return firstIndex(this.#entries.length, (index) => {
      const other = this.#entries[index]
      return other === undefined || !this.#isBefore(other, entry)
    })
  }
}

/** What a sandbox has of a table besides its base, in every order and by every value that was asked for. */
export class Overlay<R> {
  readonly #shape: RecordShape<R>
  readonly #oldestFirst = new SortedEntries<R>(isOlder)
  readonly #isBeforeById: Before<R>
  #byId: SortedEntries<R> | undefined
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
    for (const [field, postings] of this.#postings) this.#post(field, postings, entry)
  }

  /** Takes out an entry. */
  remove(entry: Entry<R>): void {
    this.#oldestFirst.remove(entry)
    this.#byId?.remove(entry)
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
    if (terms.length > 0) return this.match(terms).toSorted((a, b) => (this.#isBeforeById(a, b) ? -1 : 1))
    if (this.#byId === undefined) {
      this.#byId = new SortedEntries(this.#isBeforeById)
      for (const entry of this.#oldestFirst.list.toSorted((a, b) => (this.#isBeforeById(a, b) ? -1 : 1))) {
        this.#byId.add(entry)
      }
    }
    return this.#byId.list
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
