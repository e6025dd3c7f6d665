import type { AssumptionId, Profile } from '../assumptions/register.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { redactText, type RedactionRules } from '../lib/redact-json.ts'
import { hideSecret, redacted } from '../lib/secrets.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { Arrived, Finding, Need } from './session.ts'

/** The observed option of a row beside the expected one. */
export interface Report {
  readonly id: AssumptionId
  /** `observed`: the expected option; `contradicted`: another one; `unknown`: none was found. */
  readonly outcome: 'observed' | 'contradicted' | 'unknown'
  readonly option: string | number | null
  readonly expected: string | number
  /** Why none was found; null if one was. */
  readonly reason: string | null
  /** The means that the probe lacked; null if none. */
  readonly need: Need | null
  /** The last few. */
  readonly evidence: readonly ShownExchange[]
}

/** A request and its response as a report shows them: without keys and personal data, and shortened. */
export interface ShownExchange {
  readonly request: JsonObject
  /** Undefined for a webhook, which the probe itself answered. */
  readonly response?: JsonObject
}

/** @param keys the keys that no report may show */
export function toReport(id: AssumptionId, finding: Finding, profile: Profile, keys: readonly string[]): Report {
  const { option = null, reason = null, need = null } = finding
  const expected = profile[id]
  const outcome = option === expected ? 'observed' : 'contradicted'
  const hide = (text: string): string => keys.reduce(hideSecret, text)
  const evidence = finding.evidence.slice(-mostShown)
  return {
    id,
    outcome: option === null ? 'unknown' : outcome,
    option,
    expected,
    reason,
    need,
    evidence: evidence.map((seen) => ('operation' in seen ? showExchange(seen, hide) : showWebhook(seen, hide))),
  }
}

/** The fields of bodies and the parameters of queries that are shown. The value of any other one is hidden. */
const shownFields: ReadonlySet<string> = new Set([
  'analysis_type',
  'code',
  'completed_at',
  'completed_date',
  'created_after',
  'created_at',
  'created_date',
  'current_page',
  'end_date',
  'estimated_completion_time',
  'from_date',
  'id',
  'items_per_page',
  'limit',
  'no_such_parameter',
  'page',
  'passing_checks',
  'resource_id',
  'resource_type',
  'score',
  'severity',
  'start_date',
  'status',
  'timestamp',
  'to_date',
  'total_items',
  'total_pages',
  'type',
])

const shownHeaders: ReadonlySet<string> = new Set([
  'allow',
  'content-type',
  'date',
  'deprecation',
  'retry-after',
  'sunset',
  ...Object.values(rateHeaders).map((name) => name.toLowerCase()),
])

/**
 * The forms of a value that is shown: a word, an id, a number, a date, and in a header a media type or methods. No text, address
 * or link has one of them.
 */
const shownForm =
  /^(?:[@-]?[\w-]+|\d+\.\d+|\d{4}-[\dTtZz:.+-]+|[A-Z]+(?:, ?[A-Z]+)+|\w{3}, [\w :]+ GMT|[\w-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?)$/

/** Most exchanges that are shown for an assumption, and most items of an array. */
const [mostShown, mostItems] = [4, 2]

type Hide = (text: string) => string

function showExchange(seen: RecordedExchange, hide: Hide): ShownExchange {
  const { method, url, key, body, contentType, contentEncoding, status, headers, text } = seen
  const { origin, pathname, search } = new URL(url)
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name))
  return {
    request: {
      method,
      url: origin + showUrl(pathname + search, hide),
      key,
      ...(contentType === undefined ? {} : { contentType: showText(contentType, hide) }),
      ...(contentEncoding === undefined ? {} : { contentEncoding: showText(contentEncoding, hide) }),
      ...(body === undefined ? {} : { body: redactText(body, rulesFor(hide)) }),
    },
    response: {
      status,
      headers: Object.fromEntries(shown.map(([name, value]) => [name, showText(value, hide)])),
      body: redactText(text, rulesFor(hide)),
    },
  }
}

function showWebhook({ headers, body }: Arrived, hide: Hide): ShownExchange {
  const names = Object.keys(headers).filter((name) => name.startsWith('webhook-'))
  return { request: { method: 'POST', url: '[webhook]', headers: names, body: redactText(body, rulesFor(hide)) } }
}

const showText = (text: string, hide: Hide): string => (text === '' || shownForm.test(text) ? hide(text) : redacted)

/** Shows a URL without its origin. Of a filter by tag, it shows only the form. */
function showUrl(text: string, hide: Hide): string {
  const [path = '', ...queries] = text.replace(/^\w+:\/\/[^/?]*/, '').split('?')
  const segments = path.split('/').map((segment) => showText(segment, hide))
  if (queries.length === 0) return segments.join('/')
  const parameters = [...new URLSearchParams(queries.join('?'))].map(([name, value]) => {
    if (name === 'tag') return `tag=${value.replaceAll(/[^:=]/g, 'x')}`
    if (!shownFields.has(name)) return redacted
    return `${name}=${showText(value, hide)}`
  })
  return `${segments.join('/')}?${parameters.join('&')}`
}

function rulesFor(hide: Hide): RedactionRules {
  return {
    isHidden: () => false,
    showName: (field) => (/^\w+$/.test(field) ? hide(field) : redacted),
    showValue: (value, field) => {
      if (value === null || value === '') return value
      if (field === 'next_page' || field === 'prev_page')
        return typeof value === 'string' ? showUrl(value, hide) : redacted
      if (!shownFields.has(field)) return redacted
      return typeof value === 'string' ? showText(value, hide) : value
    },
    mostItems,
  }
}
