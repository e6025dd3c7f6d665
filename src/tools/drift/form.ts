import * as z from 'zod/mini'

import { grouped } from '../../core/lib/grouped.ts'
import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'

/** Each kind of text, in the order of recognition: its pattern, and a witness that is tried on schemas. */
const texts: readonly (readonly [kind: string, form: RegExp, witness: string])[] = [
  ['empty', /^$/, ''],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, '00000000-0000-4000-8000-000000000000'],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, '2026-01-31T12:00:00Z'],
  ['date-time-ms', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '2026-01-31T12:00:00.000Z'],
  ['date-time-fraction', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/, '2026-01-31T12:00:00.0000Z'],
  ['date-time-minutes', /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/, '2026-01-31T12:00Z'],
  ['date-time-offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*[+-]\d\d:\d\d$/, '2026-01-31T12:00:00+02:00'],
  ['date-time-other', /^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d[\d:.]*(?:Z|[+-][\d:]+)?$/i, '2026-01-31 12:00:00'],
  ['date', /^\d{4}-\d\d-\d\d$/, '2026-01-31'],
  ['ipv4', /^\d{1,3}(?:\.\d{1,3}){3}$/, '192.0.2.1'],
  ['ipv6', /^(?=.*:.*:)[\da-f:]+(?:\.[\d.]+)?$/i, '2001:db8::1'],
  ['email', /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/, 'user@example.com'],
  ['url', /^[a-z][\w+.-]*:\/\/\S+$/i, 'https://example.com/'],
  ['path', /^\/\S*$/, '/path'],
  ['query', /^\?\S*$/, '?page=1'],
  ['word', /^[\w.:/-]{1,200}$/, 'word'],
]

export const textKinds: readonly string[] = texts.map(([kind]) => kind)

/** The kinds of values, as a corpus names them. */
export const kindNames: readonly string[] = [
  ...textKinds,
  ...'null boolean integer negative number object array text html'.split(' '),
]

/** An id of a short prefix and 32 hexadecimal digits; a longer prefix is dropped. */
const opaqueForm = /^([a-z]{1,3})?[a-z]*-[\da-f]{32}$/
const opaquePrefix = 'opaque-id:'

const maxKnownLength = 2048
/** Deeper levels would make a line that cannot be parsed again. */
const maxDepth = 40
const maxFields = 500
const maxWords = 30

/**
 * The form of one or more JSON values, without the values: how often each kind occurs, and the forms of fields and
 * items. Kinds are `null`, `boolean`, `integer`, `negative`, `number`, `object`, `array`, and the kinds of texts.
 */
export interface Form {
  readonly kinds: Readonly<Record<string, number>>
  /** By name. Keys that are not field names, such as ids, share `*`. */
  readonly fields?: Readonly<Record<string, Form>> | undefined
  readonly items?: Form | undefined
  /** Words of a vocabulary, such as statuses. */
  readonly words?: Readonly<Record<string, number>> | undefined
}

const counts = z.record(z.string(), z.int().check(z.gte(1)))

export const formSchema: z.ZodMiniType<Form> = z.strictObject({
  kinds: counts,
  get fields() {
    return z.optional(z.record(z.string(), formSchema))
  },
  get items() {
    return z.optional(formSchema)
  },
  words: z.optional(counts),
})

/** @param vocabulary the names of fields whose values are words (from `vocabularyOf`) @param name the field that has the value */
export function formOf(value: unknown, vocabulary: ReadonlySet<string>, name = '', level = 0): Form {
  const inner = (one: unknown, field: string): Form => formOf(one, vocabulary, field, level + 1)
  const kinds = { [kindOf(value)]: 1 }
  if (Array.isArray(value) && value.length > 0 && level < maxDepth) {
    return { kinds, items: mergeForms(value.map((item) => inner(item, name))) }
  }
  if (isJsonObject(value) && level < maxDepth) {
    const fields = Object.entries(value).map(([field, one]) => [publishableName(field), inner(one, field)] as const)
    return { kinds, fields: fieldsOf(fields) }
  }
  return typeof value === 'string' && vocabulary.has(name) && isTerm(value)
    ? { kinds, words: { [value]: 1 } }
    : { kinds }
}

