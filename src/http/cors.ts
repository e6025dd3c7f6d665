import { isLoopbackOrigin } from '../lib/loopback.ts'
import { rateHeaders } from '../spec/headers.ts'
import { type Answer, type AnswerHeaders, noHeaders } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** The part of a request that says from which page it comes, and if the page may read the answer. */
type Asking = Pick<RequestContext, 'headers' | 'assume'>

/** The headers of answers that a page may read beyond those that browsers always show. */
const exposed = [...Object.values(rateHeaders), 'Retry-After'].join(', ')

/** The origin of the page that sent a request, where the register lets the page read the answer; undefined for none. */
function allowedOrigin({ headers: { origin }, assume }: Asking): string | undefined {
  if (origin === null) return undefined
  const option = assume('cors')
  return option === 'any' || (option === 'loopback_origins' && isLoopbackOrigin(origin)) ? origin : undefined
}

/** The headers that let the page that sent a request read the answer; none where there is no such page, or where it may not. */
export function corsHeaders(asking: Asking): AnswerHeaders {
  if (asking.headers.origin === null || asking.assume('cors') === 'none') return noHeaders
  const origin = allowedOrigin(asking)
  if (origin === undefined) return { Vary: 'Origin' }
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' }
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
