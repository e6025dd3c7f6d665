/** A part of a JSON Schema, as the OpenAPI documents write it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

/** Schemas by the names that `#/components/schemas/NAME` refers to. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>

/** A step into a JSON value: the name of a property, or the index of an item. */
export type Path = readonly (string | number)[]

/** The forms that a value may have: without references, and without `anyOf`. */
export function formsOf(schema: JsonSchema, named: NamedSchemas): readonly JsonSchema[] {
  const { $ref, anyOf, oneOf = anyOf, ...rest } = schema
  const { description } = rest
  const about = description === undefined ? {} : { description }
  if ($ref !== undefined) {
    const target = named[$ref.split('/').at(-1) ?? '']
    return target === undefined ? [] : formsOf({ ...target, ...about }, named)
  }
  return oneOf === undefined ? [rest] : oneOf.flatMap((one) => formsOf({ ...about, ...one }, named))
}

function childOf({ properties = {}, additionalProperties, items }: JsonSchema, step: string | number) {
  if (typeof step === 'number') return items
  if (Object.hasOwn(properties, step)) return properties[step]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** The forms of the value at a path; none where the schema has no such place. */
export function formsAt(schema: JsonSchema, path: Path, named: NamedSchemas): readonly JsonSchema[] {
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
export function valuesOf({ enum: values, const: only, type }: JsonSchema): readonly unknown[] {
  if (values !== undefined) return values
  if (only !== undefined) return [only]
  return type === 'boolean' ? [true, false] : []
}

/** The kind of a value, for a person (`text or array`). */
export function kindOf(forms: readonly JsonSchema[]): string {
  const kinds = forms.flatMap((form) => (form.type === undefined ? [] : [form.type].flat()))
  return [...new Set(kinds)].map((kind) => (kind === 'string' ? 'text' : kind)).join(' or ')
}
