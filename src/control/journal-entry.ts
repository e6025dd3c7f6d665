import type { JournalEntry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import { shownAddress, shownHeaders, shownRequestBody, shownResponseBody } from '../journal/redact.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { formatInstant, parseInstant } from '../time/instant.ts'
import type { RequestInfo } from './endpoints/requests.ts'

/** The id of an entry: the number of resets before it, and its number since the last one. */
export function entryId(
  { incarnation }: Pick<Sandbox, 'incarnation'>,
  { number }: Pick<JournalEntry, 'number'>,
): string {
  return `${incarnation}-${number}`
}

/** The number in the id of an entry; 0 for an entry from before a reset. @throws InputError */
export function readEntryId({ incarnation }: Sandbox, text: string, field: string): number {
  const [, of, number] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (number === undefined)
    throw new InputError(`${field}: expected the id of a request, such as 0-12, got ${quote(text)}`)
  return Number(of) === incarnation ? Number(number) : 0
}

/** Reads where a list begins: after an entry, or at an instant. @throws InputError */
export function readSince(sandbox: Sandbox, text: string): { readonly after: number; readonly sinceMs: number } {
  if (/^\d+-\d+$/.test(text)) {
    return { after: readEntryId(sandbox, text, 'since'), sinceMs: Number.NEGATIVE_INFINITY }
  }
  return { after: 0, sinceMs: parseInstant(text, 'since', 'the id of a request or an ISO 8601 date-time') }
}

const encoder = new TextEncoder()

/** The newest event of each journal, since all its followers mostly need the same one. */
const events = new WeakMap<Journal, { readonly entry: JournalEntry; readonly event: Uint8Array }>()

/** An entry as an event of a stream. */
export function toEvent(sandbox: Sandbox, entry: JournalEntry): Uint8Array {
  const known = events.get(sandbox.journal)
  if (known?.entry === entry) return known.event
  const shown = toRequest(sandbox, entry)
  const event = encoder.encode(`id: ${shown.id}\nevent: request\ndata: ${JSON.stringify(shown)}\n\n`)
  events.set(sandbox.journal, { entry, event })
  return event
}

/** An entry in the form of the control plane. */
export function toRequest(sandbox: Sandbox, entry: JournalEntry): RequestInfo {
  const { operation, method, key, status, code, fault, fired, used, cut } = entry
  return {
    id: entryId(sandbox, entry),
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
    request: { headers: shownHeaders(entry), body: shownRequestBody(entry), cut: cut.request },
    response: {
      headers: entry.responseHeaders,
      body: shownResponseBody(entry),
      cut: cut.response,
    },
    nearest: [...entry.nearest],
  }
}
