import { decide, DecidedBy, type Deciding } from '../assumptions/decided-by.ts'
import { joinBody, type Pieces } from '../lib/body.ts'
import { isLoopbackOrigin } from '../lib/loopback.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { jsonType, rateHeaders } from '../spec/headers.ts'
import { formatHttpDate, parseInstant } from '../time/instant.ts'
import { type Metered, readQuota } from './admission.ts'
import { bindingsOf } from './request-context.ts'
import type { Answer, AnswerHeaders, AppContext, Outcome, QuotaReading, RequestContext } from './types.ts'

export const noHeaders: AnswerHeaders = {}

/** The envelope (§2.1) around one record. @param data the record as JSON text */
export function itemBody(data: string): Pieces {
  return ['{"status":"success","data":', data, '}']
}

/** The envelope around a page of records. @param items the records, and the pagination object, as JSON texts */
export function listBody(items: readonly string[], pagination: string): Pieces {
  const pieces = ['{"status":"success","data":[']
  for (const item of items) {
    if (pieces.length > 1) pieces.push(',')
    pieces.push(item)
  }
  pieces.push('],"pagination":', pagination, '}')
  return pieces
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === null ? null : joinBody(body), { status, headers })
}

/** Responds to a request. Hono copies the response to HEAD with lower-case header names, so the headers are set beforehand. */
export function respondTo(c: AppContext, answer: Answer): Response {
  if (c.req.method !== 'HEAD') return toResponse(answer)
  const { outgoing } = bindingsOf(c)
  if (outgoing === undefined) return toResponse({ ...answer, body: null })
  for (const [name, value] of Object.entries(answer.headers)) outgoing.setHeader(name, value)
  return new Response(null, { status: answer.status })
}

export function withContentLength({ headers, body }: Answer): {
  readonly bytes: Uint8Array
  readonly headers: AnswerHeaders
} {
  const whole = joinBody(body ?? '')
  const bytes = typeof whole === 'string' ? new TextEncoder().encode(whole) : whole
  return { bytes, headers: { ...headers, 'Content-Length': String(bytes.length) } }
}

/** The headers of answers outside the API: caches do not store them, and browsers do not sniff their type. */
export const uncached = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const

const end = {
  deprecatedMs: parseInstant('2026-01-01T00:00:00Z', 'deprecated'),
  sunsetMs: parseInstant('2028-01-01T00:00:00Z', 'sunset'),
}

/** The errors that may have `Retry-After`. */
export const retryHeaderCodes: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable'])

const unavailableMs = 1000

/** The rows behind the headers of every response. */
const headerRows = DecidedBy.of('rateResetUnit', 'deprecation')

/** What `complete` reads of a request. */
type Completing = Metered & Pick<RequestContext, 'headers' | 'nowMs' | 'quota' | 'failsUntilMs'>

/**
 * Adds the headers of every response (§8). `Date` follows the sandbox's clock: it agrees with the reset of the window, and
 * equal runs give equal bytes.
 */
export function complete(ctx: Completing, { status, headers: own, body }: Answer, outcome?: Outcome): Answer {
  const code = outcome?.code
  const { choices, nowMs } = ctx
  const quota = ctx.quota ?? readQuota(ctx, nowMs)
  ctx.decidedBy.addAll(headerRows)
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': contentTypeOf(ctx) }
  headers[rateHeaders.limit] = String(quota.limit)
  // With this error nothing remains, even if a scenario causes it.
  headers[rateHeaders.remaining] = String(code === 'rate_limit_exceeded' ? 0 : quota.remaining)
  headers[rateHeaders.reset] = String(choices.rateResetUnit === 'seconds' ? quota.resetMs / 1000 : quota.resetMs)
  headers['Date'] = formatHttpDate(nowMs)
  if (own !== noHeaders) Object.assign(headers, own)
  if (code !== undefined && retryHeaderCodes.has(code) && decide(ctx, 'retryAfter') === 'present') {
    headers['Retry-After'] = retryAfter(ctx, code, quota)
  }
  if (choices.deprecation === 'sunset') {
    headers['Deprecation'] = `@${end.deprecatedMs / 1000}`
    headers['Sunset'] = formatHttpDate(end.sunsetMs)
  }
  const cors = corsHeaders(ctx)
  if (cors !== noHeaders) Object.assign(headers, cors)
  return { status, headers, body, outcome }
}

/** The seconds until the failure ends, or the window resets. */
function retryAfter({ failsUntilMs, nowMs }: Completing, code: ErrorCode, { resetMs }: QuotaReading): string {
  const untilMs = failsUntilMs ?? (code === 'rate_limit_exceeded' ? resetMs : nowMs + unavailableMs)
  return String(Math.max(0, Math.ceil((untilMs - nowMs) / 1000)))
}

export function contentTypeOf(ctx: Deciding): string {
  return decide(ctx, 'contentType') === 'json' ? jsonType : `${jsonType}; charset=utf-8`
}

type Asking = Deciding & Pick<RequestContext, 'headers'>

/** The response headers that a page may read beyond the CORS-safelisted ones. */
const exposed = [...Object.values(rateHeaders), 'Retry-After'].join(', ')

/** The origin that CORS allows to read the answer; undefined for none. */
function allowedOrigin(ctx: Asking): string | undefined {
  const { origin } = ctx.headers
  if (origin === null) return undefined
  const option = decide(ctx, 'cors')
  return option === 'any' || (option === 'loopback_origins' && isLoopbackOrigin(origin)) ? origin : undefined
}

export function corsHeaders(asking: Asking): AnswerHeaders {
  if (asking.headers.origin === null || decide(asking, 'cors') === 'none') return noHeaders
  const origin = allowedOrigin(asking)
  if (origin === undefined) return { Vary: 'Origin' }
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposed,
    Vary: 'Origin',
  }
}

/** The answer to a CORS preflight from an allowed origin; undefined for any other request. */
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
