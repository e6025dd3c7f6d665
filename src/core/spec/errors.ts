import * as z from 'zod/mini'

import { keysOf } from '../lib/keys-of.ts'

/** The error codes of the document (§7), with their meaning there: the `message` of an error. */
export const errorDescriptions = {
  authentication_error: 'Invalid or missing API key',
  authorization_error: 'Insufficient permissions for the operation',
  invalid_request: 'Invalid request parameters',
  resource_not_found: 'The requested resource does not exist',
  rate_limit_exceeded: 'The rate limit has been exceeded',
  internal_error: 'An internal server error occurred',
  service_unavailable: 'The service is temporarily unavailable',
} as const

/** One of the seven error codes (§7). */
export type ErrorCode = keyof typeof errorDescriptions

/** The seven error codes, in the document's order (§7). */
export const errorCodes: readonly ErrorCode[] = keysOf(errorDescriptions)

/** The error object of the envelope (§2.1). */
export const errorSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  details: z.string(),
})

export const readStatus = 200

export const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304])
