const decoder = new TextDecoder()

const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0))

/** Decodes a body by its Content-Transfer-Encoding (RFC 2045). */
function decode(body: string, encoding: string): string {
  if (encoding === 'base64') {
    try {
      return decoder.decode(bytesOf(atob(body.replaceAll(/\s/g, ''))))
    } catch {
      // A message that a receiver could not decode either.
      return body
    }
  }
  if (encoding !== 'quoted-printable') return body
  const joined = body.replaceAll(/=\r?\n/g, '')
  const binary = joined.replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decoder.decode(bytesOf(binary))
}

/** The HTML of a MIME message; undefined where it has none. */
export function htmlPartOf(message: string): string | undefined {
  const [, boundary] = /^Content-Type: multipart\/[^\n]*(?:\n[ \t][^\n]*)*?boundary="?([^"\s;]+)/im.exec(message) ?? []
  const parts = boundary === undefined ? [message] : message.split(`--${boundary}`)
  for (const part of parts) {
    const text = part.replace(/^\r?\n/, '')
    const end = /\r?\n\r?\n/.exec(text)
    if (end === null) continue
    const headers = text.slice(0, end.index)
    if (!/^Content-Type: text\/html/im.test(headers)) continue
    const [, encoding = ''] = /^Content-Transfer-Encoding: *(\S+)/im.exec(headers) ?? []
    return decode(text.slice(end.index + end[0].length), encoding.toLowerCase())
  }
  return undefined
}
