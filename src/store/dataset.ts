import type * as z from 'zod/mini'

import { InputError, inTermsOf, quote } from '../lib/input-error.ts'
import { formatPath } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily, remembered } from '../lib/lazily.ts'
import { DatasetIndex } from './dataset-index.ts'
import { checkRows, readRows, rowPath } from './fixture-rows.ts'
import { type RecordReader, type RecordSource, storedRecords } from './record-source.ts'

/** One kind of record and its fixture file. */
export interface TableDefinition<R> extends RecordReader<R> {
  /** The name of the file (`resources.json`). */
  readonly file: string
  /** Reads one record of the file, and writes it again: a codec, where records can be changed. */
  readonly record: z.ZodMiniType<R>
  /** Fields other than the id in which no two records are the same. Errors do not show their values. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>
}

/** The fixtures of a fake. They are immutable, and all its sandboxes share them. Each table has its own part of them. */
export class Dataset {
  /** An API key with full access; undefined if the fixtures have only hashes of keys. */
  readonly apiKey: string | undefined

  readonly #digest: () => string

  /** @param digest a text that no other fixtures have. It is called once, on first use */
  constructor(apiKey?: string, digest = () => '') {
    this.apiKey = apiKey
    this.#digest = lazily(digest)
  }

  /** A text that no other fixtures have. */
  get fingerprint(): string {
    return this.#digest()
  }
}

/** A kind of record with its records in each dataset. */
export interface Table<R> {
  readonly definition: TableDefinition<R>
  /**
   * Reads the parsed content of a fixture file into a dataset.
   * @param source the name of the file in errors
   * @throws InputError with the file, the path in the file and the reason
   */
  readonly load: (dataset: Dataset, content: unknown, source: string) => void
  /** Says everything that is wrong in the parsed content of a fixture file, with the path of each. */
  readonly problems: (content: unknown) => readonly string[]
  /** Reads a file when its records are first used. The file must be valid. Datasets with the same reader share the records. */
  readonly loadLater: (dataset: Dataset, read: () => JsonFile) => void
  /** Puts generated records into a dataset, and checks none of them. */
  readonly loadGenerated: (dataset: Dataset, source: RecordSource<R>) => void
  /** The records of a dataset. There are none before something is loaded. */
  readonly index: (dataset: Dataset) => DatasetIndex<R>
}

/** Declares a table. */
export function defineTable<R>(definition: TableDefinition<R>): Table<R> {
  const indexes = new WeakMap<Dataset, () => DatasetIndex<R>>()
  const empty = new DatasetIndex<R>(definition, storedRecords(definition, []))
  const toIndex = (content: unknown, source: string): DatasetIndex<R> => {
    const records = inTermsOf(source, () => readRows(definition.record, content))
    const [duplicate] = duplicatesIn(definition, [...records.entries()], content)
    if (duplicate !== undefined) throw new InputError(`${source}: ${duplicate}`)
    return new DatasetIndex(definition, storedRecords(definition, records))
  }
  const indexOf = remembered((read: () => JsonFile) => {
    const { content, source } = read()
    return toIndex(content, source)
  })
  const put = (dataset: Dataset, index: DatasetIndex<R>) => indexes.set(dataset, () => index)
  return {
    definition,
    load: (dataset, content, source) => put(dataset, toIndex(content, source)),
    problems: (content) => {
      const { problems, records } = checkRows(definition.record, content)
      return [...problems, ...duplicatesIn(definition, records, content)]
    },
    loadGenerated: (dataset, source) => put(dataset, new DatasetIndex(definition, source)),
    loadLater: (dataset, read) => indexes.set(dataset, () => indexOf(read)),
    index: (dataset) => indexes.get(dataset)?.() ?? empty,
  }
}

/** Says which records have the id or another unique value of an earlier one. @param records each with its position in the file */
function duplicatesIn<R>(
  { id, unique = {} }: TableDefinition<R>,
  records: readonly (readonly [position: number, record: R])[],
  content: unknown,
): readonly string[] {
  return Object.entries({ id, ...unique }).flatMap(([field, valueOf]) => {
    const seen = new Map<string, number>()
    return records.flatMap(([position, record]) => {
      const value = valueOf(record)
      const earlier = seen.get(value)
      seen.set(value, earlier ?? position)
      if (earlier === undefined) return []
      const shown = field === 'id' ? quote(value) : 'the same'
      const [path, other] = [[...rowPath(content, position), field], rowPath(content, earlier)].map(formatPath)
      return [`${path}: ${shown} stands in ${other} too; expected one of its own`]
    })
  })
}
