import type { Assume } from '../assumptions/register.ts'
import { perProfile } from '../assumptions/used.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { inOnePiece, type Written } from '../lib/body.ts'
import { isLoopbackOrigin } from '../lib/loopback.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { jsonType, rateHeaders } from '../spec/headers.ts'
import { formatHttpDate, parseInstant } from '../time/instant.ts'
import { type AppContext, bindingsOf } from './bindings.ts'
import type { RequestContext } from './request-context.ts'

export type AnswerHeaders = Readonly<Record<string, string>>

/** An answer: first with the headers that not every answer has, then with all of them. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: Written | null
  /** What the journal says of an answer of the real service, which is as it came; undefined for one of the fake. */
  readonly outcome?: Pick<JournalEntry, 'code' | 'served'>
}

export const noHeaders: AnswerHeaders = {}

/** The envelope (§2.1) around one record. @param data the record as JSON text */
export function itemBody(data: string): Written {
  return ['{"status":"success","data":', data, '}']
}

/** The envelope around a page of records. @param items the records, and the pagination object, as JSON texts */
export function listBody(items: readonly string[], pagination: string): Written {
  const pieces = ['{"status":"success","data":[']
  for (const item of items) {
    if (pieces.length > 1) pieces.push(',')
    pieces.push(item)
  }
  pieces.push('],"pagination":', pagination, '}')
  return pieces
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === null ? null : inOnePiece(body), { status, headers })
}

/** The same for a request. Hono copies an answer to HEAD, and the copy has its headers in lower case, so they go before it. */
export function respondTo(c: AppContext, answer: Answer): Response {
  if (c.req.method !== 'HEAD') return toResponse(answer)
  const { outgoing } = bindingsOf(c)
  if (outgoing === undefined) return toResponse({ ...answer, body: null })
  for (const [name, value] of Object.entries(answer.headers)) outgoing.setHeader(name, value)
  return new Response(null, { status: answer.status })
}

export function framed({ headers, body }: Answer): { readonly bytes: Uint8Array; readonly headers: AnswerHeaders } {
  const whole = inOnePiece(body ?? '')
  const bytes = typeof whole === 'string' ? new TextEncoder().encode(whole) : whole
  return { bytes, headers: { ...headers, 'Content-Length': String(bytes.length) } }
}

/** The headers of answers outside the API: nobody keeps them, and browsers take them for nothing but their type. */
export const uncached = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const

const end = {
  deprecatedMs: parseInstant('2026-01-01T00:00:00Z', 'deprecated'),
  sunsetMs: parseInstant('2028-01-01T00:00:00Z', 'sunset'),
}

/** The errors that say when to try again, where the register says so. */
export const retryHeaderCodes: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable'])

const unavailableMs = 1000

const choicesOf = perProfile((assume) => ({
  resetInSeconds: assume('rateResetUnit') === 'seconds',
  isSunset: assume('deprecation') === 'sunset',
}))

const bodyType = perProfile(contentTypeOf)

/** Gives an answer the headers of every response. One of the real service has them. */
export function complete(ctx: RequestContext, answer: Answer, code?: ErrorCode): Answer {
  return answer.outcome === undefined ? addHeaders(ctx, answer, code) : answer
}

/**
 * Adds the headers of every response (§8). `Date` is HTTP's own, and follows the sandbox's clock: it agrees with the
 * reset of the window, and the same run gives the same bytes.
 */
function addHeaders(ctx: RequestContext, { status, headers: own, body }: Answer, code?: ErrorCode): Answer {
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

export function contentTypeOf(assume: Assume): string {
  return assume('contentType') === 'json' ? jsonType : `${jsonType}; charset=utf-8`
}

type Asking = Pick<RequestContext, 'headers' | 'assume'>

/** The headers of answers that a page may read beyond those that browsers always show. */
const exposed = [...Object.values(rateHeaders), 'Retry-After'].join(', ')

/** The origin of the page that sent a request, where the register lets the page read the answer; undefined for none. */
function allowedOrigin({ headers: { origin }, assume }: Asking): string | undefined {
  if (origin === null) return undefined
  const option = assume('cors')
  return option === 'any' || (option === 'loopback_origins' && isLoopbackOrigin(origin)) ? origin : undefined
}

export function corsHeaders(asking: Asking): AnswerHeaders {
  if (asking.headers.origin === null || asking.assume('cors') === 'none') return noHeaders
  const origin = allowedOrigin(asking)
  if (origin === undefined) return { Vary: 'Origin' }
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposed,
    Vary: 'Origin',
  }
}

/** The answer to a browser that asks if a page may send a request (a preflight); undefined for any other request, and where it may not. */
export function preflightAnswer(ctx: RequestContext): Answer | undefined {
  if (ctx.method !== 'OPTIONS') return undefined
  const method = ctx.headers.get('Access-Control-Request-Method')
  if (method === null || allowedOrigin(ctx) === undefined) return undefined
  const names = ctx.headers.get('Access-Control-Request-Headers')
  const headers = {
    'Access-Control-Allow-Methods': method,
    ...(names === null ? {} : { 'Access-Control-Allow-Headers': names }),
  }
  return { status: 204, headers, body: null }
}
