/** A body to send: text, which is encoded as UTF-8, or bytes, in a type that TypeScript before 5.7 also understands. */
export type Body = string | ReturnType<typeof Uint8Array.of>

/** A body, whole or in pieces. Pieces from a cache are shared, not copied. */
export type Pieces = Body | readonly string[]

export function joinBody(body: Pieces): Body {
  return typeof body === 'string' || body instanceof Uint8Array ? body : body.join('')
}

export function toText(body: Pieces): string {
  const whole = joinBody(body)
  return typeof whole === 'string' ? whole : new TextDecoder().decode(whole)
}

export function lengthOf(body: Pieces): number {
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length
  let length = 0
  for (const piece of body) length += piece.length
  return length
}
