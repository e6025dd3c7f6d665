import type { Assume, Choice } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { ApiError } from '../spec/api-error.ts'
import { type ErrorCode, errorMeanings } from '../spec/errors.ts'
import { noHeaders, type Reply } from './reply.ts'

const conventional = {
  authentication_error: 401,
  authorization_error: 403,
  invalid_request: 400,
  resource_not_found: 404,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>

type ErrorStatus = Choice<'errorStatus'>

const statuses: Readonly<Record<ErrorStatus, Readonly<Record<ErrorCode, number>>>> = {
  conventional,
  unprocessable: { ...conventional, invalid_request: 422 },
  hidden: { ...conventional, authorization_error: conventional.resource_not_found },
  always_200: {
    authentication_error: 200,
    authorization_error: 200,
    invalid_request: 200,
    resource_not_found: 200,
    rate_limit_exceeded: 200,
    internal_error: 200,
    service_unavailable: 200,
  },
}

/** The error of each magic id, by the last twelve digits of the id: its usual status. What is invalid has no magic id: any malformed one will do. */
export const magicCodes: ReadonlyMap<string, ErrorCode> = new Map(
  keysOf(conventional)
    .filter((code) => code !== 'invalid_request')
    .map((code) => [String(conventional[code]).padStart(12, '0'), code]),
)

/** A method that a known path does not have: its status is 405, unless every status is 200. */
export class MethodNotAllowed extends ApiError {
  /** HTTP status of this one refusal. */
  readonly status = 405
  /** The methods that the path has. */
  readonly allowed: readonly string[]

  constructor(details: string, allowed: readonly string[]) {
    super('invalid_request', details)
    this.allowed = allowed
  }
}

/** Answers a refusal in the envelope (§2.1, §7). */
export function errorReply(assume: Assume, error: ApiError): Reply {
  const { code } = error
  const message = errorMeanings[code]
  const errorStatus = assume('errorStatus')
  const refused = error instanceof MethodNotAllowed && errorStatus !== 'always_200' ? error : undefined
  const details = assume('errorDetails') === 'specific' ? error.details : `${message}.`
  const allow = refused !== undefined && assume('allowHeader') === 'present'
  return {
    status: refused?.status ?? statuses[errorStatus][code],
    headers: allow ? { Allow: allowedMethods(assume, refused.allowed).join(', ') } : noHeaders,
    body: JSON.stringify({ status: 'error', error: { code, message, details } }),
  }
}

function allowedMethods(assume: Assume, declared: readonly string[]): readonly string[] {
  return declared.includes('GET') && assume('headRequests') === 'as_get' ? [...declared, 'HEAD'] : declared
}
