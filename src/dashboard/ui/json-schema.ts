import type { NamedSchemas, Schema } from '../state/openapi.ts'

/** A step into a JSON value: the name of a property, or the index of an item. */
export type Path = readonly (string | number)[]

/** The forms that a value may have: without references, and without `anyOf`. */
export function formsOf(schema: Schema, named: NamedSchemas): readonly Schema[] {
  const { $ref, anyOf, oneOf = anyOf, ...rest } = schema
  const { description } = rest
  const about = description === undefined ? {} : { description }
  if ($ref !== undefined) {
    const target = named[$ref.split('/').at(-1) ?? '']
    return target === undefined ? [] : formsOf({ ...target, ...about }, named)
  }
  return oneOf === undefined ? [rest] : oneOf.flatMap((one) => formsOf({ ...about, ...one }, named))
}

function childOf({ properties = {}, additionalProperties, items }: Schema, step: string | number) {
  if (typeof step === 'number') return items
  if (Object.hasOwn(properties, step)) return properties[step]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** The forms of the value at a path; none where the schema has no such place. */
export function formsAt(schema: Schema, path: Path, named: NamedSchemas): readonly Schema[] {
  let forms = formsOf(schema, named)
  for (const step of path) {
    forms = forms.flatMap((form) => {
      const child = childOf(form, step)
      return child === undefined ? [] : formsOf(child, named)
    })
  }
  return forms
}

/** The values that a schema lists for one of its forms. */
export function valuesOf({ enum: values, const: only, type }: Schema): readonly unknown[] {
  if (values !== undefined) return values
  if (only !== undefined) return [only]
  return type === 'boolean' ? [true, false] : []
}

/** The kind of a value, for a person (`text or array`). */
export function typeText(forms: readonly Schema[]): string {
  const kinds = forms.flatMap((form) => (form.type === undefined ? [] : [form.type].flat()))
  return [...new Set(kinds)].map((kind) => (kind === 'string' ? 'text' : kind)).join(' or ')
}
