import { headerWarnings } from '../http/headers.ts'
import type { JournalEntry } from '../journal/entry.ts'
import {
  shownAddress,
  shownAnswerHeaders,
  shownHeaders,
  shownRequestBody,
  shownResponseBody,
} from '../journal/redact.ts'
import { traceOf } from '../journal/trace.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant } from '../time/instant.ts'
import type { RequestFields } from './endpoints/request-query.ts'
import type { RequestInfo, RequestSummary } from './endpoints/requests.ts'

/** The id of an entry: the number of resets before it, and its number since the last one. */
export function entryId(
  { incarnation }: Pick<Sandbox, 'incarnation'>,
  { number }: Pick<JournalEntry, 'number'>,
): string {
  return `${incarnation}-${number}`
}

/** The number in the id of an entry; 0 for an entry from before a reset, undefined for any other text. */
export function readEntryId({ incarnation }: Pick<Sandbox, 'incarnation'>, text: string): number | undefined {
  const [, of, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) return undefined
  return Number(of) === incarnation ? Number(number) : 0
}

export function toShown(entry: JournalEntry, fields: RequestFields): RequestSummary | RequestInfo {
  return fields === 'all' ? toRequest(entry) : toSummary(entry)
}

/** An entry in the form of the control plane. */
export function toRequest(entry: JournalEntry): RequestInfo {
  const { cut } = entry
  return {
    ...toSummary(entry),
    request: { headers: shownHeaders(entry), body: shownRequestBody(entry), cut: cut.request },
    response: { headers: shownAnswerHeaders(entry), body: shownResponseBody(entry), cut: cut.response },
  }
}

function toSummary(entry: JournalEntry): RequestSummary {
  const { sandbox, sequence, operation, method, key, status, code, fault, fired, used } = entry
  const trace = traceOf(entry)
  const warnings = headerWarnings(entry.requestHeaders)
  return {
    id: entryId(sandbox, entry),
    sandbox: sandbox.name,
    sequence,
    at: formatInstant(entry.atMs, 'milliseconds'),
    operation: operation ?? null,
    method,
    path: shownAddress(entry),
    key: key ?? null,
    status,
    code: code ?? null,
    fault: fault ?? null,
    scenarios: [...fired],
    assumptions: used.ids(),
    durationMs: Math.round(entry.durationMs * 1000) / 1000,
    traceId: trace?.traceId ?? null,
    parentId: trace?.parentId ?? null,
    nearest: [...entry.nearest],
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  }
}
