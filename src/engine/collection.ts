import type { Choice } from '../assumptions/register.ts'
import { type Base, holds, inOrder, type RecordShape, type Term } from './base.ts'
import type { Table } from './dataset.ts'
import { definePart, type Part } from './sandbox.ts'

/** What is asked of a collection. */
export interface Selection<R> {
  /** All must hold. */
  readonly terms: readonly Term[]
  /** Asked only where it decides what is shown (oldest first). */
  readonly order?: () => Choice<'listOrder'>
  /** What terms cannot say: whether a record matches at this instant (all do). */
  readonly where?: (record: R) => boolean
  /** The instant that a record is listed by, in Unix milliseconds (its creation). */
  readonly at?: (record: R) => number
  /** Which instants are asked for (all). */
  readonly within?: ((atMs: number) => boolean) | undefined
}

/** What matched a selection. */
export interface Found<R> {
  readonly total: number
  /** Some of it, in order, by position from 0; `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** The records of one table in one sandbox: the shared base, and what the sandbox made. */
export class Collection<R> {
  readonly #shape: RecordShape<R>
  readonly #base: Base<R>
  readonly #own = new Map<string, R>()
  /** Base and own together, while nothing is added. */
  #merged: readonly R[] | undefined
  #nextNumber = 0

  constructor(shape: RecordShape<R>, base: Base<R>) {
    this.#shape = shape
    this.#base = base
  }

  /** Takes the number of the next record that is made here, from 0: never the same twice. */
  takeNumber(): number {
    this.#nextNumber += 1
    return this.#nextNumber - 1
  }

  /** The record with an id. */
  get(id: string): R | undefined {
    return this.#own.get(id) ?? this.#base.get(id)
  }

  /** Adds a record. */
  insert(record: R): void {
    this.#own.set(this.#shape.id(record), record)
    this.#merged = undefined
  }

  /** Whether a value occurs in a field of any record, of the dataset or made here. */
  occurs(field: string, value: string): boolean {
    const term = { field, anyOf: [value] }
    return this.#base.has(field, value) || [...this.#own.values()].some((record) => holds(this.#shape, record, term))
  }

  /** Whether a value occurs in a field of the dataset. */
  hasInDataset(field: string, value: string): boolean {
    return this.#base.has(field, value)
  }

  /** The values that occur in a field of the dataset. */
  valuesInDataset(field: string): Iterable<string> {
    return this.#base.values(field)
  }

  /** The records that match. */
  select({ terms, order = () => 'oldest_first', where, at, within }: Selection<R>): Found<R> {
    const instant = at ?? this.#shape.createdAt
    let selected = this.#candidates(terms)
    if (where !== undefined) selected = selected.filter(where)
    if (within !== undefined) selected = selected.filter((record) => within(instant(record)))
    const oldestFirst = (): readonly R[] => (at === undefined ? selected : sortBy(selected, at))
    return toFound(selected, oldestFirst, order, (records) => this.#byId(records))
  }

  /** What the terms ask for, oldest first. */
  #candidates(terms: readonly Term[]): readonly R[] {
    const base = this.#base.select(terms)
    if (this.#own.size === 0) return base
    if (terms.length === 0) {
      this.#merged ??= inOrder(this.#shape, [...base, ...this.#own.values()])
      return this.#merged
    }
    const own = [...this.#own.values()].filter((record) => terms.every((term) => holds(this.#shape, record, term)))
    return inOrder(this.#shape, [...base, ...own])
  }

  #byId(records: readonly R[]): readonly R[] {
    const { id } = this.#shape
    return records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1))
  }
}

/** Records by an instant that is computed once for each. */
function sortBy<R>(records: readonly R[], at: (record: R) => number): readonly R[] {
  const dated = records.map((record) => ({ record, atMs: at(record) }))
  return dated.sort((a, b) => a.atMs - b.atMs).map(({ record }) => record)
}

/** The order is asked for where there is more than one thing to put in order, and something of it is shown. */
function toFound<R>(
  selected: readonly R[],
  oldestFirst: () => readonly R[],
  order: () => Choice<'listOrder'>,
  byId: (records: readonly R[]) => readonly R[],
): Found<R> {
  const total = selected.length
  const slice = (start: number, end: number): readonly R[] => {
    if (start >= total) return []
    if (total === 1) return selected
    switch (order()) {
      case 'oldest_first':
        return oldestFirst().slice(start, end)
      case 'newest_first':
        return oldestFirst()
          .slice(Math.max(0, total - end), total - start)
          .toReversed()
      case 'by_id':
        return byId(selected).slice(start, end)
    }
  }
  return { total, slice }
}

/** The collection of a table in each sandbox. */
export function defineCollection<R>(table: Table<R>): Part<Collection<R>> {
  return definePart((sandbox) => new Collection(table.definition, table.base(sandbox.dataset)))
}
