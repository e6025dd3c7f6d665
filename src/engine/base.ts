/** What a collection needs to know of its records. */
export interface RecordShape<R> {
  /** The id, unique in a table. */
  readonly id: (record: R) => string
  /** When the record was made, in Unix milliseconds: the order of a list. */
  readonly createdAt: (record: R) => number
  /** The fields that can be filtered by, each with the values of a record. */
  readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>
}

/** A filter: the record has at least one of these values in the field. */
export interface Term {
  readonly field: string
  readonly anyOf: readonly string[]
}

/** Whether a record is what a filter asks for. */
export function holds<R>(shape: RecordShape<R>, record: R, { field, anyOf }: Term): boolean {
  return shape.fields[field]?.(record).some((value) => anyOf.includes(value)) ?? false
}

/** Records, oldest first; those of one instant in the order they came in. */
export function inOrder<R>({ createdAt }: RecordShape<R>, records: readonly R[]): readonly R[] {
  return records.toSorted((a, b) => createdAt(a) - createdAt(b))
}

/** The immutable records of a table, shared by every sandbox; each index is made once, when first asked for. */
export class Base<R> {
  /** Oldest first. */
  readonly records: readonly R[]
  readonly #shape: RecordShape<R>
  /** The position in `records` of each id. */
  readonly #positions: ReadonlyMap<string, number>
  /** For each field, the positions in `records` that have a value, ascending. */
  readonly #postings = new Map<string, ReadonlyMap<string, readonly number[]>>()

  constructor(shape: RecordShape<R>, records: readonly R[]) {
    this.records = inOrder(shape, records)
    this.#shape = shape
    this.#positions = new Map(this.records.map((record, position) => [shape.id(record), position]))
  }

  /** The record with an id. */
  get(id: string): R | undefined {
    const position = this.#positions.get(id)
    return position === undefined ? undefined : this.records[position]
  }

  /** Where in `records` the one with an id stands; undefined where there is none. */
  position(id: string): number | undefined {
    return this.#positions.get(id)
  }

  /** Whether a value occurs in a field. */
  has(field: string, value: string): boolean {
    return this.#postingsOf(field).has(value)
  }

  /** The values that occur in a field. */
  values(field: string): Iterable<string> {
    return this.#postingsOf(field).keys()
  }

  /** The records that all filters ask for, oldest first: the shortest posting list is walked, never the whole table. */
  select(terms: readonly Term[]): readonly R[] {
    const [first, ...others] = terms
      .map((term) => ({ term, positions: this.#positionsOf(term) }))
      .toSorted((a, b) => a.positions.length - b.positions.length)
    if (first === undefined) return this.records
    return first.positions.flatMap((position) => {
      const record = this.records[position]
      return record !== undefined && others.every(({ term }) => holds(this.#shape, record, term)) ? [record] : []
    })
  }

  #positionsOf({ field, anyOf }: Term): readonly number[] {
    const lists = anyOf.map((value) => this.#postingsOf(field).get(value) ?? [])
    const [only = []] = lists
    return lists.length <= 1 ? only : [...new Set(lists.flat())].toSorted((a, b) => a - b)
  }

  #postingsOf(field: string): ReadonlyMap<string, readonly number[]> {
    let postings = this.#postings.get(field)
    if (postings === undefined) {
      postings = toPostings(this.records, this.#shape.fields[field] ?? (() => []))
      this.#postings.set(field, postings)
    }
    return postings
  }
}

function toPostings<R>(
  records: readonly R[],
  valuesOf: (record: R) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const postings = new Map<string, number[]>()
  records.forEach((record, position) => {
    for (const value of new Set(valuesOf(record))) {
      const positions = postings.get(value)
      if (positions === undefined) postings.set(value, [position])
      else positions.push(position)
    }
  })
  return postings
}
