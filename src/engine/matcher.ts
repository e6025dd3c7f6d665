import type { When } from './scenario.ts'

/** What rules look at of a request. */
export interface Subject {
  /** Id of the operation; undefined where none has the method and path. */
  readonly operation: string | undefined
  readonly method: string
  /** Relative to the base address where it lies below it (`/cloud/resources`). */
  readonly path: string
  /** The `{id}` of the path; empty where it has none. */
  readonly id: string
  /** Id of the API key; undefined where the request has none that is valid. */
  readonly key: string | undefined
  /** The values of a query parameter. */
  readonly query: (name: string) => readonly string[]
  readonly header: (name: string) => string | null
  /** The parsed body; undefined where there is none that parses. */
  readonly body: () => unknown
}

/** Whether a request is one that a rule is for. */
export type Matcher = (subject: Subject) => boolean

type Texts = string | readonly string[]

/** Makes the matcher of a rule: everything that is given must hold; nothing given matches every request. */
export function createMatcher(when: When = {}): Matcher {
  const tests = [
    oneOf(when.operation, (subject) => subject.operation, isSame),
    oneOf(when.method, (subject) => subject.method, isSameInAnyCase),
    oneOf(when.path, (subject) => subject.path, isLike),
    oneOf(when.id, (subject) => (subject.id === '' ? undefined : subject.id), isLikeInAnyCase),
    oneOf(when.key, (subject) => subject.key, isLike),
    ...Object.entries(when.query ?? {}).map(([name, texts]) => someOf(texts, (subject) => subject.query(name))),
    ...Object.entries(when.header ?? {}).map(([name, texts]) =>
      oneOf(texts, (subject) => subject.header(name) ?? undefined, isLike),
    ),
    when.body === undefined ? undefined : (subject: Subject) => includes(subject.body(), when.body),
  ].filter((test) => test !== undefined)
  return (subject) => tests.every((test) => test(subject))
}

type Compare = (pattern: string) => (text: string) => boolean

const isSame: Compare = (pattern) => (text) => text === pattern
const isSameInAnyCase: Compare = (pattern) => (text) => text.toUpperCase() === pattern.toUpperCase()

/** `*` stands for any text, `\*` for a star. Parts are looked for from left to right, in no more time than a text is long. */
const isLike: Compare = (pattern) => {
  const [first = '', ...rest] = pattern.split(/(?<!\\)\*/).map((part) => part.replaceAll('\\*', '*'))
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let from = first.length
    for (const part of rest) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return from + last.length <= text.length
  }
}

/** The same for ids, which are the same in any case. */
const isLikeInAnyCase: Compare = (pattern) => {
  const isLikeLower = isLike(pattern.toLowerCase())
  return (text) => isLikeLower(text.toLowerCase())
}

function oneOf(
  texts: Texts | undefined,
  read: (subject: Subject) => string | undefined,
  compare: Compare,
): Matcher | undefined {
  if (texts === undefined) return undefined
  const tests = [texts].flat().map(compare)
  return (subject) => {
    const text = read(subject)
    return text !== undefined && tests.some((test) => test(text))
  }
}

function someOf(texts: Texts, read: (subject: Subject) => readonly string[]): Matcher {
  const tests = [texts].flat().map(isLike)
  return (subject) => read(subject).some((text) => tests.some((test) => test(text)))
}

/** Whether a JSON value has all that another has: objects by their fields, arrays item by item, anything else the same. */
function includes(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, position) => includes(actual[position], item))
    )
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(actual))
  return Object.entries(expected).every(([name, value]) => fields.has(name) && includes(fields.get(name), value))
}
