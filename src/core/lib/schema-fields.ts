import * as z from 'zod/mini'

type Holder = z.core.$ZodObject | z.core.$ZodArray | z.core.$ZodRecord

/** The schemas of objects, arrays and records below all wrappers. */
function objectsIn(schema: z.core.$ZodType): readonly Holder[] {
  if (schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodArray) return [schema]
  if (schema instanceof z.core.$ZodRecord) return [schema]
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    return objectsIn(schema._zod.def.innerType)
  }
  if (schema instanceof z.core.$ZodPipe) return objectsIn(schema._zod.def.in)
  if (schema instanceof z.core.$ZodLazy) return objectsIn(schema._zod.innerType)
  return schema instanceof z.core.$ZodUnion ? schema._zod.def.options.flatMap(objectsIn) : []
}

export type Fields = Readonly<Record<string, z.core.$ZodType>>

/** The fields of each form of the object at a path of a schema. */
export function formsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly Fields[] {
  const [step, ...rest] = path
  return objectsIn(schema).flatMap((type) => {
    if (step === undefined) return type instanceof z.core.$ZodObject ? [type._zod.def.shape] : []
    return childrenAt(type, step).flatMap((child) => formsAt(child, rest))
  })
}

export const namesIn = (forms: readonly Fields[]): readonly string[] => [
  ...new Set(forms.flatMap((form) => Object.keys(form))),
]

function childrenAt(type: Holder, step: PropertyKey): readonly z.core.$ZodType[] {
  if (type instanceof z.core.$ZodArray) return [type._zod.def.element]
  if (type instanceof z.core.$ZodRecord) return [type._zod.def.valueType]
  const child = Object.entries(type._zod.def.shape).find(([name]) => name === step)
  return child === undefined ? [] : [child[1]]
}

/** The literal values of a field; none for any other field. */
export function literalsOf(field: z.core.$ZodType | undefined): readonly unknown[] {
  return field instanceof z.core.$ZodLiteral ? field._zod.def.values : []
}
