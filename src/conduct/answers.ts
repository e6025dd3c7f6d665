import { isLost, type JournalEntry } from '../journal/entry.ts'
import { toText } from '../lib/body.ts'
import { headerIn } from '../lib/headers.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { tryJson } from '../lib/try-json.ts'
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

/** True if the client got what it asked for. */
export function isSuccess(entry: JournalEntry): boolean {
  const { code, status } = entry
  return code === undefined && !isPassing(entry) && status !== null && status < 300
}

/** True if the answer is the one of the operation, with nothing that a scenario did to it. */
export const isUntouched = ({ served, fired, code }: JournalEntry): boolean =>
  served && fired.length === 0 && code === undefined

/** From here on, a Unix timestamp is one in milliseconds: in seconds it would be the year 5138. */
const leastMs = 1e11

/** The instant before which the service did not want the request again; undefined where it said none, or the client could not read it. */
export function toldUntilMs(entry: JournalEntry): number | undefined {
  if (entry.status === null || entry.fault === 'gateway_html') return undefined
  const reset = Number(
    isLimited(entry) ? (headerIn(entry.responseHeaders, rateHeaders.reset) ?? Number.NaN) : Number.NaN,
  )
  const told = [readRetryAfter(entry), reset < leastMs ? reset * 1000 : reset].filter(
    (atMs) => atMs !== undefined && Number.isFinite(atMs),
  )
  return told.length === 0 ? undefined : Math.min(...told.map(Number))
}

function readRetryAfter(entry: JournalEntry): number | undefined {
  const text = headerIn(entry.responseHeaders, 'Retry-After')
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? entry.atMs + Number(text) * 1000 : parseHttpDate(text)
}

/** The answer as a JSON object; undefined for any other, and where the journal does not have all of it. */
export function jsonOf({ responseBody, cut }: JournalEntry): Readonly<Record<string, unknown>> | undefined {
  if (responseBody === null || cut.response) return undefined
  const json = tryJson(toText(responseBody))
  return isJsonObject(json) ? json : undefined
}
