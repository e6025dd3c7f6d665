import { toText } from '../lib/body.ts'
import { decoded, hideNamed } from '../lib/hide-named.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { isShallow } from '../lib/parse-json.ts'
import { hideSecrets, isSecretName, redacted } from '../lib/secrets.ts'
import { keyHeader } from '../spec/headers.ts'
import type { JournalEntry } from './entry.ts'

/** A function that hides secrets in the texts of a request: those of keys, and the one that the request sent. */
export function hiderOf({ requestHeaders }: JournalEntry): (text: string) => string {
  const at = requestHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === keyHeader.toLowerCase())
  const header = at === -1 ? '' : (requestHeaders[at + 1] ?? '')
  const sent = header.slice(header.indexOf(' ') + 1).trim()
  return (text) => hideSecrets(text, sent)
}

/** The headers of a request by name in lower case, without secrets. Headers of one name are joined as HTTP does. */
export function shownHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const { requestHeaders } = entry
  const hide = hiderOf(entry)
  const shown = new Map<string, string>()
  for (let i = 0; i < requestHeaders.length; i += 2) {
    const name = (requestHeaders[i] ?? '').toLowerCase()
    const value = isSecretName(name) ? redacted : hide(requestHeaders[i + 1] ?? '')
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(shown)
}

/** The path and query of a request as sent, without secrets. */
export function shownAddress(entry: JournalEntry): string {
  const query = shownQuery(entry)
  return hiderOf(entry)(entry.path) + (query === '' ? '' : `?${query}`)
}

/** The query of a request as sent, without secrets. */
export function shownQuery(entry: JournalEntry): string {
  const { query } = entry
  const parts = query.split('&').map((part) => {
    const [name = '', value] = part.split('=', 2)
    return value !== undefined && isSecretName(decoded(name)) ? `${name}=${redacted}` : part
  })
  return hiderOf(entry)(parts.join('&'))
}

/** The body of a request without secrets; null where it has none. */
export function shownRequestBody(entry: JournalEntry): unknown {
  const { requestBody = '' } = entry
  return requestBody === '' ? null : shownBody(entry, new TextDecoder().decode(Buffer.from(requestBody, 'latin1')))
}

/** The body of an answer without secrets; null where it has none. */
export function shownResponseBody(entry: JournalEntry): unknown {
  return entry.responseBody === null ? null : shownBody(entry, toText(entry.responseBody))
}

/** A body as JSON if it is valid JSON, else as text. */
function shownBody(entry: JournalEntry, text: string): unknown {
  const hide = hiderOf(entry)
  const json = readJson(text)
  return json === undefined ? hide(hideNamed(text)) : shownValue(json, hide)
}

/** A text as JSON; undefined for a text that is not JSON, or is nested too deep. */
function readJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return isShallow(json) ? json : undefined
  } catch {
    return undefined
  }
}

function shownValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((item) => shownValue(item, hide))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      hide(name),
      isSecretName(name) && isSecret(inner) ? redacted : shownValue(inner, hide),
    ]),
  )
}

/** A field with the name of a secret may say that there is none. */
const isSecret = (value: unknown): boolean => value !== null && typeof value !== 'boolean'
