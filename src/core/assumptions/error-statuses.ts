import { recordOf } from '../lib/record-of.ts'
import { type ErrorCode, errorCodes } from '../spec/errors.ts'
import type { Choice } from './register.ts'

/** The HTTP statuses that the error codes are named after. */
export const conventionalStatuses = {
  authentication_error: 401,
  authorization_error: 403,
  invalid_request: 400,
  resource_not_found: 404,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>

/** The HTTP status for a method that a known path lacks, unless every error has 200. */
export const methodNotAllowedStatus = 405

/** The HTTP status of each error code, under each option of errorStatus (§7). */
export const errorStatuses: Readonly<Record<Choice<'errorStatus'>, Readonly<Record<ErrorCode, number>>>> = {
  conventional: conventionalStatuses,
  unprocessable: { ...conventionalStatuses, invalid_request: 422 },
  hidden: { ...conventionalStatuses, authorization_error: conventionalStatuses.resource_not_found },
  always_200: recordOf(errorCodes, () => 200),
}
