import { isJsonObject } from '../lib/merge-patch.ts'
import { isLike, pathPattern } from './pattern.ts'
import type { When } from './rule-schema.ts'

/** The parts of a request that rules compare. */
export interface Subject {
  /** Id of the operation; undefined if none has the method and path. */
  readonly operation: string | undefined
  readonly method: string
  /** Relative to the base address if it is below it (`/cloud/resources`). */
  readonly path: string
  readonly id: string
  readonly key: string | undefined
  readonly query: (name: string) => readonly string[]
  readonly header: (name: string) => string | null
  /** The parsed body; undefined if there is none, or it is not JSON. */
  readonly body: () => unknown
}

export type Matcher = (subject: Subject) => boolean

export interface Condition {
  /** The field of the request (`query.type`, `body`). */
  readonly field: string
  readonly expected: unknown
  readonly actual: (subject: Subject) => unknown
  readonly holds: Matcher
}

export function conditionsOf(when: When): readonly Condition[] {
  return [
    ...like('operation', when.operation, ({ operation }) => operation, isSame),
    ...like('method', when.method, ({ method }) => method, isSameInAnyCase),
    ...like('path', when.path, ({ path }) => path, isLikePath),
    ...like('id', when.id, ({ id }) => (id === '' ? undefined : id), isLikeInAnyCase),
    ...like('key', when.key, ({ key }) => key),
    ...Object.entries(when.query ?? {}).flatMap(([name, texts]) =>
      like(`query.${name}`, texts, ({ query }) => query(name)),
    ),
    ...Object.entries(when.header ?? {}).flatMap(([name, texts]) =>
      like(`header.${name}`, texts, ({ header }) => header(name) ?? undefined),
    ),
    ...(when.body === undefined ? [] : [hasBody(when.body)]),
  ]
}

/** Creates the matcher of a rule. Without conditions it matches every request. */
export function createMatcher(when: When): Matcher {
  const conditions = conditionsOf(when)
  return (subject) => conditions.every(({ holds }) => holds(subject))
}

type Texts = string | readonly string[]
type Compare = (pattern: string) => (text: string) => boolean

const isSame: Compare = (pattern) => (text) => text === pattern
const isSameInAnyCase: Compare = (pattern) => (text) => text.toUpperCase() === pattern.toUpperCase()

const isLikePath: Compare = (pattern) => isLike(pathPattern(pattern))

const isLikeInAnyCase: Compare = (pattern) => {
  const isLikeLower = isLike(pattern.toLowerCase())
  return (text) => isLikeLower(text.toLowerCase())
}

/** The condition that some value of a field matches one of the patterns; none without patterns. */
function like(
  field: string,
  texts: Texts | undefined,
  read: (subject: Subject) => Texts | undefined,
  compare: Compare = isLike,
): readonly Condition[] {
  if (texts === undefined) return []
  const tests = [texts].flat().map(compare)
  const valuesIn = (subject: Subject): readonly string[] => [read(subject) ?? []].flat()
  const actual = (subject: Subject): unknown =>
    valuesIn(subject).length > 1 ? valuesIn(subject) : valuesIn(subject)[0]
  const holds = (subject: Subject): boolean => valuesIn(subject).some((text) => tests.some((test) => test(text)))
  return [{ field, expected: texts, actual, holds }]
}

function hasBody(expected: unknown): Condition {
  return {
    field: 'body',
    expected,
    actual: (subject) => subject.body(),
    holds: (subject) => differences(subject.body(), expected, 'body').length === 0,
  }
}

export interface Difference {
  /** The path (`body.data_source.type`). */
  readonly field: string
  readonly expected: unknown
  readonly actual: unknown
}

/** The parts of an expected JSON value that the actual value lacks. An object may have more fields; any other value must be equal. */
export function differences(actual: unknown, expected: unknown, field: string): readonly Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length === expected.length) {
    return expected.flatMap((item, position) => differences(actual[position], item, `${field}[${position}]`))
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      fields.has(name)
        ? differences(fields.get(name), value, `${field}.${name}`)
        : [{ field: `${field}.${name}`, expected: value, actual: undefined }],
    )
  }
  return actual === expected ? [] : [{ field, expected, actual }]
}
