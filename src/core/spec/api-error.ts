import type { ErrorCode } from './errors.ts'

type Facts = Partial<Pick<ApiError, 'allowed' | 'isTooLarge'>>

/** A refusal of a request with an error code of the document (§7). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The longer explanation: the field, its value, and what was expected. Never a secret. */
  readonly details: string
  /** The query parameter or header that the details begin with, if only one is invalid. */
  readonly field: string | undefined
  /** The methods of the path, if the method of the request is not among them. */
  readonly allowed: readonly string[] | undefined
  /** True if the body is longer than the limit. */
  readonly isTooLarge: boolean

  constructor(code: ErrorCode, details: string, field?: string, { allowed, isTooLarge = false }: Facts = {}) {
    super(`${code}: ${details}`)
    this.code = code
    this.details = details
    this.field = field
    this.allowed = allowed
    this.isTooLarge = isTooLarge
  }
}
