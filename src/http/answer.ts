import type { Body } from '../lib/body.ts'
import { type AppContext, bindingsOf } from './bindings.ts'

/** The headers of an answer, by name. */
export type AnswerHeaders = Readonly<Record<string, string>>

/** An answer before it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The whole body; null where the answer has none. */
  readonly body: Body | null
}

/** An answer as the one Response that Hono sends. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}

/** The same for a request. Hono copies an answer to HEAD, and the copy has its headers in lower case, so they go before it. */
export function respondTo(c: AppContext, answer: Answer): Response {
  const { outgoing } = bindingsOf(c)
  if (outgoing === undefined || c.req.method !== 'HEAD') return toResponse(answer)
  for (const [name, value] of Object.entries(answer.headers)) outgoing.setHeader(name, value)
  return new Response(null, { status: answer.status })
}

/** The bytes of an answer, and its headers with their length. */
export function framed({ headers, body }: Answer): { readonly bytes: Uint8Array; readonly headers: AnswerHeaders } {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  return { bytes, headers: { ...headers, 'Content-Length': String(bytes.length) } }
}

/** The headers of answers outside the API: nobody keeps them, and browsers take them for nothing but their type. */
export const uncached = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const