export function mergeForms(forms: readonly Form[]): Form {
  const [first] = forms
  if (forms.length === 1 && first !== undefined) return first
  const fields = forms.flatMap((form) => (form.fields === undefined ? [] : Object.entries(form.fields)))
  const items = forms.flatMap((form) => form.items ?? [])
  const words = sum(forms.map((form) => form.words ?? {}))
  const distinct = Object.keys(words).length
  return {
    kinds: sum(forms.map((form) => form.kinds)),
    ...(forms.some((form) => form.fields !== undefined) && { fields: fieldsOf(fields) }),
    ...(items.length > 0 && { items: mergeForms(items) }),
    // A field with more words has no vocabulary.
    ...(distinct > 0 && distinct <= maxWords && { words }),
  }
}

function fieldsOf(fields: readonly (readonly [string, Form])[]): Record<string, Form> {
  const known = new Set([...new Set(fields.map(([name]) => name))].slice(0, maxFields))
  const named = grouped(fields, ([name]) => (known.has(name) ? name : otherNames))
  return Object.fromEntries([...named].map(([name, same]) => [name, mergeForms(same.map(([, form]) => form))]))
}

function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const groups = grouped(all.flatMap(Object.entries<number>), ([name]) => name)
  return Object.fromEntries([...groups].map(([name, same]) => [name, total(same.map(([, count]) => count))]))
}

export const total = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The number of values with this form. */
export const seenIn = ({ kinds }: Form): number => total(Object.values(kinds))

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'number'
    return value < 0 ? 'negative' : 'integer'
  }
  return typeof value === 'string' ? kindOfText(value) : typeof value
}

function kindOfText(text: string): string {
  if (text.length > maxKnownLength) return 'text'
  const opaque = opaqueForm.exec(text)
  if (opaque !== null) return opaquePrefix + (text[3] === '-' ? (opaque[1] ?? '') : '')
  return texts.find(([, form]) => form.test(text))?.[0] ?? 'text'
}

/** A sample text of a kind; undefined for kinds that are not texts. */
export function sampleOf(kind: string): string | undefined {
  if (kind.startsWith(opaquePrefix)) return `${kind.slice(opaquePrefix.length) || 'other'}-${'0'.repeat(32)}`
  return kind === 'text' ? 'some text, and more' : texts.find(([known]) => known === kind)?.[2]
}

const otherNames = '*'

/** The name of a field or header, or `*` if it looks like an id, an address or a token. */
export const publishableName = (name: string): string => (isTerm(name.replace(/^[@$_]/, '')) ? name : otherNames)

/** True for a word that people chose, such as a status, a code or a field name; false for an id, a host or a token. */
export function isTerm(text: string): boolean {
  return /^[a-z][\w-]{0,39}$/i.test(text) && text.split(/[_-]/).every(isPlain)
}

function isPlain(part: string): boolean {
  if (part.length <= 3) return true
  if (part.length > 20) return false
  if (/^[\da-f]{8,}$/i.test(part)) return false
  if (/^\d+$/.test(part)) return part.length <= 4
  if (/\d/.test(part)) return part.length <= 8
  return /^(?:[A-Z]+|[a-z]*(?:[A-Z]{1,3}[a-z]{2,})*(?:[A-Z]{1,3}[a-z]?)?)$/.test(part)
}

/** The names of the properties that have an `enum` or a `const` somewhere in an OpenAPI document. */
export function vocabularyOf(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, name)
    if (!isJsonObject(value)) return
    if (Array.isArray(value['enum']) || typeof value['const'] === 'string') names.add(name)
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'properties' || !isJsonObject(inner)) walk(inner, name)
      else for (const [property, schema] of Object.entries(inner)) walk(schema, property)
    }
  }
  walk(document['components'], '')
  return names
}
