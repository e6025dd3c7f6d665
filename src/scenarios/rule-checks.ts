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
type IsMet = (one: KnownOperation, asked: string) => boolean

export const isNamed: IsMet = ({ id }, asked) => id === asked
export const hasMethod: IsMet = ({ method }, asked) =>
  method === asked.toUpperCase() || (method === 'GET' && asked.toUpperCase() === 'HEAD')
export const hasPath: IsMet = ({ path }, asked) => canBothMatch(pathPattern(asked), pathPattern(path))

/** Conditions that only some operations meet. A value is what each operation has one of. */
const conditions: readonly {
  readonly field: 'operation' | 'method' | 'path' | 'id' | 'body'
  readonly isMet: IsMet
  readonly value?: (one: KnownOperation) => string
}[] = [
  { field: 'operation', isMet: isNamed },
  { field: 'method', isMet: hasMethod, value: ({ method }) => method },
  { field: 'path', isMet: hasPath, value: ({ path }) => path },
  { field: 'id', isMet: ({ path }) => path.includes('{id}') },
  { field: 'body', isMet: ({ body }) => body !== undefined },
]

/** Finds the condition that contradicts those before it, so that the rule would never fire; undefined where none does. */
export function contradictionIn({ operation, method, path, id, body }: When, operations: Operations) {
  // Every request has a method and a path. Only that of an operation has an id or a body.
  if (operation === undefined && id === undefined && body === undefined) return undefined
  const asked = { operation, method, path, id, body: body && '' }
  let left = operations
  for (const { field, isMet, value } of conditions) {
    const meets = meeting(left, asked[field], isMet)
    if (meets.length > 0) {
      left = meets
      continue
    }
    const having = operations.filter((one) => isMet(one, ''))
    const only = `no condition on the ${field}, which only ${either(having, (one) => one.id)} has`
    return { field, expected: value === undefined ? only : either(left, value) }
  }
  return undefined
}

/** The operations that meet a condition; all of them where there is none. */
export const meeting = (all: Operations, asked: Texts | undefined, isMet: IsMet): Operations =>
  asked === undefined ? all : all.filter((one) => eachOf(asked).some((text) => isMet(one, text)))

/** The texts of a condition; none where there is no such condition. */
export const eachOf = (texts: Texts | undefined): readonly string[] => [texts ?? []].flat()

export const either = (all: Operations, read: (one: KnownOperation) => string): string =>
  listed([...new Set(all.map(read))], ' or ', String, 4)
