import { InputError } from './input-error.ts'

/** True for an error of Node or the system with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** The code of a network error (`ECONNREFUSED`), or the limit that was exceeded. Other messages may name hosts. */
export function networkCode(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof InputError) return cause.message
  if (!(cause instanceof Error)) return 'for an unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
