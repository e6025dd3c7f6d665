import { inOnePiece, type Written } from '../lib/body.ts'
import { type AppContext, bindingsOf } from './bindings.ts'

export type AnswerHeaders = Readonly<Record<string, string>>

/** An answer: first with the headers that not every answer has, then with all of them. */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: Written | null
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

/** An answer as the one Response that Hono sends. */
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
