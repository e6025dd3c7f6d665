import { toText } from '../lib/body.ts'
import { hideInForm, hideNamed } from '../lib/hide-named.ts'
import { isShallow } from '../lib/parse-json.ts'
import { redactJson } from '../lib/redact-json.ts'
import { hideSecrets, isSecretName, redacted } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { JournalEntry } from './entry.ts'

/** Removes the secrets of keys, and the one that a request sent, from its texts. */
export function hiderOf({ requestHeaders }: JournalEntry): (text: string) => string {
  const at = requestHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === keyHeader.toLowerCase())
  const header = at === -1 ? '' : (requestHeaders[at + 1] ?? '')
  const sent = header.slice(header.indexOf(' ') + 1).trim()
  return (text) => hideSecrets(text, sent)
}

/** The headers of a request by name in lower case, without secrets. Several of one name are joined as in HTTP. */
export function shownHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const { requestHeaders } = entry
  const show = headerShower(entry)
  const shown = new Map<string, string>()
  for (let i = 0; i < requestHeaders.length; i += 2) {
    const name = (requestHeaders[i] ?? '').toLowerCase()
    const value = show(name, requestHeaders[i + 1] ?? '')
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(shown)
}

/** The headers of an answer by name, without secrets. */
export function shownAnswerHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const show = headerShower(entry)
  return Object.fromEntries(Object.entries(entry.responseHeaders).map(([name, value]) => [name, show(name, value)]))
}

const thenName = thenHeader.toLowerCase()

function headerShower(entry: JournalEntry): (name: string, value: string) => string {
  const hide = hiderOf(entry)
  return (name, value) => {
    if (isSecretName(name)) return redacted
    return name === thenName ? shownEffect(value, hide) : hide(value)
  }
}

/** The effect that a request asks for, as JSON without secrets. Its texts may be bodies. */
function shownEffect(text: string, hide: (text: string) => string): string {
  const json = tryJson(text)
  if (json === undefined || !isShallow(json)) return redacted
  return JSON.stringify(redactBody(json, hide, (inner) => hide(hideNamed(inner))))
}

/** The path and query of a request as sent, without secrets. */
export function shownAddress(entry: JournalEntry): string {
  const query = shownQuery(entry)
  return hiderOf(entry)(entry.path) + (query === '' ? '' : `?${query}`)
}

/** The query of a request as sent, without secrets. */
export function shownQuery(entry: JournalEntry): string {
  return hiderOf(entry)(hideInForm(entry.query))
}

/** The body of a request without secrets; null if it has none. */
export function shownRequestBody(entry: JournalEntry): unknown {
  const { requestBody = '' } = entry
  return requestBody === '' ? null : shownBody(entry, new TextDecoder().decode(Buffer.from(requestBody, 'latin1')))
}

/** The body of a response without secrets; null if it has none. */
export function shownResponseBody(entry: JournalEntry): unknown {
  return entry.responseBody === null ? null : shownBody(entry, toText(entry.responseBody))
}

/** A body as a JSON value, or as text if it is not JSON or is nested too deeply. */
function shownBody(entry: JournalEntry, text: string): unknown {
  const hide = hiderOf(entry)
  const json = tryJson(text)
  return json === undefined || !isShallow(json) ? hide(hideNamed(text)) : redactBody(json, hide)
}

function redactBody(json: unknown, hide: (text: string) => string, showText = hide): unknown {
  return redactJson(json, {
    isHidden: (field, value) => isSecretName(field) && canBeSecret(value),
    showName: hide,
    showValue: (value) => (typeof value === 'string' ? showText(value) : value),
  })
}

/** A field with the name of a secret may say that there is none. */
const canBeSecret = (value: unknown): boolean => value !== null && typeof value !== 'boolean'
