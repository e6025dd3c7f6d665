import { addressOf, type Api, listIn, type Operation } from '../../state/openapi.ts'
import type { ApiRequest } from '../../state/send-request.ts'
import { startOf } from '../../ui/parameter-field.tsx'

/** A request as the composer has it. */
export interface Draft {
  /** Undefined for a free method and path. */
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  /** The values of the parameters, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** A draft of an operation, with the examples of its document. @param id of a record that the page made, for its path */
export function draftOf(operation: Operation, id?: string): Draft {
  const { method, path, parameters, body = '' } = operation
  const startingWith = (parameter: (typeof parameters)[number]): string =>
    parameter.in === 'path' && id !== undefined ? id : startOf(parameter)
  const values = Object.fromEntries(parameters.map((parameter) => [parameter.name, startingWith(parameter)]))
  return { operation, method, path, values, body }
}

/** The draft that the composer begins with: an operation that needs nothing. */
export function firstDraft(api: Api): Draft {
  const first = listIn(api) ?? api.operations[0]
  return first === undefined ? { operation: undefined, method: 'GET', path: '/', values: {}, body: '' } : draftOf(first)
}

/** The path and query of a draft, below the base of the API. */
export const pathOf = ({ operation, path, values }: Draft): string =>
  operation === undefined ? path : addressOf(operation, values)

/** True where the request of a draft may have a body. */
export const takesBody = ({ operation, method }: Draft): boolean =>
  operation === undefined ? !['GET', 'HEAD'].includes(method) : operation.body !== undefined

/** The parts of a request that do not depend on the operation. */
interface Extras {
  /** Undefined to send no key. */
  readonly secret: string | undefined
  /** The scenario for this one request; empty for none. */
  readonly scenario: string
}

/** The request that a draft describes. */
export function requestOf({ base }: Api, draft: Draft, { secret, scenario }: Extras): ApiRequest {
  const body = takesBody(draft) && draft.body !== '' ? draft.body : undefined
  return {
    method: draft.method,
    address: base + pathOf(draft),
    headers: {
      ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(scenario === '' ? {} : { 'X-Fake-Scenario': scenario }),
    },
    body,
  }
}
