import { firstIndex } from './position-set.ts'

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

/** Whether an entry comes before another in an order that no two share a place in. */
export type IsBefore<R> = (a: Entry<R>, b: Entry<R>) => boolean

/** Whether an entry is older than another. */
export function isOlder<R>(a: Entry<R>, b: Entry<R>): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.turn < b.turn)
}

/** Entries that are taken out one by one: of more, the rest is put together anew. */
const fewEntries = 8

/** Entries in an order: one that comes last, as most do, costs nothing but its place. */
export class SortedEntries<R> {
  #entries: Entry<R>[]
  readonly #isBefore: IsBefore<R>

  /** @param entries in any order (none) */
  constructor(isBefore: IsBefore<R>, entries: readonly Entry<R>[] = []) {
    this.#isBefore = isBefore
    this.#entries = this.#sorted(entries)
  }

  /** The entries in their order; the next change may change it. */
  get list(): readonly Entry<R>[] {
    return this.#entries
  }

  /** Adds an entry. */
  add(entry: Entry<R>): void {
    const last = this.#entries.at(-1)
    if (last === undefined || this.#isBefore(last, entry)) this.#entries.push(entry)
    else this.#entries.splice(this.#indexOf(entry), 0, entry)
  }

  /** Takes out an entry; one that is not there changes nothing. */
  remove(entry: Entry<R>): void {
    const index = this.#indexOf(entry)
    if (this.#entries[index] === entry) this.#entries.splice(index, 1)
  }

  /** Adds some entries. */
  addAll(entries: readonly Entry<R>[]): void {
    for (const entry of this.#sorted(entries)) this.add(entry)
  }

  /** Takes out some entries. */
  removeAll(entries: readonly Entry<R>[]): void {
    if (entries.length <= fewEntries) {
      for (const entry of entries) this.remove(entry)
      return
    }
    const gone = new Set(entries)
    this.#entries = this.#entries.filter((entry) => !gone.has(entry))
  }

  /** Takes out the first entries, as long as a condition holds. */
  takeWhile(holds: (entry: Entry<R>) => boolean): readonly Entry<R>[] {
    const count = this.#entries.findIndex((entry) => !holds(entry))
    return this.#entries.splice(0, count === -1 ? this.#entries.length : count)
  }

  #sorted(entries: readonly Entry<R>[]): Entry<R>[] {
    return entries.toSorted((a, b) => (this.#isBefore(a, b) ? -1 : 1))
  }

  #indexOf(entry: Entry<R>): number {
    return firstIndex(this.#entries.length, (index) => {
      const other = this.#entries[index]
      return other === undefined || !this.#isBefore(other, entry)
    })
  }
}
