/** A parsed message, by the needed parts of RFC 5322 and 2045. */
export interface Parsed {
  /** In order: lower-case names, and values unfolded and decoded. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

export function parseMime(bytes: Uint8Array): Parsed {
  const message = Buffer.from(bytes).toString('latin1')
  const [headers, body] = splitHead(message)
  const [, encoding = ''] = headers.find(([name]) => name === 'content-transfer-encoding') ?? []
  return { headers, text: decodeBody(body, encoding) }
}

function splitHead(text: string): [[string, string][], string] {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return [headers, text.slice(end + 4)]
}

/** RFC 2047. */
function decodeWords(value: string): string {
  // The bytes of a character may be split over several words.
  return value.replaceAll(/(?:=\?UTF-8\?[QB]\?[^?]*\?=\s*)+/gi, (run) => {
    const words = [...run.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)]
    const bytes = words.map(([, form = '', text = '']) =>
      form.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : quotedBytes(text.replaceAll('_', ' ')),
    )
    return Buffer.concat(bytes).toString() + (/\s*$/.exec(run)?.[0] ?? '')
  })
}

function decodeBody(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  return encoding === 'quoted-printable' ? quotedBytes(text).toString() : text
}

function quotedBytes(text: string): Buffer {
  const bytes = text
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1')
}
