import type { UsedAssumptions } from '../assumptions/used.ts'
import { lengthOf, toText, type Written } from '../lib/body.ts'
import type { Status } from '../time/lifecycle.ts'

/** The sandbox that served a request. */
export interface JournalOwner {
  readonly name: string
  /** Counts the resets and deletions of sandboxes of its name. */
  readonly incarnation: number
}

/** A connection of a client. */
export interface Connection {
  /** The sequence number of the newest entry that was answered before it opened, not at the same time. */
  readonly openedAfter: number
  /** The same when it closed; undefined while it is open. */
  readonly closedAfter: number | undefined
}

/** The way that a request came. */
export interface Arrival {
  /** Undefined in process. */
  readonly connection: Connection | undefined
  /** The sequence number of the newest entry that was answered before the request came, not at the same time. */
  readonly knows: number
}

/** One request and its answer. */
export interface JournalEntry {
  readonly sandbox: JournalOwner
  /** Counts the requests of all sandboxes, from 1. */
  readonly sequence: number
  /** Counts the requests of the sandbox, from 1. */
  readonly number: number
  /** Counts the changes of the sandbox by the control plane before the request. */
  readonly chapter: number
  /** The instant of the sandbox's clock, in Unix milliseconds. */
  readonly atMs: number
  /** By the wall clock. */
  readonly durationMs: number
  /** Id of the operation; undefined where none has this method and path. */
  readonly operation: string | undefined
  readonly method: string
  /** True if the path names the sandbox (`/@NAME`). */
  readonly isNamed: boolean
  /** As sent, without the name of the sandbox (`/v1/cloud/resources`). */
  readonly path: string
  /** As sent, without its question mark. */
  readonly query: string
  /** The `{id}` of the path; empty where it has none. */
  readonly target: string
  /** Id of the API key; undefined where the request has no valid one. */
  readonly key: string | undefined
  /** HTTP status of the answer; null where the client got none. */
  readonly status: number | null
  /** The error code of the answer. */
  readonly code: string | undefined
  /** The network fault of the answer. */
  readonly fault: string | undefined
  /** True if the settings of the sandbox or a rule had the answer wait. */
  readonly isDelayed: boolean
  /** True if it was served, also where the client got another answer. */
  readonly served: boolean
  /** The status of the record that it is about; undefined where it is about none that takes time. */
  readonly recordStatus: Status | undefined
  /** Undefined for a request that the fake sent itself. */
  readonly arrival: Arrival | undefined
  /** The rules of scenarios that fired (`flaky[0]`). */
  readonly fired: readonly string[]
  /** The assumptions that the answer depends on. */
  readonly used: UsedAssumptions
  /** Names and values in turn, as sent. */
  readonly requestHeaders: readonly string[]
  /** One character for each byte, since a byte array takes far more memory; undefined where the request has no body. */
  readonly requestBody: string | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Null where the answer has no body. */
  readonly responseBody: Written | null
  /** The bodies that were cut at the end; also one of a request that was refused before its body was read. */
  readonly cut: { readonly request: boolean; readonly response: boolean }
  /** The nearest operations, where none matched. */
  readonly nearest: readonly string[]
}

/** An entry to be added. */
export type NewEntry = Omit<JournalEntry, PlaceFields | 'requestBody'> & {
  /** Bytes, or the text of another entry. */
  readonly requestBody: Uint8Array | string | undefined
}

type PlaceFields = 'sandbox' | 'sequence' | 'number' | 'chapter'

/** The place of an entry among others. */
export type EntryPlace = Pick<JournalEntry, PlaceFields>

/** Most bytes of a body. */
export const mostBodyBytes = 65_536

/** The largest share of a journal that one body takes, so that the newest request always fits. */
export const bodyShare = 1 / 6

/** Bytes of an entry without its texts, and of a header text without its characters; measured on Node 20. */
const entryBytes = 1000
const textBytes = 32

/** Makes an entry. It is written out, since an object made by spread takes several times the memory. */
export function toEntry(
  made: NewEntry,
  { sandbox, sequence, number, chapter }: EntryPlace,
  mostBytes: number,
): JournalEntry {
  const { requestBody, responseBody, cut: before } = made
  const isLong = {
    request: requestBody !== undefined && requestBody.length > mostBytes,
    response: responseBody !== null && lengthOf(responseBody) > mostBytes,
  }
  const cut =
    isLong.request || isLong.response
      ? { request: isLong.request || before.request, response: isLong.response || before.response }
      : before
  return {
    sandbox,
    sequence,
    number,
    chapter,
    atMs: made.atMs,
    durationMs: made.durationMs,
    operation: made.operation,
    method: made.method,
    isNamed: made.isNamed,
    path: made.path,
    query: made.query,
    target: made.target,
    key: made.key,
    status: made.status,
    code: made.code,
    fault: made.fault,
    isDelayed: made.isDelayed,
    served: made.served,
    recordStatus: made.recordStatus,
    arrival: made.arrival,
    fired: made.fired,
    used: made.used,
    requestHeaders: made.requestHeaders,
    requestBody: requestBody === undefined ? undefined : beginningOfBytes(requestBody, mostBytes),
    responseHeaders: made.responseHeaders,
    responseBody: isLong.response && responseBody !== null ? beginningOf(responseBody, mostBytes) : responseBody,
    cut,
    nearest: made.nearest,
  }
}

/** No body is cut. */
export const uncut: JournalEntry['cut'] = { request: false, response: false }

/** A copy, since a slice keeps the whole alive. */
function beginningOfBytes(bytes: Uint8Array | string, length: number): string {
  if (typeof bytes === 'string')
    return bytes.length > length ? Buffer.from(bytes, 'latin1').toString('latin1', 0, length) : bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, length)
}

const beginningOf = (body: Written, length: number): string => Buffer.from(toText(body).slice(0, length)).toString()

/** Most bytes that an entry takes. */
export function sizeOf({ path, query, requestHeaders, requestBody, responseBody }: JournalEntry): number {
  const headerBytes = requestHeaders.reduce((sum, text) => sum + textBytes + text.length * 2, 0)
  return (
    entryBytes + headerBytes + (path.length + query.length) * 2 + (requestBody?.length ?? 0) + bytesOf(responseBody)
  )
}

/** A character may take two bytes. */
function bytesOf(body: Written | null): number {
  return body === null ? 0 : lengthOf(body) * (body instanceof Uint8Array ? 1 : 2)
}
