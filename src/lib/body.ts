/** A body to send: text that is encoded as UTF-8, or bytes. */
export type Body = string | Uint8Array<ArrayBuffer>

/** A body as text. */
export function toText(body: Body): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
