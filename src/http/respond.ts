import type { Assume } from '../assumptions/register.ts'
import { perProfile } from '../assumptions/used.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { jsonType, rateHeaders } from '../spec/headers.ts'
import { formatHttpDate, parseInstant } from '../time/instant.ts'
import { type Answer, noHeaders } from './answer.ts'
import { corsHeaders } from './cors.ts'
import type { RequestContext } from './request-context.ts'

/** The end of this version, which responses announce where the register says so (§9). */
const end = {
  deprecatedMs: parseInstant('2026-01-01T00:00:00Z', 'deprecated'),
  sunsetMs: parseInstant('2028-01-01T00:00:00Z', 'sunset'),
}

/** The errors that say when to try again, where the register says so. */
export const retryHeaderCodes: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable'])

/** The wait that service_unavailable asks for. */
const unavailableMs = 1000

/** The choices that the headers of every answer depend on. */
const choicesOf = perProfile((assume) => ({
  resetInSeconds: assume('rateResetUnit') === 'seconds',
  isSunset: assume('deprecation') === 'sunset',
}))

const bodyType = perProfile(contentTypeOf)

/**
 * Gives an answer the headers of every response (§8). `Date` is HTTP's own, and follows the sandbox's clock: it agrees with the
 * reset of the window, and the same run gives the same bytes.
 * @param code the error; undefined for a success
 */
export function complete(ctx: RequestContext, { status, headers: own, body }: Answer, code?: ErrorCode): Answer {
  const { assume, quota, nowMs } = ctx
  const { resetInSeconds, isSunset } = choicesOf(ctx)
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': bodyType(ctx) }
  headers[rateHeaders.limit] = String(quota.limit)
  // This error leaves nothing, also where a scenario causes it.
  headers[rateHeaders.remaining] = String(code === 'rate_limit_exceeded' ? 0 : quota.remaining)
  headers[rateHeaders.reset] = String(resetInSeconds ? quota.resetMs / 1000 : quota.resetMs)
  headers['Date'] = formatHttpDate(nowMs)
  if (own !== noHeaders) Object.assign(headers, own)
  if (code !== undefined && retryHeaderCodes.has(code) && assume('retryAfter') === 'present') {
    const untilMs = ctx.failsUntilMs ?? (code === 'rate_limit_exceeded' ? quota.resetMs : nowMs + unavailableMs)
    headers['Retry-After'] = String(Math.max(0, Math.ceil((untilMs - nowMs) / 1000)))
  }
  if (isSunset) {
    headers['Deprecation'] = `@${end.deprecatedMs / 1000}`
    headers['Sunset'] = formatHttpDate(end.sunsetMs)
  }
  const cors = corsHeaders(ctx)
  if (cors !== noHeaders) Object.assign(headers, cors)
  return { status, headers, body }
}

/** The Content-Type of every response that has a body. */
export function contentTypeOf(assume: Assume): string {
  return assume('contentType') === 'json' ? jsonType : `${jsonType}; charset=utf-8`
}
