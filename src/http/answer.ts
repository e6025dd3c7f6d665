import type { Body } from '../lib/body.ts'

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

/** The bytes of an answer, and its headers with their length. */
export function framed({ headers, body }: Answer): { readonly bytes: Uint8Array; readonly headers: AnswerHeaders } {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  return { bytes, headers: { ...headers, 'Content-Length': String(bytes.length) } }
}

/** The headers of answers outside the API: nobody keeps them, and browsers take them for nothing but their type. */
export const uncached = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const
