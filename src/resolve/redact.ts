import type { JsonObject } from '../lib/merge-patch.ts'
import { type RedactionRules, redactText } from '../lib/redact-json.ts'
import { redacted } from '../lib/secrets.ts'
import { errorCodes } from '../spec/errors.ts'
import type { Cleaners } from './personal-data.ts'
import type { Evidence } from './probe.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { Arrived } from './session.ts'
import { shownHeaders, shownParameters, treatmentOf } from './shown-fields.ts'

/** A request and its response as a report shows them: without keys and personal data, and shortened. */
export interface ShownExchange {
  readonly request: JsonObject
  /** Undefined for a webhook, which the probe itself answered. */
  readonly response?: JsonObject
}

/** Values of fields that the document defines. They are shown even if a key or a record has the same name. */
const definedValues: ReadonlySet<unknown> = new Set([...errorCodes, 'success', 'error'])

/** Most exchanges that are shown for an assumption, and most items of an array. */
const [mostShown, mostItems] = [4, 2]

/** Shows the evidence of a finding. */
export function redact(evidence: Evidence, cleaners: Cleaners): readonly ShownExchange[] {
  return evidence
    .slice(0, mostShown)
    .map((seen) => ('operation' in seen ? showExchange(seen, cleaners) : showWebhook(seen, cleaners)))
}

function showExchange(seen: RecordedExchange, cleaners: Cleaners): ShownExchange {
  const { method, url, key, body, contentType, contentEncoding, status, headers, text } = seen
  const { clean } = cleaners
  const { origin, pathname, search } = new URL(url)
  return {
    request: {
      method,
      url: origin + showUrl(pathname + search, cleaners),
      key,
      ...(contentType === undefined ? {} : { contentType: clean(contentType) }),
      ...(contentEncoding === undefined ? {} : { contentEncoding: clean(contentEncoding) }),
      ...(body === undefined ? {} : { body: redactText(body, rulesFor(cleaners)) }),
    },
    response: { status, headers: showHeaders(headers, cleaners), body: redactText(text, rulesFor(cleaners)) },
  }
}

function showWebhook({ headers, body }: Arrived, cleaners: Cleaners): ShownExchange {
  const names = Object.keys(headers).filter((name) => name.startsWith('webhook-'))
  return { request: { method: 'POST', url: '[webhook]', headers: names, body: redactText(body, rulesFor(cleaners)) } }
}

function showHeaders(headers: Readonly<Record<string, string>>, { clean }: Cleaners): JsonObject {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, clean(value)]))
}

/** Shows a URL without its origin. Of a parameter that people write, it shows only the form. */
function showUrl(text: string, { cleanValue }: Cleaners): string {
  const [path = '', ...queries] = text.replace(/^\w+:\/\/[^/?]*/, '').split('?')
  if (queries.length === 0) return cleanValue(path)
  const parameters = [...new URLSearchParams(queries.join('?'))].map(([name, value]) => {
    if (name === 'tag') return `tag=${value.replaceAll(/[^:=]/g, 'x')}`
    return shownParameters.has(name) ? `${name}=${cleanValue(value)}` : redacted
  })
  return `${cleanValue(path)}?${parameters.join('&')}`
}

const isBlank = (value: unknown): boolean => value === null || value === ''

function rulesFor(cleaners: Cleaners): RedactionRules {
  return {
    isHidden: (field, value) => treatmentOf.get(field) === 'personal' && !isBlank(value),
    showName: (field) => (treatmentOf.has(field) ? field : cleaners.clean(field)),
    showValue: (value, field) => (isBlank(value) ? value : showValue(value, field, cleaners)),
    mostItems,
  }
}

function showValue(value: unknown, field: string, cleaners: Cleaners): unknown {
  const treatment = treatmentOf.get(field)
  const isText = treatment === 'value' || treatment === 'text'
  if (typeof value !== 'string') return isText || treatment === 'number' ? value : redacted
  if (treatment === 'link') return showUrl(value, cleaners)
  if (!isText) return redacted
  if (definedValues.has(value)) return value
  return treatment === 'text' ? cleaners.clean(value) : cleaners.cleanValue(value)
}
