import type { DecidedBy } from '../assumptions/decided-by.ts'
import { type FaultName, faults } from '../faults/table.ts'
import { lengthOf, toText, type Pieces } from '../lib/body.ts'
import { headerValues } from '../lib/headers.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Status } from '../time/lifecycle.ts'

export interface JournalOwner {
  readonly name: string
  /** Counts the resets and deletions of sandboxes of its name. */
  readonly incarnation: number
}

export interface Connection {
  /** Counts connections, from 1; 0 if unknown, as in process. */
  readonly number: number
  /** The numbers of the newest connections that were open when it opened: at most `maxBeside`. */
  readonly beside: readonly number[]
  /** The numbers of the connections that were answered just before it opened: they may belong to the same client. */
  readonly after: readonly number[]
  /** The sequence number of its first request; -1 for a request to the control plane, 0 before it is answered. */
  first: number
  /** When its last answer was ready, in milliseconds of `performance.now`. */
  answeredMs: number
}

/** The most connections that a connection names as open beside it: older ones may have been. */
export const maxBeside = 16

export interface JournalEntry {
  readonly sandbox: JournalOwner
  /** Counts the requests of all sandboxes, from 1. */
  readonly sequence: number
  /** Counts the requests of the sandbox, from 1. */
  readonly number: number
  /** Counts the changes of the sandbox by the control plane before the request. */
  readonly controlRevision: number
  /** The instant of the sandbox's clock, in Unix milliseconds. */
  readonly atMs: number
  /** The instant of the wall clock, in Unix milliseconds. */
  readonly wallMs: number
  /** In real time, whatever the sandbox's clock shows. */
  readonly durationMs: number
  /** Id of the operation; undefined if none has this method and path. */
  readonly operation: string | undefined
  readonly method: string
  /** True if the path names the sandbox (`/@NAME`). */
  readonly isNamed: boolean
  /** As sent, without the name of the sandbox (`/v1/cloud/resources`). */
  readonly path: string
  /** As sent, without its question mark. */
  readonly query: string
  /** The `{id}` of the path; empty if it has none. */
  readonly target: string
  /** Id of the API key; undefined without a valid key. */
  readonly key: string | undefined
  /** HTTP status of the answer; null if the client got no answer. */
  readonly status: number | null
  readonly code: string | undefined
  readonly fault: FaultName | undefined
  /** True if the settings of the sandbox or a rule delayed the answer. */
  readonly isDelayed: boolean
  /** True if the request was served, even if a rule replaced the answer. */
  readonly served: boolean
  /** The status of the requested record; undefined if the record has no lifecycle. */
  readonly recordStatus: Status | undefined
  /** Undefined for a request that the fake sent itself. */
  readonly connection: Connection | undefined
  /** The rules of scenarios that fired (`flaky[0]`). */
  readonly fired: readonly string[]
  /** The scenario whose quota refused the request. */
  readonly quotaScenario: string | undefined
  readonly decidedBy: DecidedBy
  /** Alternating names and values, as sent. */
  readonly requestHeaders: readonly string[]
  /** One character per byte (Latin-1), because a byte array takes far more memory; undefined without a body. */
  readonly requestBody: string | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Null if the answer has no body. */
  readonly responseBody: Pieces | null
  /** Which bodies are truncated; also true for a request that was refused before its body was read. */
  readonly cut: { readonly request: boolean; readonly response: boolean }
  /** The nearest operations if none matched. */
  readonly nearest: readonly string[]
  /** An upper bound of the memory that the entry takes. */
  readonly bytes: number
}

/** The id of an entry: the number of resets before it, and its number since the last one. */
export const entryId = ({ sandbox, number }: Pick<JournalEntry, 'sandbox' | 'number'>): string =>
  `${sandbox.incarnation}-${number}`

/** The rules that fired, and the scenario with the quota that refused the request. */
export const scenariosOf = ({
  fired,
  quotaScenario,
}: Pick<JournalEntry, 'fired' | 'quotaScenario'>): readonly string[] =>
  quotaScenario === undefined ? fired : [...fired, quotaScenario]

/** An entry under construction: serving a request fills it in. */
export type DraftEntry = { -readonly [Field in keyof JournalEntry]: JournalEntry[Field] }

export const maxBodyBytes = 65_536

/** The largest share of a journal that one body takes, so that the newest request always fits. */
export const bodyShare = 1 / 6

/** Bytes of an entry without its texts, and of a header text without its characters; measured on Node 20. */
const entryBytes = 1000
const textBytes = 32

export const notTruncated: JournalEntry['cut'] = { request: false, response: false }

/** Truncates the bodies of an entry, and updates its bytes. */
export function fit(entry: DraftEntry, maxBytes: number): void {
  const { requestBody = '', responseBody } = entry
  let responseLength = responseBody === null ? 0 : lengthOf(responseBody)
  if (requestBody.length > maxBytes) {
    entry.requestBody = beginningOf(requestBody, 'latin1', maxBytes)
    entry.cut = { request: true, response: entry.cut.response }
  }
  if (responseBody !== null && responseLength > maxBytes) {
    entry.responseBody = beginningOf(toText(responseBody), 'utf8', maxBytes)
    entry.cut = { request: entry.cut.request, response: true }
    responseLength = entry.responseBody.length
  }
  // A character may take two bytes.
  const characterBytes = entry.responseBody instanceof Uint8Array ? 1 : 2
  entry.bytes = headBytes(entry) + (entry.requestBody?.length ?? 0) + responseLength * characterBytes
}

/** Copies the beginning of a text, because a slice keeps the whole text alive. */
function beginningOf(text: string, encoding: 'latin1' | 'utf8', length: number): string {
  return Buffer.from(text.slice(0, length), encoding).toString(encoding)
}

export function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}

function headBytes({ path, query, requestHeaders }: JournalEntry): number {
  let bytes = entryBytes + (path.length + query.length) * 2
  for (const text of requestHeaders) bytes += textBytes + text.length * 2
  return bytes
}

/** True if the client got no answer, or could not read it. */
export function hasNoReadableAnswer({ status, fault: name, method }: JournalEntry): boolean {
  if (status === null) return true
  const fault = name && faults[name]
  return fault !== undefined && !fault.leavesBody && (fault.kind === 'otherAnswer' || method !== 'HEAD')
}

/** The body of the answer if it is a complete JSON object; undefined otherwise. */
export function jsonOf({ responseBody }: JournalEntry): JsonObject | undefined {
  const json = responseBody === null ? undefined : tryJson(toText(responseBody))
  return isJsonObject(json) ? json : undefined
}

const traceparentForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/

export const traceIdForm = /^(?!0+$)[\da-f]{32}$/

/**
 * Reads the W3C header `traceparent`: the trace id and the client's span. A missing, repeated or invalid header is ignored,
 * as the W3C specifies.
 */
export function traceOf({ requestHeaders }: Pick<JournalEntry, 'requestHeaders'>) {
  const sent = headerValues(requestHeaders, 'traceparent')
  if (sent.length !== 1) return undefined
  const [, version, traceId = '', parentId = '', more] = traceparentForm.exec(sent[0] ?? '') ?? []
  // A later version may have more parts; there is no version ff.
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return traceIdForm.test(traceId) && !/^0*$/.test(parentId) ? { traceId, parentId } : undefined
}
