import { memoize } from '../../core/lib/lazily.ts'
import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { own } from '../../core/lib/own.ts'
import { at } from '../resolve/recorded-exchange.ts'
import { type Form, textKinds, seenIn, total, sampleOf } from './form.ts'

/** A part of a form that a schema does not allow. */
export interface Mismatch {
  /** An `unknown` or `missing` field, a wrong `kind` of value, or a `value` that the schema does not list. */
  readonly problem: 'unknown' | 'missing' | 'kind' | 'value'
  readonly path: readonly string[]
  readonly expected: string
  readonly came: string
  readonly seen: number
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Resolves the reference of a schema, response or header. */
export function resolved(document: JsonObject, value: unknown): JsonObject {
  const schema = objectOf(value)
  const target = schema['$ref']
  if (typeof target !== 'string') return schema
  return resolved(document, at(document, ...target.slice(2).split('/')))
}

/** The branches of a union; any other schema is its only branch. */
function branchesOf(document: JsonObject, value: unknown): readonly JsonObject[] {
  const schema = resolved(document, value)
  const union = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
  return union.length === 0 ? [schema] : union.flatMap((branch) => branchesOf(document, branch))
}

/** Validates a form against a schema. In a union, each kind of value is checked against the branch that fits best. */
export function mismatchesOf(
  document: JsonObject,
  schema: unknown,
  form: Form,
  path: readonly string[] = [],
): readonly Mismatch[] {
  const branches = branchesOf(document, schema)
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return ofBranch(document, only, form, path)
  return Object.entries(form.kinds).flatMap(([kind, count]) => {
    const part = { ...form, kinds: { [kind]: count }, words: kind === 'word' ? form.words : undefined }
    const [best = []] = branches
      .map((branch) => ofBranch(document, branch, part, path))
      .toSorted((a, b) => a.length - b.length)
    return best.map((found) =>
      found.path.length === path.length ? { ...found, expected: branches.map(describe).join(' or ') } : found,
    )
  })
}

function ofBranch(document: JsonObject, schema: JsonObject, form: Form, path: readonly string[]): readonly Mismatch[] {
  const [fitting, others] = [true, false].map((fits) =>
    Object.entries(form.kinds).filter(([kind]) => isOfType(kind, schema['type']) === fits),
  )
  const wrong = [
    ...(others ?? []).map(([kind, seen]) => ['kind', typeOf(kind), seen] as const),
    ...valuesIn(schema, fitting ?? [], form.words),
  ]
  return [
    ...wrong.map(([problem, came, seen]) => ({ problem, path, expected: describe(schema), came, seen })),
    ...(isOfType('object', schema['type']) ? fieldsIn(document, schema, form, path) : []),
    ...(form.items === undefined || !isJsonObject(schema['items'])
      ? []
      : mismatchesOf(document, schema['items'], form.items, [...path, '*'])),
  ]
}

type Counts = readonly (readonly [name: string, seen: number])[]

/** Finds values of the right type that the schema does not allow. */
function valuesIn(schema: JsonObject, kinds: Counts, words: Form['words'] = {}) {
  const allowed = allowedBy(schema)
  const known = Object.entries(words)
  if (allowed === undefined) {
    return kinds.flatMap(([kind, seen]) => (isAllowed(schema, kind) ? [] : [['kind', kind, seen] as const]))
  }
  const hidden = total([...kinds.map(([, seen]) => seen), ...known.map(([, seen]) => -seen)])
  const others: Counts = hidden > 0 ? [['another value', hidden]] : []
  return [...known.filter(([word]) => !allowed.includes(word)), ...others].map(
    ([came, seen]) => ['value', came, seen] as const,
  )
}

function fieldsIn(document: JsonObject, schema: JsonObject, form: Form, path: readonly string[]): readonly Mismatch[] {
  const { kinds, fields } = form
  const { object = 0 } = kinds
  if (fields === undefined || object === 0) return []
  const properties = objectOf(schema['properties'])
  const missing = listOf(schema['required'])
    .map(String)
    .flatMap((name): Mismatch[] => {
      const inner = own(fields, name)
      const seen = object - (inner === undefined ? 0 : seenIn(inner))
      return seen > 0 ? [{ problem: 'missing', path: [...path, name], expected: 'always', came: 'nothing', seen }] : []
    })
  const present = Object.entries(fields).flatMap(([name, inner]): readonly Mismatch[] => {
    const known = own(properties, name) ?? schema['additionalProperties']
    const here = [...path, name]
    if (isJsonObject(known)) return mismatchesOf(document, known, inner, here)
    if (known === true || known === undefined) return []
    const came = [...new Set(Object.keys(inner.kinds).map(typeOf))].toSorted().join(' or ')
    return [{ problem: 'unknown', path: here, expected: 'no such field', came, seen: Math.min(seenIn(inner), object) }]
  })
  return [...missing, ...present]
}

/** The JSON type of a kind. */
function typeOf(kind: string): string {
  if (sampleOf(kind) !== undefined) return 'string'
  return kind === 'negative' ? 'integer' : kind
}

function isOfType(kind: string, type: unknown): boolean {
  const types: ReadonlySet<unknown> = new Set([type].flat())
  return type === undefined || types.has(typeOf(kind)) || (typeOf(kind) === 'integer' && types.has('number'))
}

function allowedBy(schema: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum']
  return schema['const'] === undefined ? undefined : [schema['const']]
}

const patternOf = memoize((pattern: string) => new RegExp(pattern), 256)

function isAllowed({ pattern, format, minimum, minLength, maxLength }: JsonObject, kind: string): boolean {
  if (kind === 'negative') return typeof minimum !== 'number' || minimum < 0
  const text = sampleOf(kind)
  if (text === undefined) return true
  if (typeof minLength === 'number' && text.length < minLength) return false
  if (typeof maxLength === 'number' && text.length > maxLength) return false
  if (typeof pattern === 'string') return patternOf(pattern).test(text)
  return format !== 'uri' || URL.canParse(text)
}

const maxKinds = 5

function describe(schema: JsonObject): string {
  const allowed = allowedBy(schema)
  if (allowed !== undefined) return allowed.join(' or ')
  const type = [schema['type']].flat().join(' or ')
  const [format, pattern] = [schema['format'], schema['pattern']]
  if (typeof pattern !== 'string') return typeof format === 'string' ? format : type
  const kinds = textKinds.filter((kind) => isAllowed(schema, kind))
  // A pattern that many kinds match, or none, is clearest as it is.
  return kinds.length > 0 && kinds.length <= maxKinds ? kinds.join(' or ') : pattern
}
