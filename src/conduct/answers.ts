import { isLost, type JournalEntry } from '../journal/entry.ts'
import { headerIn } from '../lib/headers.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { parseHttpDate } from '../time/instant.ts'

const lasting: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'authentication_error',
  'authorization_error',
  'invalid_request',
  'resource_not_found',
])

/** True for a failure that passes by itself: an error of the server, no answer, an answer that cannot be read. */
export function isPassing(entry: JournalEntry): boolean {
  const { code, status } = entry
  if (isLost(entry) || code === 'internal_error' || code === 'service_unavailable') return true
  return code === undefined && (status ?? 0) >= 500
}

export const isLimited = ({ code }: JournalEntry): boolean => code === 'rate_limit_exceeded'

/** True for a refusal that the same request gets again. */
export const isRefused = ({ code }: JournalEntry): boolean => lasting.has(code)

export const isSuccess = (entry: JournalEntry): boolean =>
  !isLost(entry) && entry.code === undefined && (entry.status ?? 0) < 300

/** From here on, a Unix timestamp is one in milliseconds: in seconds it would be the year 5138. */
const leastMs = 1e11

/** The instant before which the service did not want the request again, if the client could read one. @param atMs of the answer, by its clock */
export function toldUntilMs(entry: JournalEntry, atMs = entry.atMs): number | undefined {
  const { status, fault, responseHeaders } = entry
  if (status === null || fault === 'gateway_html') return undefined
  const retryAfter = headerIn(responseHeaders, 'Retry-After') ?? ''
  const reset = Number((isLimited(entry) ? headerIn(responseHeaders, rateHeaders.reset) : undefined) ?? Number.NaN)
  const told = [
    /^\d+$/.test(retryAfter) ? atMs + Number(retryAfter) * 1000 : (parseHttpDate(retryAfter) ?? Number.NaN),
    reset < leastMs ? reset * 1000 : reset,
  ].filter(Number.isFinite)
  return told.length === 0 ? undefined : Math.min(...told)
}
