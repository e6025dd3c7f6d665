import * as z from 'zod/mini'

import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { isWithinDepth, maxLevels } from '../../core/lib/parse-json.ts'
import { fillPath, isSegment } from '../../core/lib/path-template.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { errorCodes } from '../../core/spec/errors.ts'
import { jsonType, keyScheme, rateHeaders } from '../../core/spec/headers.ts'
import { parseHttpDate } from '../../core/time/instant.ts'

/** The key of a request: the main key, a key with one permission, a key whose quota may be exhausted, or none. */
export type KeyName = 'main' | 'limited' | 'spare' | 'none'

export interface ProbedOperation {
  readonly id: string
  readonly method: string
  /** Relative to the base address (`/cloud/resources/{id}`). */
  readonly path: string
}

/** A request of a probe, with all defaults. */
export interface SentRequest {
  /** Id of the operation that has the path. */
  readonly operation: string
  readonly method: string
  /** Relative to the base address, without the query. */
  readonly path: string
  /** The `{id}` of the path; empty if it has none. */
  readonly id: string
  readonly query: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  readonly contentEncoding?: string | undefined
  readonly key: KeyName
  readonly scheme: string
  /** The `Origin` header. Default: none. */
  readonly origin?: string | undefined
  /** The method of a CORS preflight. Default: none, the request is not a preflight. */
  readonly preflight?: string | undefined
}

export type ProbeRequest = Pick<SentRequest, 'operation'> & Partial<SentRequest>

interface Raw extends Omit<SentRequest, 'path' | 'query'> {
  readonly url: string
  /** Decoded, in the order of the query. */
  readonly query: readonly (readonly [string, string])[]
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type RecordedExchange = Readonly<ReturnType<typeof toRecordedExchange>>

/** The levels that a record may have: a fixture file nests it deeper. */
const maxRecordLevels = maxLevels - 10

/** Why a record is skipped. */
export const skipReason = `not an object, an id that a URL cannot carry, or more than ${maxRecordLevels} levels`

const isReadable = (record: unknown): record is JsonObject =>
  isJsonObject(record) && isWithinDepth(record, maxRecordLevels) && isSegment(textAt(record, 'id') ?? '-')

export function toRecordedExchange(raw: Raw) {
  const whole = tryJson(raw.text)
  const sent = at(whole, 'data')
  const data = Array.isArray(sent) ? sent.filter(isReadable) : isReadable(sent) ? sent : undefined
  const part = isJsonObject(whole) && !isWithinDepth(whole) ? { ...whole, data } : whole
  const json = isWithinDepth(part) ? part : undefined
  const [code, date] = [at(json, 'error', 'code'), raw.headers['date']]
  const items = Array.isArray(data) ? data : []
  const page: Partial<z.infer<typeof pagination>> = pagination.safeParse(at(json, 'pagination')).data ?? {}
  return {
    ...raw,
    json,
    /** Undefined if the answer is not a documented error (§7). */
    code: errorCodes.find((known) => known === code),
    /** True for a documented success (§2.1). */
    isServed: at(json, 'status') === 'success',
    /** Undefined for a page. */
    record: Array.isArray(data) ? undefined : data,
    items,
    /** The ids of skipped records, or their positions. */
    unread: [sent ?? []].flat().flatMap((one, place) => (isReadable(one) ? [] : [textAt(one, 'id') ?? `${place}`])),
    /** The pagination object (§2.1); empty if the answer is not a page. */
    page,
    total: page.total_items ?? 0,
    /** True for a page with all items of its list. */
    isWhole: page.total_items === items.length,
    remaining: numberIn(raw, rateHeaders.remaining),
    reset: resetIn(raw),
    dateMs: date === undefined ? undefined : parseHttpDate(date),
  }
}

const pagination = z.looseObject({
  total_items: z.int(),
  total_pages: z.int(),
  current_page: z.int(),
  items_per_page: z.int(),
})

export function numberIn({ headers }: Pick<Raw, 'headers'>, name: string): number | undefined {
  const text = headers[name.toLowerCase()]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** A number below the first is a duration, from the second on milliseconds, from the third on not a time. */
const [minSeconds, minMilliseconds, maxMilliseconds] = [1e8, 1e11, 1e14] as const

/** The time at which the window resets (§8), and the unit of the header; undefined if no header shows it. */
function resetIn(raw: Raw) {
  const value = numberIn(raw, rateHeaders.reset)
  if (value === undefined || value < minSeconds || value >= maxMilliseconds) return undefined
  const unit = value >= minMilliseconds ? 'milliseconds' : 'seconds'
  return { atMs: unit === 'seconds' ? value * 1000 : value, unit } as const
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value)
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export const hasItem = ({ items }: RecordedExchange, id: string): boolean => items.some((item) => item['id'] === id)

export function textsOf(records: readonly JsonObject[], field: string): string[] {
  return records.map((record) => record[field]).filter((value) => typeof value === 'string')
}

export function toSentRequest(operations: readonly ProbedOperation[], asked: ProbeRequest): SentRequest {
  const { operation, id = '', body } = asked
  const declared = operations.find((other) => other.id === operation)
  if (declared === undefined) throw new Error(`no operation ${operation}`)
  const path = fillPath(declared.path, { id })
  const contentType = body === undefined ? undefined : jsonType
  return { method: declared.method, id, path, query: '', contentType, key: 'main', scheme: keyScheme, ...asked }
}

/** True if a request may create a record: any POST with a JSON body. */
export const mayCreateRecord = ({ method, body }: SentRequest): boolean =>
  method === 'POST' && tryJson(body ?? '') !== undefined

/** The parts that make two requests equal, apart from the query and the Origin. */
function partsOf(request: Omit<SentRequest, 'path' | 'query'>): string {
  const { operation, method, id, key, scheme, body, contentType, contentEncoding, preflight } = request
  return JSON.stringify([operation, method, id, key, scheme, body, contentType, contentEncoding, preflight])
}

export function isResponseTo(request: SentRequest, seen: RecordedExchange): boolean {
  // A browser sends an Origin with every request to another origin. It matters only to a probe that sends one.
  const isOfOrigin = request.origin === undefined || request.origin === seen.origin
  const query = [...new URLSearchParams(request.query)].flat()
  return isOfOrigin && partsOf(request) === partsOf(seen) && query.join('&') === seen.query.flat().join('&')
}
