import type { Choice } from '../assumptions/register.ts'
import type { Base, Table, TableDefinition } from './dataset.ts'
import { definePart, type Part } from './sandbox.ts'

/** A filter: the record has at least one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** What is asked of a collection. */
export interface Selection<R> {
  /** All must hold. */
  readonly terms: readonly Term[]
  /** Asked only where it decides what is shown. */
  readonly order: () => Choice<'listOrder'>
  /** What terms cannot say: whether a record matches at this instant (all do). */
  readonly where?: (record: R) => boolean
  /** The instant that a record is listed by, in Unix milliseconds; undefined leaves it out (its creation). */
  readonly at?: (record: R) => number | undefined
  /** Which instants are asked for (all). */
  readonly within?: ((atMs: number) => boolean) | undefined
}

/** What matched a selection. */
export interface Found<R> {
  readonly total: number
  /** Some of it, in order, by position from 0; `end` is not included. */
  readonly slice: (start: number, end: number) => readonly R[]
}

/** The records of one table in one sandbox: the shared base, and what the sandbox added. */
export class Collection<R> {
  readonly #definition: TableDefinition<R>
  readonly #base: Base<R>
  readonly #added = new Map<string, R>()
  readonly #orders = new Map<Choice<'listOrder'>, readonly R[]>()

  constructor(definition: TableDefinition<R>, base: Base<R>) {
    this.#definition = definition
    this.#base = base
  }

  /** How many records this sandbox added: the number of the next one, for ids. */
  get added(): number {
    return this.#added.size
  }

  /** The record with an id. */
  get(id: string): R | undefined {
    return this.#added.get(id) ?? this.#base.byId.get(id)
  }

  /** Adds a record. */
  insert(record: R): void {
    this.#added.set(this.#definition.id(record), record)
    this.#orders.clear()
  }

  /** The values that occur in a field of the dataset. */
  values(field: string): ReadonlySet<string> {
    return this.#base.values(field)
  }

  /** The records that match. */
  select({ terms, order, where, at, within }: Selection<R>): Found<R> {
    const everything = this.#ordered('oldest_first')
    if (terms.length === 0 && where === undefined && at === undefined && within === undefined) {
      return toFound(everything.length, () => this.#ordered(order()))
    }
    const instant = at ?? this.#definition.createdAt
    const selected = everything.filter((record) => {
      if (!terms.every((term) => this.#holds(record, term)) || where?.(record) === false) return false
      const atMs = instant(record)
      return atMs !== undefined && (within === undefined || within(atMs))
    })
    return toFound(selected.length, () => this.#sort(selected, order(), (record) => instant(record) ?? 0))
  }

  #sort(records: readonly R[], order: Choice<'listOrder'>, instant: (record: R) => number): readonly R[] {
    const { id } = this.#definition
    if (order === 'by_id') return records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1))
    const sorted = records.toSorted((a, b) => instant(a) - instant(b))
    return order === 'oldest_first' ? sorted : sorted.toReversed()
  }

  #holds(record: R, { field, anyOf }: Term): boolean {
    return this.#definition.fields[field]?.(record).some((value) => anyOf.includes(value)) ?? false
  }

  #ordered(order: Choice<'listOrder'>): readonly R[] {
    let ordered = this.#orders.get(order)
    if (ordered === undefined) {
      const all = [...this.#base.records, ...this.#added.values()]
      ordered = this.#sort(all, order, this.#definition.createdAt)
      this.#orders.set(order, ordered)
    }
    return ordered
  }
}

/** The order is asked for once there is something to show, and more than one thing to put in order. */
function toFound<R>(total: number, ordered: () => readonly R[]): Found<R> {
  return { total, slice: (start, end) => (start < total ? ordered().slice(start, end) : []) }
}

/** The collection of a table in each sandbox. */
export function defineCollection<R>(table: Table<R>): Part<Collection<R>> {
  return definePart((sandbox) => new Collection(table.definition, table.base(sandbox.dataset)))
}
