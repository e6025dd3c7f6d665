import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { describeIssues, formatPath } from '../lib/issues.ts'

/** What a collection needs to know of its records. */
export interface TableDefinition<R> {
  /** Name of the fixture file (`resources.json`). */
  readonly file: string
  /** One record of that file, read into what the fake keeps. */
  readonly record: z.ZodMiniType<R>
  /** The id, unique in the table. */
  readonly id: (record: R) => string
  /** When the record was made, in Unix milliseconds: the order of a list. */
  readonly createdAt: (record: R) => number
  /** The fields that can be filtered by, each with the values of a record. */
  readonly fields: Readonly<Record<string, (record: R) => readonly string[]>>
}

/** The immutable records of a table, indexed once and shared by every sandbox. */
export interface Base<R> {
  /** Oldest first; records of one instant in the order of the file. */
  readonly records: readonly R[]
  readonly byId: ReadonlyMap<string, R>
  /** The values that occur in a field. */
  readonly values: (field: string) => ReadonlySet<string>
}

/** The fixtures of a fake: immutable, shared by all its sandboxes. Its tables hold what is in it. */
export class Dataset {
  readonly #secret: string | undefined

  /** @param secret an API key with full access, for whoever starts the fake */
  constructor(secret?: string) {
    this.#secret = secret
  }

  /** An API key with full access; undefined where the fixtures keep hashes alone. */
  get apiKey(): string | undefined {
    return this.#secret
  }
}

/** One kind of record: how it is read from a file, and its records in a dataset. */
export interface Table<R> {
  readonly definition: TableDefinition<R>
  /**
   * Reads the parsed content of a fixture file into a dataset.
   * @param source the file, as the error names it
   * @throws InputError with file, path in the file and what was wrong
   */
  readonly load: (dataset: Dataset, content: unknown, source: string) => void
  /** The records of a dataset (none where nothing was loaded). */
  readonly base: (dataset: Dataset) => Base<R>
}

/** Declares a table. */
export function defineTable<R>(definition: TableDefinition<R>): Table<R> {
  const bases = new WeakMap<Dataset, Base<R>>()
  const rows = z.array(definition.record)
  const empty = toBase<R>(definition, [])
  return {
    definition,
    load: (dataset, content, source) => {
      const parsed = rows.safeParse(content, { reportInput: true })
      if (!parsed.success) {
        const first = parsed.error.issues.slice(0, 1)
        const more = parsed.error.issues.length - 1
        const rest = more === 0 ? '' : ` (and ${more} more)`
        throw new InputError(`${source}: ${describeIssues(first, 'the file')}${rest}`)
      }
      refuseDuplicates(definition, parsed.data, source)
      bases.set(dataset, toBase(definition, parsed.data))
    },
    base: (dataset) => bases.get(dataset) ?? empty,
  }
}

function refuseDuplicates<R>({ id }: TableDefinition<R>, records: readonly R[], source: string): void {
  const seen = new Map<string, number>()
  records.forEach((record, position) => {
    const earlier = seen.get(id(record))
    if (earlier !== undefined) {
      throw new InputError(
        `${source}: ${formatPath([position, 'id'])}: ${quote(id(record))} is the id of ${formatPath([earlier])} too; ids are unique`,
      )
    }
    seen.set(id(record), position)
  })
}

function toBase<R>(definition: TableDefinition<R>, unordered: readonly R[]): Base<R> {
  const { id, createdAt, fields } = definition
  const records = unordered.toSorted((a, b) => createdAt(a) - createdAt(b))
  const values = new Map<string, ReadonlySet<string>>()
  return {
    records,
    byId: new Map(records.map((record) => [id(record), record])),
    values: (field) => {
      let known = values.get(field)
      if (known === undefined) {
        known = new Set(records.flatMap((record) => fields[field]?.(record) ?? []))
        values.set(field, known)
      }
      return known
    },
  }
}
