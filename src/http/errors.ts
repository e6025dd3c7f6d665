import { conventionalStatuses, errorStatuses, methodNotAllowedStatus } from '../assumptions/error-statuses.ts'
import type { Assume } from '../assumptions/register.ts'
import { keysOf } from '../lib/keys-of.ts'
import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { type ErrorCode, errorDescriptions } from '../spec/errors.ts'
import { type Answer, noHeaders } from './answer.ts'

export const statusOf = (assume: Assume, code: ErrorCode): number => errorStatuses[assume('errorStatus')][code]

/** The error of each magic id, by the last twelve digits of the id: its usual status. invalid_request has none, because any malformed id causes it. */
export const magicCodes: ReadonlyMap<string, ErrorCode> = new Map(
  keysOf(conventionalStatuses)
    .filter((code) => code !== 'invalid_request')
    .map((code) => [String(conventionalStatuses[code]).padStart(12, '0'), code]),
)

/** A method that a known path does not have. It has a status of its own, unless every status is 200. */
export class MethodNotAllowed extends ApiError {
  readonly allowed: readonly string[]

  constructor(details: string, allowed: readonly string[]) {
    super('invalid_request', details)
    this.allowed = allowed
  }
}

/** Writes an error in the envelope (§2.1, §7). @param secret the secret of the request, which the error does not repeat (none) */
export function errorAnswer(assume: Assume, error: ApiError, secret = ''): Answer {
  const { code } = error
  const message = errorDescriptions[code]
  const status = statusOf(assume, code)
  const allowed =
    error instanceof MethodNotAllowed && assume('errorStatus') !== 'always_200' ? error.allowed : undefined
  const details = assume('errorDetails') === 'specific' ? hideSecret(error.details, secret) : `${message}.`
  return {
    status: allowed === undefined ? status : methodNotAllowedStatus,
    headers: allowed !== undefined && assume('allowHeader') === 'present' ? allowHeader(assume, allowed) : noHeaders,
    body: JSON.stringify({ status: 'error', error: { code, message, details } }),
  }
}

function allowHeader(assume: Assume, declared: readonly string[]) {
  const withHead = declared.includes('GET') && assume('headRequests') === 'as_get'
  return { Allow: [...declared, ...(withHead ? ['HEAD'] : [])].join(', ') }
}
