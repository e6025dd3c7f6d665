import type * as z from 'zod/mini'

import { quote, shorten } from './input-error.ts'
import { listed } from './listed.ts'

type Issue = z.core.$ZodIssue

const formats: Readonly<Record<string, string>> = {
  datetime: 'an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z',
  date: 'an ISO 8601 date, such as 2026-01-31',
  email: 'an e-mail address',
  url: 'a URL that starts with http:// or https://',
  guid: 'a UUID',
  ipv4: 'an IP address',
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

/**
 * What a schema found wrong, one phrase an issue: field, value and what would be right.
 * The value appears where the parse was asked to report it (`reportInput`).
 * @param whole what the value itself is called, where its path is empty
 * @param most how many are told (10)
 */
export function describeIssues(issues: readonly Issue[], whole: string, most?: number): string {
  return listed(issues, '; ', (issue) => describeIssue(issue, whole), most)
}

function describeIssue(issue: Issue, whole: string): string {
  const at = formatPath(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const keys = listed(issue.keys, ', ', (key) => shorten(at === '' ? key : `${at}.${key}`))
    return `${keys}: not a known field`
  }
  const subject = at === '' ? whole : at
  const input = inputOf(issue)
  if (input === undefined) return `${subject}: required, but missing`
  // A value that is kept secret elsewhere is not told here either.
  const got = String(issue.path.at(-1)).startsWith('secret') ? 'another text' : quote(input)
  return `${subject}: expected ${expectation(issue)}, got ${got}`
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

/** A union without a discriminator is of several forms of one thing: the first says what it is. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue) return oneOf(issue.options ?? [])
  const [first] = issue.errors[0] ?? []
  return first === undefined ? issue.message : expectation(first)
}

const oneOf = (values: readonly unknown[]): string => `one of ${values.map(String).join(', ')}`

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : '')
