import { toText } from '../lib/body.ts'
import { decodePart } from '../lib/decode-part.ts'
import { headerPairs, headerValues } from '../lib/headers.ts'
import { hideSecrets, isSecretName, redacted } from '../lib/secrets.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { keyHeader } from '../spec/headers.ts'
import type { JournalEntry } from './entry.ts'
import { type RedactionRules, redactText } from './redact-json.ts'

/** Returns a function that hides API keys in texts, including the key that the request sent. */
export function createRedactor({ requestHeaders }: JournalEntry): (text: string) => string {
  const [header = ''] = headerValues(requestHeaders, keyHeader)
  const sent = header.slice(header.indexOf(' ') + 1).trim()
  return (text) => hideSecrets(text, sent)
}

/** The headers of a request by lower-case name, without secrets. Repeated headers are joined as in HTTP. */
export function redactedHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const show = headerShower(entry)
  const shown = new Map<string, string>()
  for (const [sentName, sentValue] of headerPairs(entry.requestHeaders)) {
    const name = sentName.toLowerCase()
    const value = show(name, sentValue)
    const earlier = shown.get(name)
    shown.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(shown)
}

export function redactedAnswerHeaders(entry: JournalEntry): Readonly<Record<string, string>> {
  const show = headerShower(entry)
  return Object.fromEntries(Object.entries(entry.responseHeaders).map(([name, value]) => [name, show(name, value)]))
}

const thenName = thenHeader.toLowerCase()

function headerShower(entry: JournalEntry): (name: string, value: string) => string {
  const hide = createRedactor(entry)
  return (name, value) => {
    if (isSecretName(name)) return redacted
    return name === thenName ? shownEffect(value, hide) : hide(value)
  }
}

/** The effect that a request asks for, as JSON without secrets. Its `body` may be JSON too. */
function shownEffect(text: string, hide: (text: string) => string): string {
  const showText = (inner: string): string => (isSecretName(inner) ? redacted : hide(inner))
  const rules = rulesFor(hide, (inner, field) => (field === 'body' ? asText(inner, rulesFor(hide)) : showText(inner)))
  return asText(text, rules)
}

function asText(text: string, rules: RedactionRules): string {
  const shown = redactText(text, rules)
  return typeof shown === 'string' ? shown : JSON.stringify(shown)
}

/** The path and query of a request as sent, without secrets. */
export function redactedAddress(entry: JournalEntry): string {
  const query = redactedQuery(entry)
  return createRedactor(entry)(entry.path) + (query === '' ? '' : `?${query}`)
}

export function redactedQuery(entry: JournalEntry): string {
  const shown = entry.query.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return parameter !== name && isSecretName(decodePart(name)) ? `${name}=${redacted}` : parameter
  })
  return createRedactor(entry)(shown.join('&'))
}

export function redactedRequestBody(entry: JournalEntry): unknown {
  const { requestBody = '' } = entry
  return requestBody === '' ? null : shownBody(entry, new TextDecoder().decode(Buffer.from(requestBody, 'latin1')))
}

export function redactedResponseBody(entry: JournalEntry): unknown {
  return entry.responseBody === null ? null : shownBody(entry, toText(entry.responseBody))
}

const shownBody = (entry: JournalEntry, text: string): unknown => redactText(text, rulesFor(createRedactor(entry)))

function rulesFor(
  hide: (text: string) => string,
  showText: (text: string, field: string) => string = hide,
): RedactionRules {
  return {
    // A field that is named like a secret may say that there is none.
    isHidden: (field, value) => isSecretName(field) && value !== null && typeof value !== 'boolean',
    showName: hide,
    showValue: (value, field) => (typeof value === 'string' ? showText(value, field) : value),
  }
}
