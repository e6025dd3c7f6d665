import type * as z from 'zod/mini'

import { defaultProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { formatPath } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { type IdKind, isUuid, normalizeId } from '../random/ids.ts'
import { DatasetIndex, type RecordReader } from './dataset-index.ts'
import { type Extended, merged, type WrongField, wrongExtra } from './extra.ts'
import { type CheckedRows, checkRows, requireSound, rowPath } from './fixture-rows.ts'

/** One kind of record and its fixture file. */
export interface TableDefinition<R extends object> extends RecordReader<R> {
  readonly file: string
  /** Reads one record of the file; a codec, which also writes it, if records can be changed. */
  readonly record: z.ZodMiniType<R>
  /** The fields of rows and records with an id whose form the register decides, and what it may be if ids are UUIDs (none). */
  readonly ids?: Readonly<Record<string, { readonly kind: (profile: Profile) => IdKind; readonly rule?: string }>>
  /** Values of a row that must be unique, by field, beyond the id. Errors do not show them. */
  readonly unique?: Readonly<Record<string, (row: JsonObject) => unknown>>
}

type Rules = Pick<TableDefinition<never>, 'ids' | 'documented'>

/** The problems that the schema of a row or record cannot find: a custom id under a profile with UUIDs, and problems in `extra`. */
function wrongFields({ ids = {}, documented }: Rules, row: object, profile: Profile): readonly WrongField[] {
  const foreign = Object.entries(ids).flatMap(([field, { kind, rule }]): readonly WrongField[] => {
    const id: unknown = Reflect.get(row, field)
    if (typeof id !== 'string' || isUuid(id) || rule === undefined || kind(profile).format === 'any') return []
    return [{ path: [field], reason: `expected ${rule}, got ${quote(id)}` }]
  })
  return documented === undefined ? foreign : [...foreign, ...wrongExtra(row, documented)]
}

/** Refuses a row or a record with a problem that its schema cannot find. @throws InputError */
export function rejectInvalidFields(definition: Rules, row: object, profile: Profile): void {
  const [wrong] = wrongFields(definition, row, profile)
  if (wrong !== undefined) throw new InputError(wrong.reason, { field: formatPath(wrong.path) })
}

/** The fixtures of a fake. They are immutable, and all its sandboxes share them. Each table has its own part. */
export interface Dataset {
  /** An API key with full access (none). */
  readonly apiKey?: string | undefined
  /** The plain-text secrets in `keys.json`, by their hashes (none). */
  readonly secrets?: ReadonlyMap<string, string>
  /** Computes a text that identifies the fixtures. */
  readonly fingerprint?: () => string
}

export type Table<R extends object> = ReturnType<typeof defineTable<R>>

export function defineTable<R extends object>(definition: TableDefinition<R>) {
  const indexes = new WeakMap<Dataset, () => DatasetIndex<R>>()
  const empty = new DatasetIndex<R>(definition, [])
  const { documented } = definition
  let builtIn: (() => DatasetIndex<R>) | undefined
  /** Finds the problems in the parsed content of a fixture file, with their paths. @param also a further schema of each row (none) */
  const check = (content: unknown, profile: Profile = defaultProfile, also?: z.ZodMiniType): CheckedRows<R> => {
    const duplicatesIn = createDuplicateFinder(definition, content)
    return checkRows(
      definition.record,
      content,
      (row, at) => [...wrongFields(definition, row, profile), ...duplicatesIn(row, at)],
      also,
    )
  }
  /** Sets the records of a dataset without a check. */
  const put = (dataset: Dataset, records: readonly R[]): void => {
    const index = new DatasetIndex(definition, records)
    indexes.set(dataset, () => index)
  }
  return {
    definition,
    check,
    put,
    /** Reads the parsed content of a fixture file into a dataset. @throws InputError with the file, the path in the file and the reason */
    load: (dataset: Dataset, content: unknown, source: string, profile?: Profile, also?: z.ZodMiniType): void =>
      put(dataset, requireSound(source, check(content, profile, also))),
    /** Reads the built-in file on first use. All datasets share its records. */
    loadLater: (dataset: Dataset, read: () => JsonFile): void => {
      builtIn ??= lazily(() => {
        const { content, source } = read()
        return new DatasetIndex(definition, requireSound(source, check(content)))
      })
      indexes.set(dataset, builtIn)
    },
    /** The JSON text of an answer with a record, including the record's extra fields. */
    text: ({ extra }: R & Extended, answer: object): string =>
      JSON.stringify(extra === undefined || documented === undefined ? answer : merged(answer, extra, documented)),
    /** The records of a dataset; empty before something is loaded. */
    index: (dataset: Dataset): DatasetIndex<R> => indexes.get(dataset)?.() ?? empty,
  }
}

/** Returns a function that finds the values that an earlier row has. Call it in the order of the file. */
function createDuplicateFinder({ unique = {} }: Pick<TableDefinition<never>, 'unique'>, content: unknown) {
  const idOf = ({ id }: JsonObject): unknown => (typeof id === 'string' ? normalizeId(id) : undefined)
  const seen = new Map<string, number>()
  return (row: JsonObject, at: number): readonly WrongField[] =>
    Object.entries({ id: idOf, ...unique }).flatMap(([field, valueOf]) => {
      const value = valueOf(row)
      const earlier = seen.get(`${field} ${String(value)}`)
      seen.set(`${field} ${String(value)}`, earlier ?? at)
      if (value === undefined || earlier === undefined) return []
      const other = formatPath(rowPath(content, earlier))
      const shown = field === 'id' ? `${quote(value)} ` : ''
      return [{ path: [field], reason: `${shown}is also the ${field} of ${other}; ${field}s must be unique` }]
    })
}
