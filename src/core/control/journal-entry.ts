import { headerWarnings } from '../http/headers.ts'
import { entryId, type JournalEntry, scenariosOf, traceOf } from '../journal/entry.ts'
import {
  redactedAddress,
  redactedAnswerHeaders,
  redactedHeaders,
  redactedRequestBody,
  redactedResponseBody,
} from '../journal/redact.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant, parseInstant } from '../time/instant.ts'
import type { RequestInfo, RequestSummary } from './endpoints/requests.ts'
import type { RequestBasics } from './route.ts'

/** The number in the id of an entry; 0 for an entry from before a reset, undefined for any other text. */
export function readEntryId({ incarnation }: Pick<Sandbox, 'incarnation'>, text: string): number | undefined {
  const [, of, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (number === undefined) return undefined
  return Number(of) === incarnation ? Number(number) : 0
}

export function toRequest(entry: JournalEntry): RequestInfo {
  const { cut } = entry
  return {
    ...toSummary(entry),
    request: { headers: redactedHeaders(entry), body: redactedRequestBody(entry), cut: cut.request },
    response: { headers: redactedAnswerHeaders(entry), body: redactedResponseBody(entry), cut: cut.response },
  }
}

export function toSummary(entry: JournalEntry): RequestSummary {
  const { sandbox, sequence, operation, method, key, status, code, fault, decidedBy } = entry
  const trace = traceOf(entry)
  const warnings = headerWarnings(entry.requestHeaders)
  return {
    id: entryId(entry),
    sandbox: sandbox.name,
    sequence,
    at: formatInstant(entry.atMs, 'milliseconds'),
    operation: operation ?? null,
    method,
    path: redactedAddress(entry),
    key: key ?? null,
    status,
    code: code ?? null,
    fault: fault ?? null,
    scenarios: [...scenariosOf(entry)],
    assumptions: decidedBy.ids(),
    durationMs: Math.round(entry.durationMs * 1000) / 1000,
    traceId: trace?.traceId ?? null,
    parentId: trace?.parentId ?? null,
    nearest: [...entry.nearest],
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  }
}

/** The requests of one sandbox, or of all, in order of arrival. */
export type RequestSource = ReturnType<typeof readSource>

export function sourceOf(sandbox: Sandbox) {
  return {
    isOfAll: false,
    journal: sandbox.journal,
    numberOf: ({ number }: JournalEntry) => number,
    /** The id of the entry with a number, after which clients continue. */
    toId: (number: number) => entryId({ sandbox, number }),
    /** The number in such an id; undefined for any other text. */
    readId: (text: string) => readEntryId(sandbox, text),
    idPhrase: 'the id of a request',
  }
}

/** The requests that a query selects. @param sandboxes `all`, or undefined for only the sandbox */
export function readSource({ sandbox, service }: RequestBasics, sandboxes: unknown) {
  if (sandboxes === undefined) return sourceOf(sandbox)
  return {
    isOfAll: true,
    journal: service.sandboxes.limits.journals,
    numberOf: ({ sequence }: JournalEntry) => sequence,
    toId: String,
    readId: (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    idPhrase: 'the sequence of a request, such as 57,',
  }
}

/** Reads where a list begins: after an entry, or at an instant. @param defaultAfter the number if the query has none @throws InputError */
export function readSince({ idPhrase, readId }: RequestSource, text: string | undefined, defaultAfter: number) {
  if (text === undefined) return { after: defaultAfter, sinceMs: Number.NEGATIVE_INFINITY }
  const after = readId(text)
  if (after !== undefined) return { after, sinceMs: Number.NEGATIVE_INFINITY }
  return { after: 0, sinceMs: parseInstant(text, 'since', `${idPhrase} or an ISO 8601 date-time`) }
}
