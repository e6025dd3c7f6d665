import type * as z from 'zod/mini'

import { defaultProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { formatPath } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { type IdKind, idRule, isUuid } from '../random/ids.ts'
import { DatasetIndex, type RecordReader } from './dataset-index.ts'
import { mostProblems, type CheckedRows, checkRows, requireSound, rowPath } from './fixture-rows.ts'

/** One kind of record and its fixture file. */
export interface TableDefinition<R> extends RecordReader<R> {
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

/** The fields of a record with an id that is no UUID, under a profile in which every id is one. */
function foreignIds<R>({ ids = {} }: Pick<TableDefinition<R>, 'ids'>, record: R, profile: Profile) {
  return Object.entries(ids).flatMap(([field, { of, kind }]) => {
    const id = of(record)
    return isUuid(id) || kind(profile).format === 'any' ? [] : [{ field, id }]
  })
}

/** Refuses a record with such an id. @throws InputError */
export function refuseForeignIds<R>(definition: Pick<TableDefinition<R>, 'ids'>, record: R, profile: Profile): void {
  const [foreign] = foreignIds(definition, record, profile)
  if (foreign !== undefined)
    throw new InputError(`expected ${idRule}, got ${quote(foreign.id)}`, { field: foreign.field })
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

export interface Table<R> {
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
  /** The records of a dataset. There are none before something is loaded. */
  readonly index: (dataset: Dataset) => DatasetIndex<R>
}

export function defineTable<R>(definition: TableDefinition<R>): Table<R> {
  const indexes = new WeakMap<Dataset, () => DatasetIndex<R>>()
  const empty = new DatasetIndex<R>(definition, [])
  const check = (content: unknown, profile: Profile = defaultProfile): CheckedRows<R> => {
    const found = checkRows(definition.record, content)
    const foreign = found.records.flatMap(([position, record]) =>
      foreignIds(definition, record, profile).map(({ field, id }) => {
        const path = formatPath([...rowPath(content, position), field])
        return new InputError(`expected ${idRule}, got ${quote(id)}`, { field: path })
      }),
    )
    return {
      ...found,
      problems: [...found.problems, ...foreign, ...duplicatesIn(definition, found.records, content)].slice(
        0,
        mostProblems,
      ),
    }
  }
  const put = (dataset: Dataset, records: readonly R[]): void => {
    const index = new DatasetIndex(definition, records)
    indexes.set(dataset, () => index)
  }
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
    index: (dataset) => indexes.get(dataset)?.() ?? empty,
  }
}

/** Says which records have the id or another unique value of an earlier one. @param records each with its position in the file */
function duplicatesIn<R>(
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
