import type * as z from 'zod/mini'

import { InputError, quote, shorten } from './input-error.ts'
import { listed } from './listed.ts'
import { didYouMean, orKnown } from './nearest.ts'
import { type Fields, formsAt, literalsOf, namesIn } from './schema-fields.ts'

export type Issue = z.core.$ZodIssue

export const dateTimePhrase = 'an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z'

const formats: Readonly<Record<string, string>> = {
  datetime: dateTimePhrase,
  date: 'an ISO 8601 date, such as 2026-01-31',
  email: 'an e-mail address',
  url: 'a URL that starts with http:// or https://',
  guid: 'a UUID',
  ipv4: 'an IP address, such as 203.0.113.7',
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** A path inside a JSON value as people write it (`details.volumes[0].size_gb`); empty for the value itself. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? String(step) : `.${String(step)}`
  }
  return text
}

interface Wording {
  /** The maximum of described issues (10). */
  readonly max?: number | undefined
  /** The schema of the value: with it, the nearest known names are suggested. */
  readonly schema?: z.core.$ZodType | undefined
  /** The path of the value in its file (it is the whole file). */
  readonly at?: readonly PropertyKey[] | undefined
  /** The value, which orders the problems by its fields (the schema orders them). */
  readonly content?: unknown
}

/**
 * Converts issues of a schema to one error, with a phrase for each: field, value and what is expected. Its field is the first
 * one. Values appear if the schema was told to report them (`reportInput`).
 * @param whole the name of the value itself, for an issue with an empty path
 */
export function toInputError(found: readonly Issue[], whole: string, { max, content, ...rest }: Wording = {}) {
  const issues = separate(found, rest.schema)
  const toError = (issue: Issue): InputError => explain(issue, whole, rest)
  const { field } = issues.slice(0, 1).map(toError)[0] ?? {}
  const text = listed(issues, '; ', (issue) => toError(issue)[issue === issues[0] ? 'reason' : 'message'], max)
  return new InputError(text, { field }, () => inFileOrder(issues, content).map(toError))
}

/** Splits an issue into one issue for each field. */
export const fieldsOf = (issue: Issue): readonly { readonly issue: Issue; readonly path: readonly PropertyKey[] }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ issue: { ...issue, keys: [key] }, path: [...issue.path, key] }))
    : [{ issue, path: issue.path }]

/** Splits issues by field, in the order of the value. A missing field comes at its object. */
const inFileOrder = (issues: readonly Issue[], content: unknown): readonly Issue[] =>
  issues
    .flatMap(fieldsOf)
    .map(({ issue, path }) => ({ issue, place: placeIn(content, path) }))
    .sort((a, b) => Number(a.place > b.place) - Number(a.place < b.place))
    .map(({ issue }) => issue)

/** The position of a field in the value, as text that sorts. */
function placeIn(content: unknown, [step, ...path]: readonly PropertyKey[]): string {
  const at = Object.keys(Object(content)).indexOf(String(step))
  return at === -1 ? '' : String(at).padStart(6, '0') + placeIn(Reflect.get(Object(content), String(step)), path)
}

/** Unpacks the issues inside unions. Unknown fields share one issue, unless another form of their object has them. */
function separate(found: readonly Issue[], schema: z.core.$ZodType | undefined): readonly Issue[] {
  return found.flatMap(inForm).flatMap((issue): Issue[] => {
    if (issue.code !== 'unrecognized_keys' || schema === undefined) return [issue]
    const forms = formsAt(schema, issue.path)
    const elsewhere = issue.keys.filter((key) => placeOf(key, issue.input, forms) !== undefined)
    const unknown = issue.keys.filter((key) => !elsewhere.includes(key))
    const groups = [...elsewhere.map((key) => [key]), ...(unknown.length === 0 ? [] : [unknown])]
    return groups.map((keys) => ({ ...issue, keys }))
  })
}

/** The issues of the union member with the fewest; the issue itself if no member has fewer than the others. */
function inForm(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || !('errors' in issue)) return [issue]
  const inside = issue.errors.filter((errors) =>
    errors.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  const fewest = Math.min(...inside.map((errors) => errors.length))
  const [only, other] = inside.filter((errors) => errors.length === fewest)
  if (only === undefined || other !== undefined) return [issue]
  return only.map((one) => ({ ...one, path: [...issue.path, ...one.path] })).flatMap(inForm)
}

