import type * as z from 'zod/mini'

import { defaultProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { formatPath } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { type IdKind, idRule, isUuid } from '../random/ids.ts'
import { DatasetIndex, type RecordReader } from './dataset-index.ts'
import { type Extended, merged, type WrongField, wrongExtra } from './extra.ts'
import { mostProblems, type CheckedRows, checkRows, requireSound, rowPath } from './fixture-rows.ts'

/** One kind of record and its fixture file. */
export interface TableDefinition<R extends object> extends RecordReader<R> {
  readonly file: string
  /** Reads one record of the file, and writes it again: a codec, where records can be changed. */
  readonly record: z.ZodMiniType<R>
  /** The fields of a row with an id whose form the register decides (none). */
  readonly ids?: Readonly<
    Record<string, { readonly of: (record: R) => string; readonly kind: (profile: Profile) => IdKind }>
  >
  /** Fields other than the id in which no two records are the same. Errors do not show their values. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>
}

type Rules<R extends object> = Pick<TableDefinition<R>, 'ids' | 'documented'>

/** What is wrong in a record that its schema takes: an id that is no UUID, under a profile in which every id is one, and in `extra`. */
function wrongFields<R extends object>({ ids = {}, documented }: Rules<R>, record: R, profile: Profile) {
  const foreign = Object.entries(ids).flatMap(([field, { of, kind }]): readonly WrongField[] => {
    const id = of(record)
    if (isUuid(id) || kind(profile).format === 'any') return []
    return [{ path: [field], reason: `expected ${idRule}, got ${quote(id)}` }]
  })
  return documented === undefined ? foreign : [...foreign, ...wrongExtra(record, documented)]
}

/** Refuses a record in which something is wrong that its schema takes. @throws InputError */
export function refuseWrongFields<R extends object>(definition: Rules<R>, record: R, profile: Profile): void {
  const [wrong] = wrongFields(definition, record, profile)
  if (wrong !== undefined) throw new InputError(wrong.reason, { field: formatPath(wrong.path) })
}

/** The fixtures of a fake. They are immutable, and all its sandboxes share them. Each table has its own part of them. */
export interface Dataset {
  /** An API key with full access (none). */
  readonly apiKey?: string | undefined
  /** The secrets that `keys.json` has in plain text, by their hashes (none). */
  readonly secrets?: ReadonlyMap<string, string>
  /** Makes a text that no other fixtures have. */
  readonly fingerprint?: () => string
}

export interface Table<R extends object> {
  readonly definition: TableDefinition<R>
  /**
   * Reads the parsed content of a fixture file into a dataset.
   * @throws InputError with the file, the path in the file and the reason
   */
  readonly load: (dataset: Dataset, content: unknown, source: string, profile?: Profile) => void
  /** Says what is wrong in the parsed content of a fixture file, with the path of each. */
  readonly check: (content: unknown, profile?: Profile) => CheckedRows<R>
  /** Reads the built-in file when its records are first used. All datasets share them. */
  readonly loadLater: (dataset: Dataset, read: () => JsonFile) => void
  /** Puts records into a dataset, and checks none of them. */
  readonly put: (dataset: Dataset, records: readonly R[]) => void
  /** An answer with a record as JSON text, with what the record has beyond the document. */
  readonly text: (record: R, answer: object) => string
  /** The records of a dataset. There are none before something is loaded. */
  readonly index: (dataset: Dataset) => DatasetIndex<R>
}

export function defineTable<R extends object>(definition: TableDefinition<R>): Table<R> {
  const indexes = new WeakMap<Dataset, () => DatasetIndex<R>>()
  const empty = new DatasetIndex<R>(definition, [])
  const check = (content: unknown, profile: Profile = defaultProfile): CheckedRows<R> => {
    const found = checkRows(definition.record, content)
    const wrong = found.records.flatMap(([position, record]) =>
      wrongFields(definition, record, profile).map(({ path, reason }) => {
        return new InputError(reason, { field: formatPath([...rowPath(content, position), ...path]) })
      }),
    )
    return {
      ...found,
      problems: [...found.problems, ...wrong, ...duplicatesIn(definition, found.records, content)].slice(
        0,
        mostProblems,
      ),
    }
  }
  const put = (dataset: Dataset, records: readonly R[]): void => {
    const index = new DatasetIndex(definition, records)
    indexes.set(dataset, () => index)
  }
  const { documented } = definition
  let builtIn: (() => DatasetIndex<R>) | undefined
  return {
    definition,
    load: (dataset, content, source, profile) => put(dataset, requireSound(source, check(content, profile))),
    check,
    loadLater: (dataset, read) => {
      builtIn ??= lazily(() => {
        const { content, source } = read()
        return new DatasetIndex(definition, requireSound(source, check(content)))
      })
      indexes.set(dataset, builtIn)
    },
    put,
    text: ({ extra }: Extended, answer) =>
      JSON.stringify(extra === undefined || documented === undefined ? answer : merged(answer, extra, documented)),
    index: (dataset) => indexes.get(dataset)?.() ?? empty,
  }
}

/** Says which records have the id or another unique value of an earlier one. @param records each with its position in the file */
function duplicatesIn<R extends object>(
  { id, unique = {} }: TableDefinition<R>,
  records: readonly (readonly [position: number, record: R])[],
  content: unknown,
): readonly InputError[] {
  return Object.entries({ id, ...unique }).flatMap(([field, valueOf]) => {
    const seen = new Map<string, number>()
    return records.flatMap(([position, record]) => {
      const value = valueOf(record)
      const earlier = seen.get(value)
      seen.set(value, earlier ?? position)
      if (earlier === undefined) return []
      const shown = field === 'id' ? `${quote(value)} ` : ''
      const [path, other] = [[...rowPath(content, position), field], rowPath(content, earlier)].map(formatPath)
      return [new InputError(`${shown}is also the ${field} of ${other}; ${field}s must be unique`, { field: path })]
    })
  })
}
