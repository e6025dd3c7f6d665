/** A body: text that is to become UTF-8, or its bytes. */
export type Body = string | Uint8Array

/** A body as text. */
export function toText(body: Body): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
