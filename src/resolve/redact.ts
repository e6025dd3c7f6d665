import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { redacted } from '../lib/secrets.ts'
import { errorCodes } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { cleaner, type Clean } from './clean.ts'
import type { Evidence } from './probe.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import { parse } from './send.ts'
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

/** Fields whose text is shown: those that no person writes, and what an error says. */
const shownFields: ReadonlySet<string> = new Set([
  'analysis_type',
  'categories',
  'category',
  'code',
  'completed_at',
  'completed_date',
  'created_at',
  'created_date',
  'details',
  'end_date',
  'estimated_completion_time',
  'id',
  'log_types',
  'message',
  'output_format',
  'provider',
  'region',
  'resource_id',
  'resource_type',
  'severity',
  'start_date',
  'status',
  'timestamp',
  'type',
  'updated_at',
  'updated_date',
])

/** Those of them that say anything. */
const freeFields: ReadonlySet<string> = new Set(['details', 'message'])

/** Values of fields that are the document's own words, whatever a key or a record is called. */
const ownWords: ReadonlySet<string> = new Set([...errorCodes, 'success', 'error'])

/** Fields that hold the URL of a page. */
const linkFields: ReadonlySet<string> = new Set(['next_page', 'prev_page'])

/** Fields of a page whose numbers are shown, besides those that are dates or switches. */
const shownNumbers: ReadonlySet<string> = new Set([
  'total_items',
  'total_pages',
  'current_page',
  'items_per_page',
  'score',
  'high_severity',
  'medium_severity',
  'low_severity',
  'passing_checks',
  'comprehensive',
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

/** Parameters of a query whose values are shown. */
const shownParameters: ReadonlySet<string> = new Set([
  'created_after',
  'from_date',
  'limit',
  'no_such_parameter',
  'page',
  'provider',
  'region',
  'resource_id',
  'resource_type',
  'status',
  'to_date',
  'type',
])

/** Most exchanges that are shown of a row, and items of an array. */
const mostShown = 4
const mostItems = 2

/** Fewest characters of a personal text that is taken out of other texts too. */
const fewestCharacters = 3

/** Texts that a report may not have. */
export interface Secrets {
  /** API keys, and what stands in fields that are personal. */
  readonly texts: readonly string[]
  /** Keys and values of tags; they are common words, so that fields with a few known values keep them. */
  readonly tags: readonly string[]
}

/** The secrets of exchanges and webhooks: what their personal fields hold, and the tags that they ask for. @param keys the API keys */
export function secretsIn(evidence: Evidence, keys: readonly string[]): Secrets {
  const bodies = evidence.flatMap((seen) =>
    'operation' in seen ? [parse(seen.body ?? ''), seen.json] : [parse(seen.body)],
  )
  const asked = evidence
    .flatMap((seen) => ('operation' in seen ? seen.query : []))
    .flatMap(([name, value]) => (name === 'tag' ? [value, ...value.split(/[:=]/)] : []))
  const isLong = (text: string): boolean => text.length >= fewestCharacters
  return {
    texts: [...keys, ...bodies.flatMap((body) => textsIn(body, '', ofPeople)).filter(isLong)],
    tags: [...bodies.flatMap((body) => textsIn(body, '', ofTags)), ...asked].filter(isLong),
  }
}

const ofTags = (field: string): boolean => field === 'tags'
const ofPeople = (field: string): boolean => personal.has(field) && !ofTags(field)

/** The texts of fields of a kind, and of all below them. @param field the name of the field that the value is of */
function textsIn(value: unknown, field: string, isWanted: (field: string) => boolean): readonly string[] {
  if (typeof value === 'string') return isWanted(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field, isWanted))
  if (!isJsonObject(value)) return []
  const inner = Object.entries(value)
  return inner.flatMap(([name, one]) => textsIn(one, isWanted(field) ? field : name, isWanted))
}

/** What cleans the texts of a report. */
export interface Cleaners {
  readonly clean: Clean
  /** Of values of fields that have few. */
  readonly cleanValue: Clean
}

/** What takes secrets out of texts. */
export function cleanersOf({ texts, tags }: Secrets): Cleaners {
  return { clean: cleaner([...texts, ...tags]), cleanValue: cleaner(texts) }
}

/** What a finding is based on, as a report may show it. */
export function redact(evidence: Evidence, clean: Cleaners): readonly ShownExchange[] {
  return evidence
    .slice(0, mostShown)
    .map((seen) => ('operation' in seen ? showExchange(seen, clean) : showArrived(seen, clean)))
}

function showExchange(seen: RecordedExchange, clean: Cleaners): ShownExchange {
  const { method, url, key, body, contentType, contentEncoding, status, headers, text } = seen
  const { origin: seedName, pathname, search } = new URL(url)
  return {
    request: {
      method,
      url: seedName + showUrl(pathname + search, clean),
      key,
      ...(contentType === undefined ? {} : { contentType: clean.clean(contentType) }),
      ...(contentEncoding === undefined ? {} : { contentEncoding: clean.clean(contentEncoding) }),
      ...(body === undefined ? {} : { body: showBody(body, clean) }),
    },
    response: { status, headers: pickHeaders(headers, clean), body: showBody(text, clean) },
  }
}

function showArrived({ headers, body }: Arrived, clean: Cleaners): ShownExchange {
  const names = Object.keys(headers).filter((name) => name.startsWith('webhook-'))
  return { request: { method: 'POST', url: '[webhook]', headers: names, body: showBody(body, clean) } }
}

function pickHeaders(headers: Readonly<Record<string, string>>, clean: Cleaners): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (shownHeaders.has(name) ? [[name, clean.clean(value)]] : [])),
  )
}

