import * as z from 'zod/mini'

import { grouped } from '../lib/grouped.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import type { Collection } from '../store/collection.ts'
import { type Extended, isDocumented, listedExtra } from '../store/extra.ts'

type Schema = z.core.$ZodType
type Path = readonly PropertyKey[]

/** Includes changed records of the dataset, since the examples in a document show them. */
function extendedRecords<R extends object>({ dataset, own }: Collection<R>): readonly Extended[] {
  return [...dataset.records, ...own].filter(({ extra }: Extended) => extra !== undefined)
}

/** True if some record has fields that the document lacks. */
export const hasExtra = <R extends object>(collection: Collection<R>): boolean => extendedRecords(collection).length > 0

/** Extends the schema of a record in an answer by the extra fields of its records. @param isItem true for a list item */
export function extendedSchema<R extends object>(
  collection: Collection<R>,
  schema: z.ZodMiniObject,
  isItem = false,
): z.ZodMiniObject {
  const { documented } = collection.dataset.reader
  const extras = extendedRecords(collection).map((record) => (isItem ? listedExtra(record) : record.extra))
  return documented === undefined || extras.length === 0 ? schema : extendObject(schema, extras, documented, [])
}

function extendObject(schema: z.core.$ZodObject, values: readonly unknown[], documented: Schema, path: Path) {
  const given = fieldsIn(values)
  const known = Object.entries(schema._zod.def.shape).map(([name, field]) => {
    const inner = given.get(name)
    return [name, inner === undefined ? field : extend(field, inner, documented, [...path, name])] as const
  })
  const added = [...given].filter(([name]) => !isDocumented(documented, path, name))
  return z.strictObject(Object.fromEntries([...known, ...added.map(toOptional)]))
}

function extend(schema: Schema, values: readonly unknown[], documented: Schema, path: Path): Schema {
  if (schema instanceof z.core.$ZodOptional)
    return z.optional(extend(schema._zod.def.innerType, values, documented, path))
  if (schema instanceof z.core.$ZodNullable)
    return z.nullable(extend(schema._zod.def.innerType, values, documented, path))
  if (schema instanceof z.core.$ZodArray)
    return z.array(extend(schema._zod.def.element, values.flat(), documented, [...path, 0]))
  return schema instanceof z.core.$ZodObject ? extendObject(schema, values, documented, path) : schema
}

/** Collects the values of each field. */
function fieldsIn(values: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const entries = values.flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []))
  const fields = grouped(entries, ([name]) => name)
  return new Map([...fields].map(([name, of]) => [name, of.map(([, value]) => value)]))
}

const toOptional = ([name, values]: readonly [string, readonly unknown[]]) =>
  [name, z.optional(inferred(values))] as const

/** Infers the narrowest schema of values, with every field optional. */
function inferred(values: readonly unknown[]): Schema {
  const forms = [...grouped(values, kindOf)].map(([kind, of]): Schema => {
    if (kind === 'object') return z.strictObject(Object.fromEntries([...fieldsIn(of)].map(toOptional)))
    if (kind === 'array') return z.array(inferred(of.flat()))
    return kind === 'number' && of.every(Number.isInteger) ? z.int() : (plain[kind] ?? z.unknown)()
  })
  const [only = z.unknown(), ...others] = forms
  return others.length === 0 ? only : z.union(forms)
}

const plain: Readonly<Record<string, () => Schema>> = {
  null: z.null,
  string: z.string,
  boolean: z.boolean,
  number: z.number,
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
