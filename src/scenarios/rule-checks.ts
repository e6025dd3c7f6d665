import { listed } from '../lib/listed.ts'
import { canBothMatch, pathPattern } from './pattern.ts'
import type { When } from './rule-schema.ts'

export interface KnownOperation<Id extends string = string> {
  readonly id: Id
  readonly method: string
  /** As the document writes it (`/cloud/resources/{id}`). */
  readonly path: string
  readonly body: unknown
  readonly queryParameters: Readonly<Record<string, unknown>>
}

export type Operations = readonly KnownOperation[]
type Texts = string | readonly string[]

export const hasPath = ({ path }: KnownOperation, asked: string): boolean =>
  canBothMatch(pathPattern(asked), pathPattern(path))

const hasMethod = ({ method }: KnownOperation, asked: string): boolean =>
  method === asked.toUpperCase() || (method === 'GET' && asked.toUpperCase() === 'HEAD')

export const eachOf = (texts: Texts | undefined): readonly string[] => [texts ?? []].flat()

export function operationsWith({ operation, method, path, id, body }: When, all: Operations): Operations {
  const isMet = (asked: Texts | undefined, test: (text: string) => boolean): boolean =>
    asked === undefined || eachOf(asked).some(test)
  return all.filter(
    (one) =>
      isMet(operation, (text) => one.id === text) &&
      isMet(method, (text) => hasMethod(one, text)) &&
      isMet(path, (text) => hasPath(one, text)) &&
      (id === undefined || one.path.includes('{id}')) &&
      (body === undefined || one.body !== undefined),
  )
}

/** What would be right in place of a condition whose parts contradict each other; undefined for any other one. */
export function contradictionIn(when: When, all: Operations): string | undefined {
  const { operation, id, body } = when
  // Every request has a method and a path. Only that of an operation has an id or a body.
  if ((operation ?? id ?? body) === undefined || operationsWith(when, all).length > 0) return undefined
  const named = operation === undefined ? operationsWith({ id, body }, all) : operationsWith({ operation }, all)
  if (named.length === 0) return 'no condition on both id and body, which no operation has'
  const right = listed(named, ' or ', (one) => `${one.id} (${one.method} ${one.path})`, 4)
  return `what one request has: that of ${right}`
}
