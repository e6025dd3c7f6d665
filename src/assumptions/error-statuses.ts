import type { ErrorCode } from '../spec/errors.ts'
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

/** The HTTP status for a method that a known path does not have, unless every error has 200. */
export const methodNotAllowedStatus = 405

/** The HTTP status of each error code, under each option of errorStatus (§7). */
export const errorStatuses: Readonly<Record<Choice<'errorStatus'>, Readonly<Record<ErrorCode, number>>>> = {
  conventional: conventionalStatuses,
  unprocessable: { ...conventionalStatuses, invalid_request: 422 },
  hidden: { ...conventionalStatuses, authorization_error: conventionalStatuses.resource_not_found },
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
