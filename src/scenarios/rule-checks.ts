import { listed } from '../lib/listed.ts'
import { canBothMatch, pathPattern } from './pattern.ts'
import type { When } from './rule-schema.ts'

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

export type Operations = readonly KnownOperation[]
type Texts = string | readonly string[]

/** A condition that no operation meets together with those before it. */
export interface Contradiction {
  readonly field: 'method' | 'path' | 'id' | 'body'
  readonly expected: string
}

export const isNamed = ({ id }: KnownOperation, asked: string): boolean => id === asked
export const hasMethod = ({ method }: KnownOperation, asked: string): boolean =>
  method === asked.toUpperCase() || (method === 'GET' && asked.toUpperCase() === 'HEAD')
export const hasPath = ({ path }: KnownOperation, asked: string): boolean =>
  canBothMatch(pathPattern(asked), pathPattern(path))
const hasId = ({ path }: KnownOperation): boolean => path.includes('{id}')
const takesBody = ({ body }: KnownOperation): boolean => body !== undefined

/** The operations that meet a condition; all of them where there is none. */
export function meeting(
  all: Operations,
  asked: Texts | undefined,
  isMet: (one: KnownOperation, text: string) => boolean,
) {
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

export const either = (all: Operations, read: (one: KnownOperation) => string): string =>
  listed([...new Set(all.map(read))], ' or ', String, 4)

/** The texts of a condition; none where there is no such condition. */
export const eachOf = (texts: Texts | undefined): readonly string[] => (texts === undefined ? [] : [texts].flat())
