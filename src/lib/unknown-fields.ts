import type * as z from 'zod/mini'

import { orKnown } from './nearest.ts'
import { descriptionOf, type Fields, formsAt, literalsOf, namesIn } from './schema-fields.ts'

export const notKnown = 'not a known field'

/** Says why the fields of an object are refused that its schema does not have. */
export function whyUnknown({ keys, path, input }: z.core.$ZodIssueUnrecognizedKeys, schema: z.core.$ZodType): string {
  const forms = formsAt(schema, path)
  const [key = ''] = keys
  const place = placeOf(key, input, forms)
  if (place !== undefined) return `known only where ${place}`
  const own = forms.filter((form) => differenceOf(form, input) === undefined)
  const near = own.length > 0 ? own : forms
  return `${notKnown}${orKnown(keys, namesIn(near), meantBy(key, near))}`
}

/** The field of which the description alone has a word: people call the field so. */
function meantBy(word: string, forms: readonly Fields[]): string | undefined {
  const isWord = (text: string): boolean => text.toLowerCase().split(/\W+/).includes(word.toLowerCase())
  const named = forms.flatMap((form) => Object.entries(form).filter(([, field]) => isWord(descriptionOf(field))))
  const [only, other] = new Set(named.map(([name]) => name))
  return other === undefined ? only : undefined
}

/** The condition for a field that other forms of an object have (`status is completed or failed, not pending`); undefined where none has it. */
export function placeOf(key: string, input: unknown, forms: readonly Fields[]): string | undefined {
  const having = forms.filter((form) => Object.hasOwn(form, key))
  const [first] = having.flatMap((form) => differenceOf(form, input) ?? [])
  if (first === undefined) return undefined
  const values = having.map((form) => literalsOf(form[first.name]).join(' or '))
  return `${first.name} is ${values.join(' or ')}, not ${String(first.value)}`
}

/** The field by which a value is of another form than one that has fixed values. */
function differenceOf(form: Fields, input: unknown): { readonly name: string; readonly value: unknown } | undefined {
  const values = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : [])
  const name = Object.keys(form).find((field) => {
    const fixed = literalsOf(form[field])
    return fixed.length > 0 && !fixed.includes(values.get(field))
  })
  return name === undefined ? undefined : { name, value: values.get(name) }
}
