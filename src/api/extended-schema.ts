import * as z from 'zod/mini'

import type { SchemaContext } from '../http/operation.ts'
import { grouped } from '../lib/grouped.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import type { AreaCollection } from '../sandbox/area-state.ts'
import { type Extended, isDocumented, listedExtra } from '../store/extra.ts'

type Schema = z.core.$ZodType

/** The records of a sandbox with `extra`. The examples in a document have those of the dataset, even where they were changed. */
function extendedRecords<R extends object>(collection: AreaCollection<R>, { sandbox }: Pick<SchemaContext, 'sandbox'>) {
  const { dataset, own } = collection(sandbox)
  const all: readonly Extended[] = [...dataset.records, ...own]
  return all.filter(({ extra }) => extra !== undefined)
}

/** True if some record of a sandbox has fields that the document lacks. */
export function hasExtra<R extends object>(collection: AreaCollection<R>, context: Pick<SchemaContext, 'sandbox'>) {
  return extendedRecords(collection, context).length > 0
}

/** The schema of a record in an answer, with the fields that records of the sandbox have beyond it. @param form of the record (that of a get) */
export function extendedSchema<R extends object>(
  collection: AreaCollection<R>,
  context: Pick<SchemaContext, 'sandbox'>,
  schema: z.ZodMiniObject,
  form: 'whole' | 'listed' = 'whole',
): z.ZodMiniObject {
  const { documented } = collection.table.definition
  const extras = extendedRecords(collection, context).map((record) =>
    form === 'whole' ? record.extra : listedExtra(record),
  )
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

type Path = readonly PropertyKey[]

function extend(schema: Schema, values: readonly unknown[], documented: Schema, path: Path): Schema {
  if (schema instanceof z.core.$ZodOptional)
    return z.optional(extend(schema._zod.def.innerType, values, documented, path))
  if (schema instanceof z.core.$ZodNullable)
    return z.nullable(extend(schema._zod.def.innerType, values, documented, path))
  if (schema instanceof z.core.$ZodArray)
    return z.array(extend(schema._zod.def.element, values.flat(), documented, [...path, 0]))
  return schema instanceof z.core.$ZodObject ? extendObject(schema, values, documented, path) : schema
}

/** The values of each field of some objects. */
function fieldsIn(values: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const entries = values.flatMap((value) => (isJsonObject(value) ? Object.entries(value) : []))
  const fields = grouped(entries, ([name]) => name)
  return new Map([...fields].map(([name, of]) => [name, of.map(([, value]) => value)]))
}

const toOptional = ([name, values]: readonly [string, readonly unknown[]]) =>
  [name, z.optional(inferred(values))] as const

/** The narrowest schema of some values, in which every field is optional. */
function inferred(values: readonly unknown[]): Schema {
  const forms = [...grouped(values, kindOf)].map(([kind, of]): Schema => {
    if (kind === 'object') return z.strictObject(Object.fromEntries([...fieldsIn(of)].map(toOptional)))
    if (kind === 'array') return z.array(inferred(of.flat()))
    return kind === 'number' && of.every(Number.isInteger) ? z.int() : scalars[kind]()
  })
  const [only = z.unknown(), ...others] = forms
  return others.length === 0 ? only : z.union(forms)
}

const scalars = { null: z.null, string: z.string, boolean: z.boolean, number: z.number } as const

function kindOf(value: unknown): keyof typeof scalars | 'array' | 'object' {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : 'object'
}
