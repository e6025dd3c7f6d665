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

export const asList = (texts: Texts | undefined): readonly string[] => [texts ?? []].flat()

export function operationsWith({ operation, method, path, id, body }: When, all: Operations): Operations {
  const isMet = (asked: Texts | undefined, test: (text: string) => boolean): boolean =>
    asked === undefined || asList(asked).some(test)
  return all.filter(
    (one) =>
      isMet(operation, (text) => one.id === text) &&
      isMet(method, (text) => hasMethod(one, text)) &&
      isMet(path, (text) => hasPath(one, text)) &&
      (id === undefined || one.path.includes('{id}')) &&
      (body === undefined || one.body !== undefined),
  )
}

/** True if a request can meet the conditions. Only a request of an operation has an id or a body. */
export const canHold = (when: When, all: Operations): boolean =>
  (when.operation ?? when.id ?? when.body) === undefined || operationsWith(when, all).length > 0
