import * as z from 'zod/mini'

import { quote, shorten } from './input-error.ts'
import { listed } from './listed.ts'
import { didYouMean } from './nearest.ts'

type Issue = z.core.$ZodIssue

/** What a date-time with an offset is called, for messages to people. */
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

/** How issues are described. */
interface Wording {
  /** How many are told (10). */
  readonly most?: number
  /** The schema that found them: then the nearest known names are told too. */
  readonly schema?: z.core.$ZodType
}

/**
 * What a schema found wrong, one phrase an issue: field, value and what would be right.
 * The value appears where the parse was asked to report it (`reportInput`).
 * @param whole what the value itself is called, where its path is empty
 */
export function describeIssues(issues: readonly Issue[], whole: string, { most, schema }: Wording = {}): string {
  return listed(issues, '; ', (issue) => describeIssue(issue, whole, schema), most)
}

function describeIssue(issue: Issue, whole: string, schema: z.core.$ZodType | undefined): string {
  const at = formatPath(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const keys = listed(issue.keys, ', ', (key) => shorten(at === '' ? key : `${at}.${key}`))
    const known = schema === undefined ? [] : fieldsAt(schema, issue.path)
    return `${keys}: not a known field${hint(issue.keys, known)}`
  }
  const subject = at === '' ? whole : at
  const input = inputOf(issue)
  if (input === undefined) return `${subject}: required, but missing`
  // A value that is kept secret elsewhere is not told here either.
  const got = /^secret|token$/i.test(String(issue.path.at(-1))) ? 'another text' : quote(input)
  const near = schema === undefined ? '' : hint(textsIn(input), namesIn(issue))
  return `${subject}: expected ${expectation(issue)}, got ${got}${near}`
}

/** The known names that come nearest to what was written. */
function hint(written: readonly string[], known: readonly string[]): string {
  const others = new Set(known.filter((name) => !written.includes(name)))
  const near = written.map((name) => didYouMean(name, others)).find((text) => text !== '')
  return near === undefined ? '' : `.${near}`
}

function textsIn(input: unknown): readonly string[] {
  return [input].flat().filter((value) => typeof value === 'string')
}

/** The names of which a value may be one. */
function namesIn(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code !== 'invalid_union') return []
  if ('options' in issue) return (issue.options ?? []).map(String)
  return issue.errors.flatMap((errors) => errors.slice(0, 1)).flatMap(namesIn)
}

/** The fields of the object at a path of a schema. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const [step, ...rest] = path
  return objectsIn(schema).flatMap((type) => {
    if (step === undefined) return type instanceof z.core.$ZodObject ? Object.keys(type._zod.def.shape) : []
    return childrenAt(type, step).flatMap((child) => fieldsAt(child, rest))
  })
}

type Holder = z.core.$ZodObject | z.core.$ZodArray | z.core.$ZodRecord

/** What a schema is, below all that is wrapped around it. */
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

function childrenAt(type: Holder, step: PropertyKey): readonly z.core.$ZodType[] {
  if (type instanceof z.core.$ZodArray) return [type._zod.def.element]
  if (type instanceof z.core.$ZodRecord) return [type._zod.def.valueType]
  const child = Object.entries(type._zod.def.shape).find(([name]) => name === step)
  return child === undefined ? [] : [child[1]]
}

/** What was found; of an object without a known discriminator, that field. */
function inputOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return issue.input
  const { input, discriminator } = issue
  return typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, discriminator)?.value
    : input
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected
    case 'invalid_format':
      return formats[issue.format] ?? formOf(issue)
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

/** A schema that says itself what is expected is taken at its word. */
function formOf({ message, pattern, format }: z.core.$ZodIssueInvalidStringFormat): string {
  return message.startsWith('Invalid ') ? `a text of the form ${pattern ?? format}` : message
}

/** A union without a discriminator is of several forms of one thing: the first says what it is. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue) return oneOf(issue.options ?? [])
  const [first] = issue.errors[0] ?? []
  return first === undefined ? issue.message : expectation(first)
}

const oneOf = (values: readonly unknown[]): string => `one of ${values.map(String).join(', ')}`

const unitOf = (seedName: string): string => (seedName === 'string' ? ' characters' : '')
