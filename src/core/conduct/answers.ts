import { hasNoReadableAnswer, type JournalEntry } from '../journal/entry.ts'
import { headerIn } from '../lib/headers.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { parseHttpDate } from '../time/instant.ts'

/** What a client does best after each error: give up, retry, or wait. */
const reactions: Readonly<Record<ErrorCode, 'give_up' | 'retry' | 'wait'>> = {
  authentication_error: 'give_up',
  authorization_error: 'give_up',
  invalid_request: 'give_up',
  resource_not_found: 'give_up',
  rate_limit_exceeded: 'wait',
  internal_error: 'retry',
  service_unavailable: 'retry',
}

const reactionTo: ReadonlyMap<string | undefined, string> = new Map(Object.entries(reactions))

/** True for a transient failure: a server error, no answer, or an unreadable answer. */
export function isTransientFailure(entry: JournalEntry): boolean {
  const { code, status } = entry
  if (hasNoReadableAnswer(entry) || reactionTo.get(code) === 'retry') return true
  return code === undefined && (status ?? 0) >= 500
}

export const isRateLimited = ({ code }: JournalEntry): boolean => reactionTo.get(code) === 'wait'

/** True for a permanent refusal: the same request gets it again. */
export const isPermanentRefusal = ({ code }: JournalEntry): boolean => reactionTo.get(code) === 'give_up'

export const isSuccess = (entry: JournalEntry): boolean =>
  !hasNoReadableAnswer(entry) && entry.code === undefined && (entry.status ?? 0) < 300

/** A larger Unix timestamp is in milliseconds: in seconds, this is the year 5138. */
const maxUnixSeconds = 1e11

/** The instant of the retry that the answer allows, if the client could read one. @param atMs of the answer, by either clock */
export function retryAllowedMs(entry: JournalEntry, atMs = entry.atMs): number | undefined {
  const { status, fault, responseHeaders } = entry
  if (status === null || fault === 'gateway_html') return undefined
  const retryAfter = headerIn(responseHeaders, 'Retry-After') ?? ''
  const reset = Number((isRateLimited(entry) ? headerIn(responseHeaders, rateHeaders.reset) : undefined) ?? Number.NaN)
  const instants = [
    /^\d+$/.test(retryAfter) ? atMs + Number(retryAfter) * 1000 : (parseHttpDate(retryAfter) ?? Number.NaN),
    reset < maxUnixSeconds ? reset * 1000 : reset,
  ].filter(Number.isFinite)
  return instants.length === 0 ? undefined : Math.min(...instants)
}