/** A body as JSON; of one that is none, its length alone. */
function showBody(text: string, clean: Cleaners): unknown {
  const json = parse(text)
  if (json !== undefined) return show(json, '', clean)
  return text.length < fewestCharacters ? text : `[${text.length} characters, not JSON]`
}

/** A URL without its origin: of parameters that people write, the form alone. */
function showUrl(text: string, clean: Cleaners): string {
  const [path = '', ...queries] = text.replace(/^\w+:\/\/[^/?]*/, '').split('?')
  if (queries.length === 0) return clean.cleanValue(path)
  const parameters = [...new URLSearchParams(queries.join('?'))].map(([name, value]) => {
    if (name === 'tag') return `tag=${value.replaceAll(/[^:=]/g, 'x')}`
    return shownParameters.has(name) ? `${name}=${clean.cleanValue(value)}` : redacted
  })
  return `${clean.cleanValue(path)}?${parameters.join('&')}`
}

/** Fields that hold all others. */
const holders: ReadonlySet<string> = new Set(['data', 'error', 'pagination'])

const isKnown = (field: string): boolean =>
  [shownFields, shownNumbers, personal, linkFields, holders].some((fields) => fields.has(field))

/** A JSON value. @param field the name of the field that it is of */
function show(value: unknown, field: string, clean: Cleaners): unknown {
  if (value === null || value === '') return value
  if (personal.has(field)) return redacted
  if (Array.isArray(value)) return showItems(value, field, clean)
  if (!isJsonObject(value)) return showPlain(value, field, clean)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [isKnown(name) ? name : clean.clean(name), show(inner, name, clean)]),
  )
}

function showPlain(value: unknown, field: string, { clean, cleanValue }: Cleaners): unknown {
  if (typeof value !== 'string') return shownNumbers.has(field) || shownFields.has(field) ? value : redacted
  if (linkFields.has(field)) return showUrl(value, { clean, cleanValue })
  if (!shownFields.has(field)) return redacted
  if (ownWords.has(value)) return value
  return freeFields.has(field) ? clean(value) : cleanValue(value)
}

function showItems(items: readonly unknown[], field: string, clean: Cleaners): readonly unknown[] {
  const shown = items.slice(0, mostItems).map((item) => show(item, field, clean))
  return items.length > mostItems ? [...shown, `… ${items.length - mostItems} more`] : shown
}
