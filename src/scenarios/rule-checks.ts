import { conventionalStatuses, errorStatuses } from '../assumptions/error-statuses.ts'
import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { didYouMean } from '../lib/nearest.ts'
import { hasSecret } from '../lib/secrets.ts'
import { bodilessStatuses, errorCodes } from '../spec/errors.ts'
import { canBothMatch, pathPattern } from './pattern.ts'
import type { Effect, ScenarioRule, When } from './rule-schema.ts'

/** An operation, as far as rules depend on it. */
export interface KnownOperation<Id extends string = string> {
  readonly id: Id
  readonly method: string
  /** As the document writes it (`/cloud/resources/{id}`). */
  readonly path: string
  /** Undefined where it takes no body. */
  readonly body: unknown
  /** By name. */
  readonly queryParameters: Readonly<Record<string, unknown>>
}

type Operations = readonly KnownOperation[]
type Texts = string | readonly string[]

/** A condition that no operation meets together with those before it. */
export interface Contradiction {
  readonly field: 'method' | 'path' | 'id' | 'body'
  readonly expected: string
}

const isNamed = ({ id }: KnownOperation, asked: string): boolean => id === asked
const hasMethod = ({ method }: KnownOperation, asked: string): boolean =>
  method === asked.toUpperCase() || (method === 'GET' && asked.toUpperCase() === 'HEAD')
const hasPath = ({ path }: KnownOperation, asked: string): boolean =>
  canBothMatch(pathPattern(asked), pathPattern(path))
const hasId = ({ path }: KnownOperation): boolean => path.includes('{id}')
const takesBody = ({ body }: KnownOperation): boolean => body !== undefined

/** The operations that meet a condition; all of them where there is none. */
function meeting(all: Operations, asked: Texts | undefined, isMet: (one: KnownOperation, text: string) => boolean) {
  return asked === undefined ? all : all.filter((one) => eachOf(asked).some((text) => isMet(one, text)))
}

/** Finds the condition that contradicts those before it, so that the rule would never fire; undefined where none does. */
export function contradictionIn(when: When, operations: Operations): Contradiction | undefined {
  // Every request has a method and a path. Only that of an operation has an id or a body.
  if (when.operation === undefined && when.id === undefined && when.body === undefined) return undefined
  const named = meeting(operations, when.operation, isNamed)
  const withMethod = meeting(named, when.method, hasMethod)
  if (withMethod.length === 0) return { field: 'method', expected: either(named, ({ method }) => method) }
  const withPath = meeting(withMethod, when.path, hasPath)
  if (withPath.length === 0) return { field: 'path', expected: either(withMethod, ({ path }) => path) }
  const withId = when.id === undefined ? withPath : withPath.filter(hasId)
  if (withId.length === 0) return { field: 'id', expected: noCondition('id', operations.filter(hasId)) }
  if (when.body === undefined || withId.some(takesBody)) return undefined
  return { field: 'body', expected: noCondition('body', operations.filter(takesBody)) }
}

const noCondition = (field: string, having: Operations): string =>
  `no condition on the ${field}, which only ${either(having, ({ id }) => id)} has`

const either = (all: Operations, read: (one: KnownOperation) => string): string =>
  listed([...new Set(all.map(read))], ' or ', String, 4)

/** Most warnings about one scenario. */
export const mostWarnings = 10

/** Says where rules may not mean what they say, one line for each. */
export function warningsOf(rules: readonly ScenarioRule[], operations: Operations): readonly string[] {
  const found: string[] = []
  for (const [at, { when = {}, then }] of rules.entries()) {
    if (found.length >= mostWarnings) break
    found.push(...[...whenWarnings(when, operations), ...statusWarnings(then)].map((text) => `rules[${at}].${text}`))
  }
  return found
}

function whenWarnings(when: When, operations: Operations): readonly string[] {
  const { operation, method, path, key, query = {} } = when
  const named = meeting(operations, operation, isNamed)
  const withMethod = meeting(named, method, hasMethod)
  const meant = meeting(withMethod, path, hasPath)
  const parameters = new Set(meant.flatMap(({ queryParameters }) => Object.keys(queryParameters)))
  return [
    ...eachOf(method)
      .filter((text) => !named.some((one) => hasMethod(one, text)))
      .map((text) => `when.method: no operation has ${quote(text)}, only ${either(named, ({ method: own }) => own)}`),
    ...eachOf(path)
      .filter((text) => !withMethod.some((one) => hasPath(one, text)))
      .slice(0, mostWarnings)
      .map((text) => `when.path: no operation has ${quote(text)}${hintFor(text, named)}`),
    ...Object.keys(query)
      .filter((name) => meant.length > 0 && !parameters.has(name))
      .map((name) => `when.query.${name}: no such parameter is documented${near(name, parameters)}`),
    ...eachOf(key)
      .filter(hasSecret)
      .map(() => 'when.key: expected the id of a key, such as full-access, got its secret'),
  ]
}

const eachOf = (texts: Texts | undefined): readonly string[] => (texts === undefined ? [] : [texts].flat())

/** The end of a warning about a path that no operation has. */
function hintFor(path: string, operations: Operations): string {
  const at = operations.filter((one) => hasPath(one, path))
  if (at.length > 0) return ` with this method, only ${either(at, ({ method }) => method)}`
  if (path.includes('?')) return '; a query belongs in when.query'
  const written = path.replace(/^(?:\/@[^/]+)?\/v\d+\//, '/')
  const paths = new Set(operations.map((one) => one.path))
  return near(written, paths) || `, only ${either(operations, (one) => one.path)}`
}

/** The nearest known names, as a sentence after another; empty if none is near. */
function near(written: string, known: Iterable<string>): string {
  const names = didYouMean(written, known)
  return names === '' ? '' : `.${names}`
}

function statusWarnings({ error, status, body, fault, patch, replace }: Effect): readonly string[] {
  const isOwn = [body, patch, replace].some((change) => change !== undefined)
  if (status === undefined || isOwn || fault !== undefined || bodilessStatuses.has(status)) return []
  if (error === undefined) {
    return status < 300 ? [] : [`then.status: ${status} comes with the usual body; add an error or a body`]
  }
  if (Object.values(errorStatuses).some((statuses) => statuses[error] === status)) return []
  const right = errorCodes.find((code) => conventionalStatuses[code] === status)
  const hint = right === undefined ? '' : `; ${right} has ${status}`
  return [`then.status: ${error} has ${conventionalStatuses[error]}, not ${status}${hint}`]
}
