import type { ErrorCode } from './errors.ts'

/** A request that is refused with one of the document's error codes (§7). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The longer explanation: what was wrong, with its field and value. Never a secret. */
  readonly details: string

  constructor(code: ErrorCode, details: string) {
    super(`${code}: ${details}`)
    this.code = code
    this.details = details
  }
}