/** Describes one issue. The error has no field if it is about several fields, or about the value itself. */
function explain(issue: Issue, whole: string, { schema, at: before = [] }: Wording): InputError {
  const own = issue.code === 'custom' ? issue.params?.['error'] : undefined
  if (own instanceof InputError) return own
  const at = formatPath([...before, ...issue.path])
  const refuse = (reason: string): InputError =>
    at === '' ? new InputError(`${whole}: ${reason}`) : new InputError(reason, { field: at })
  if (issue.code === 'unrecognized_keys') {
    const fields = listed(issue.keys, ', ', (key) => shorten(at === '' ? key : `${at}.${key}`))
    const reason = schema === undefined ? 'not a known field' : whyUnknown(issue, schema)
    return issue.keys.length === 1 ? new InputError(reason, { field: fields }) : new InputError(`${fields}: ${reason}`)
  }
  const input = inputOf(issue)
  if (input === undefined) {
    return refuse(issue.code === 'custom' ? `expected ${issue.message}, got none` : 'required, but missing')
  }
  // A message does not repeat a secret.
  const got = /^secret|token$|^upstreamKey$/i.test(String(issue.path.at(-1))) ? 'another text' : quote(input)
  const near = schema === undefined ? '' : hint(input, valuesOf(issue))
  return refuse(`expected ${expectation(issue)}, got ${got}${near}`)
}

function hint(input: unknown, known: readonly string[]): string {
  const written = [input].flat().filter((value) => typeof value === 'string')
  const near = didYouMean(written, new Set(known.filter((name) => !written.includes(name))))
  return near === '' ? '' : `.${near}`
}

function valuesOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code !== 'invalid_union') return []
  if ('options' in issue) return (issue.options ?? []).map(String)
  return issue.errors.flatMap((errors) => errors.slice(0, 1)).flatMap(valuesOf)
}

/** The invalid value; for an object with an unknown discriminator, the value of that field. */
function inputOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return issue.input
  const { input, discriminator } = issue
  return typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, discriminator)?.value
    : input
}

function expectation(issue: Issue): string {
  if (isOwn(issue)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected
    case 'invalid_format':
      return formats[issue.format] ?? `a text of the form ${issue.pattern ?? issue.format}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return describeUnion(issue)
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`
    default:
      return issue.message
  }
}

/** True if the message is our own. In a program that imports all of zod, zod words every other message. */
const isOwn = ({ message }: Issue): boolean => !/^(?:Invalid|Too|Unrecognized) /.test(message)

/** The members of a union without a discriminator are forms of one thing: the first describes it. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue) return oneOf(issue.options ?? [])
  const [first] = issue.errors[0] ?? []
  return first === undefined ? issue.message : expectation(first)
}

const oneOf = (values: readonly unknown[]): string => `one of ${values.map(String).join(', ')}`

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : '')

function whyUnknown({ keys, path, input }: z.core.$ZodIssueUnrecognizedKeys, schema: z.core.$ZodType): string {
  const forms = formsAt(schema, path)
  const [key = ''] = keys
  const place = placeOf(key, input, forms)
  if (place !== undefined) return `known only where ${place}`
  const own = forms.filter((form) => differenceOf(form, input) === undefined)
  return `not a known field${orKnown(keys, namesIn(own.length > 0 ? own : forms))}`
}

/** The condition for a field that other forms of an object have (`status is completed or failed, not pending`); undefined if none has it. */
function placeOf(key: string, input: unknown, forms: readonly Fields[]): string | undefined {
  const having = forms.filter((form) => Object.hasOwn(form, key))
  const [first] = having.flatMap((form) => differenceOf(form, input) ?? [])
  if (first === undefined) return undefined
  const values = having.map((form) => literalsOf(form[first.name]).join(' or '))
  return `${first.name} is ${values.join(' or ')}, not ${String(first.value)}`
}

/** The first field whose value differs from the literals of a form. */
function differenceOf(form: Fields, input: unknown): { readonly name: string; readonly value: unknown } | undefined {
  const values = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : [])
  const name = Object.keys(form).find((field) => {
    const fixed = literalsOf(form[field])
    return fixed.length > 0 && !fixed.includes(values.get(field))
  })
  return name === undefined ? undefined : { name, value: values.get(name) }
}
