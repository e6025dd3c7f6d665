import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { Seen } from './exchange.ts'
import type { Evidence } from './probe.ts'
import { parse } from './sender.ts'
import type { Arrived } from './session.ts'

/** One request and its answer, as a report shows it: without keys and personal data, and cut short. */
export interface ShownExchange {
  readonly request: JsonObject
  /** Undefined for a webhook, which the probe itself answered. */
  readonly response?: JsonObject
}

/** Headers that tell something of an option; no other is shown. */
const shownHeaders: ReadonlySet<string> = new Set([
  'allow',
  'content-type',
  'date',
  'deprecation',
  'retry-after',
  'sunset',
  ...Object.values(rateHeaders).map((name) => name.toLowerCase()),
])

/** Fields that people write, or that name a person or a machine. */
const personal: ReadonlySet<string> = new Set([
  'name',
  'description',
  'email',
  'webhook_url',
  'public_ip',
  'private_ip',
  'tags',
])

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const address = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi

/** Most exchanges that are shown of a row, items of an array, and characters of a text. */
const mostShown = 4
const mostItems = 2
const mostCharacters = 300

/**
 * What a finding is based on, as a report may show it.
 * @param secrets the API keys, which are taken out wherever they stand
 */
export function redact(evidence: Evidence, secrets: readonly string[]): readonly ShownExchange[] {
  const clean = (text: string): string => cleanText(text, secrets)
  return evidence
    .slice(0, mostShown)
    .map((seen) => ('operation' in seen ? showExchange(seen, clean) : showArrived(seen, clean)))
}

type Clean = (text: string) => string

function showExchange(seen: Seen, clean: Clean): ShownExchange {
  const { method, url, key, body, contentType, status, headers, text, json } = seen
  return {
    request: {
      method,
      url: showUrl(url, clean),
      key,
      ...(contentType === undefined ? {} : { contentType }),
      ...(body === undefined ? {} : { body: show(parse(body) ?? body, clean) }),
    },
    response: { status, headers: pickHeaders(headers, clean), body: show(json ?? text, clean) },
  }
}

function showArrived({ url, headers, body }: Arrived, clean: Clean): ShownExchange {
  const names = Object.keys(headers).filter((name) => name.startsWith('webhook-'))
  return {
    request: { method: 'POST', url: showUrl(url, clean), headers: names, body: show(parse(body) ?? body, clean) },
  }
}

function pickHeaders(headers: Readonly<Record<string, string>>, clean: Clean): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (shownHeaders.has(name) ? [[name, clean(value)]] : [])),
  )
}

/** A URL: its origin as it is, since whoever asked named it. */
function showUrl(text: string, clean: Clean): string {
  const url = new URL(text)
  return url.origin + clean(url.pathname + url.search)
}

/** A text whose tags in queries show their form alone. */
function maskTags(text: string): string {
  return text.replaceAll(/([?&]tag=)([^&]*)/g, (_, name: string, value: string) => name + mask(decode(value)))
}

const mask = (text: string): string => text.replaceAll(/[^:=%-]/g, 'x')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function cleanText(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '')
  const cleaned = known.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
  const plain = maskTags(cleaned).replaceAll(email, '[email]').replaceAll(address, '[address]')
  return plain.length > mostCharacters ? `${plain.slice(0, mostCharacters)}…` : plain
}

function show(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return showItems(value, clean)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      personal.has(name) && inner !== null ? '[redacted]' : show(inner, clean),
    ]),
  )
}

function showItems(items: readonly unknown[], clean: Clean): readonly unknown[] {
  const shown = items.slice(0, mostItems).map((item) => show(item, clean))
  return items.length > mostItems ? [...shown, `… ${items.length - mostItems} more`] : shown
}
