import type { AssumptionId, Profile } from '../../core/assumptions/register.ts'
import { hideSecret, redacted } from '../../core/lib/secrets.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { ReceivedWebhook, ProbeFinding } from './session.ts'

export type Report = ReturnType<typeof toReport>

const maxEvidence = 4

/** @param keys the keys that no report may show */
export function toReport(id: AssumptionId, finding: ProbeFinding, profile: Profile, keys: readonly string[]) {
  const { option = null, reason = null } = finding
  const expected = profile[id]
  const known = option === expected ? 'observed' : 'contradicted'
  return {
    id,
    outcome: option === null ? 'unknown' : known,
    option,
    expected,
    /** Why no option was found; null if one was. */
    reason,
    /** The last few requests, with their answers: `GET /v1/cloud/resources?limit=101 → 400 invalid_request`. */
    evidence: finding.evidence.slice(-maxEvidence).map((seen) => show(seen, keys)),
  } as const
}

function show(seen: RecordedExchange | ReceivedWebhook, keys: readonly string[]): string {
  if (!('operation' in seen)) return 'POST [webhook] arrived'
  const { pathname, searchParams } = new URL(seen.url)
  const path = pathname.split('/').map((segment) => showText(segment, keys))
  const query = [...searchParams].map(([name, value]) => showParameter(name, value, keys))
  const address = `${path.join('/')}${query.length === 0 ? '' : '?'}${query.join('&')}`
  return `${seen.method} ${address} → ${seen.status} ${seen.code ?? ''}`.trimEnd()
}

const shownParameters: ReadonlySet<string> = new Set([
  'created_after',
  'from_date',
  'limit',
  'no_such_parameter',
  'page',
  'resource_id',
  'resource_type',
  'severity',
  'status',
  'to_date',
  'type',
])

/** Shows only the format of a tag filter, and nothing of a parameter that the document does not name. */
function showParameter(name: string, value: string, keys: readonly string[]): string {
  if (name === 'tag') return `tag=${value.replaceAll(/[^:=]/g, 'x')}`
  return shownParameters.has(name) ? `${name}=${showText(value, keys)}` : redacted
}

/** The texts that may be shown: words, ids, numbers and dates; no names, addresses or links. */
const shownForm = /^(?:[@-]?[\w-]*|\d+\.\d+|\d{4}-[\dTtZz:.+-]+)$/

const showText = (text: string, keys: readonly string[]): string =>
  shownForm.test(text) ? keys.reduce(hideSecret, text) : redacted
