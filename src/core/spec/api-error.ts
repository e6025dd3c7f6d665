import type { ErrorCode } from './errors.ts'

/** A refusal of a request with an error code of the document (§7). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The longer explanation: the field, its value, and what was expected. Never a secret. */
  readonly details: string
  /** The query parameter or header that the details begin with, if only one is invalid. */
  readonly field: string | undefined

  constructor(code: ErrorCode, details: string, field?: string) {
    super(`${code}: ${details}`)
    this.code = code
    this.details = details
    this.field = field
  }
}
