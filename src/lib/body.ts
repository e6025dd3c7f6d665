/** A body that is to be sent: text that is to become UTF-8, or its bytes. */
export type Body = string | Uint8Array

/** A body as it was put together: its pieces are shared with whoever else keeps them. */
export type Written = Body | readonly string[]

/** A body in one piece. */
export function inOnePiece(body: Written): Body {
  return typeof body === 'string' || body instanceof Uint8Array ? body : body.join('')
}

/** A body as text. */
export function toText(body: Written): string {
  const whole = inOnePiece(body)
  return typeof whole === 'string' ? whole : new TextDecoder().decode(whole)
}

/** How many characters of text a body has, or how many bytes. */
export function lengthOf(body: Written): number {
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length
  return body.reduce((sum, piece) => sum + piece.length, 0)
}
