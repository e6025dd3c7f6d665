import * as z from 'zod/mini'

import { InputError, inTermsOf, quote } from '../lib/input-error.ts'
import { formatPath } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { readBy } from '../lib/read-by.ts'
import { Base } from './base.ts'
import { type RecordShape, type RecordSource, storedRecords } from './record-source.ts'

/** One kind of record, and how it is read from a file. */
export interface TableDefinition<R> extends RecordShape<R> {
  /** Name of the fixture file (`resources.json`). */
  readonly file: string
  /** Reads one record of that file, and writes it again: a codec, where records can be changed. */
  readonly record: z.ZodMiniType<R>
  /** Further fields in which no two records are the same; their values are not told in errors. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>
}

/** The fixtures of a fake: immutable, shared by all its sandboxes. Tables hold what is in it. */
export class Dataset {
  /** An API key with full access, for whoever starts the fake; undefined where the fixtures keep hashes alone. */
  readonly apiKey: string | undefined

  readonly #digest: () => string

  /** @param digest a text that no other fixtures have; asked once, when it is first needed */
  constructor(apiKey?: string, digest = () => '') {
    this.apiKey = apiKey
    this.#digest = lazily(digest)
  }

  /** What tells these fixtures from all others. */
  get fingerprint(): string {
    return this.#digest()
  }
}

/** A table: its definition, and its records in each dataset. */
export interface Table<R> {
  readonly definition: TableDefinition<R>
  /**
   * Reads the parsed content of a fixture file into a dataset.
   * @param source the file, as the error names it
   * @throws InputError with file, path in the file and what was wrong
   */
  readonly load: (dataset: Dataset, content: unknown, source: string) => void
  /** Has the content of a file that is known to be sound read into a dataset when its records are first asked for. */
  readonly loadLater: (dataset: Dataset, read: () => JsonFile) => void
  /** Puts records that are derived into a dataset: none of them is checked. */
  readonly derive: (dataset: Dataset, source: RecordSource<R>) => void
  /** The records of a dataset (none where nothing was loaded). */
  readonly base: (dataset: Dataset) => Base<R>
}

/** Declares a table. */
export function defineTable<R>(definition: TableDefinition<R>): Table<R> {
  const bases = new WeakMap<Dataset, Base<R>>()
  const unread = new WeakMap<Dataset, () => JsonFile>()
  const rows = z.array(definition.record)
  const empty = new Base<R>(definition, storedRecords(definition, []))
  const table: Table<R> = {
    definition,
    load: (dataset, content, source) => {
      const records = inTermsOf(source, () => readBy(rows, content, 'the file', 1))
      refuseDuplicates(definition, records, source)
      bases.set(dataset, new Base(definition, storedRecords(definition, records)))
    },
    derive: (dataset, source) => bases.set(dataset, new Base(definition, source)),
    loadLater: (dataset, read) => unread.set(dataset, read),
    base: (dataset) => {
      const read = unread.get(dataset)
      if (read !== undefined) {
        const { content, source } = read()
        table.load(dataset, content, source)
        unread.delete(dataset)
      }
      return bases.get(dataset) ?? empty
    },
  }
  return table
}

function refuseDuplicates<R>({ id, unique = {} }: TableDefinition<R>, records: readonly R[], source: string): void {
  for (const [field, valueOf] of Object.entries({ id, ...unique })) {
    const seen = new Map<string, number>()
    records.forEach((record, position) => {
      const value = valueOf(record)
      const earlier = seen.get(value)
      if (earlier !== undefined) {
        const shown = field === 'id' ? quote(value) : 'the same'
        const path = formatPath([position, field])
        throw new InputError(
          `${source}: ${path}: ${shown} stands in ${formatPath([earlier])} too; expected one of its own`,
        )
      }
      seen.set(value, position)
    })
  }
}
