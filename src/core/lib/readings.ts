import { tryJson } from './try-json.ts'

/** A text, and its decodings from percent-encoding, JSON strings and base64. */
export function readingsOf(text: string, depth = 2): readonly string[] {
  const other = depth === 0 ? [] : [...decoded(text)].filter((reading) => reading !== text)
  return [text, ...other.flatMap((reading) => readingsOf(reading, depth - 1))]
}

function* decoded(text: string): Generator<string> {
  if (/%[\da-f]{2}/i.test(text))
    yield text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  if (text.includes('\\')) {
    const inner = tryJson(`"${text}"`)
    yield typeof inner === 'string'
      ? inner
      : text
          .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
          .replaceAll('\\/', '/')
  }
  for (const [run] of text.matchAll(/[\w+/-]{8,}={0,2}/g)) {
    const plain = Buffer.from(run, 'base64').toString()
    // Other text, decoded as base64, has unprintable characters.
    if (/^[\p{L}\p{N}\p{P}\p{Z}$+<=>^`|~\s]{4,}$/u.test(plain)) yield plain
  }
}
