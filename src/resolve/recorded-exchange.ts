import * as z from 'zod/mini'

import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { type ErrorCode, errorCodes } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { parseHttpDate } from '../time/instant.ts'

/** The key of a request: the given one, one with a single permission, one with a quota that may be used up, or none. */
export type KeyName = 'main' | 'limited' | 'spare' | 'none'

/** A request that a probe makes. */
export interface ProbeRequest {
  /** Id of the operation that has the path. */
  readonly operation: string
  /** The method (that of the operation). */
  readonly method?: string
  /** The `{id}` of the path. */
  readonly id?: string
  /** The query as sent, without its question mark. */
  readonly query?: string
  readonly body?: string
  readonly contentType?: string
  /** The Content-Encoding of the body (none). */
  readonly contentEncoding?: 'gzip'
  /** The key that it carries (`main`). */
  readonly key?: KeyName
  /** The scheme of the key as sent (`Bearer`). */
  readonly scheme?: string
  /** The Origin of the page that sends it (none). */
  readonly origin?: string
  /** Asks, as a browser does before it sends a request of a page, if the page may use this method (no). */
  readonly preflight?: string
}

/** A request with its answer. */
export interface RecordedExchange {
  readonly operation: string
  readonly method: string
  readonly url: string
  /** The `{id}` of the path; empty if it has none. */
  readonly id: string
  /** Decoded, in the order of the query. */
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | undefined
  readonly contentType: string | undefined
  /** The Content-Encoding of the body; undefined if it had none. */
  readonly contentEncoding?: string | undefined
  readonly key: KeyName
  readonly scheme: string
  /** The Origin of the page that sent it; undefined if it had none. */
  readonly origin?: string | undefined
  /** The method that a preflight asked for; undefined if it was none. */
  readonly preflight?: string | undefined
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body of the answer; undefined if it is not JSON. */
  readonly json: unknown
}

const codes: ReadonlySet<string> = new Set(errorCodes)

const isCode = (text: unknown): text is ErrorCode => typeof text === 'string' && codes.has(text)

/** A field of a JSON value by its path; undefined if there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value)
}

/** A text field of a JSON value by its path; undefined if it is not a text. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The error code of an answer (§7); undefined if it is not an error of the document. */
export function codeOf({ json }: RecordedExchange): ErrorCode | undefined {
  const code = at(json, 'error', 'code')
  return isCode(code) ? code : undefined
}

/** Says if an answer is a success of the document (§2.1). */
export function isServed({ json }: RecordedExchange): boolean {
  return at(json, 'status') === 'success'
}

/** The record in an answer; undefined if there is none. */
export function recordOf({ json }: RecordedExchange): JsonObject | undefined {
  const data = at(json, 'data')
  return isJsonObject(data) ? data : undefined
}

/** The items of a page; none if the answer is not a page. */
export function itemsOf({ json }: RecordedExchange): readonly JsonObject[] {
  const data = at(json, 'data')
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}

export function hasItem(seen: RecordedExchange, id: string): boolean {
  return itemsOf(seen).some((item) => textAt(item, 'id') === id)
}

const pagination = z.looseObject({
  total_items: z.int(),
  total_pages: z.int(),
  current_page: z.int(),
  items_per_page: z.int(),
})

/** The pagination object of a page (§2.1); undefined if the answer is not a page. */
export function paginationOf({ json }: RecordedExchange): z.infer<typeof pagination> | undefined {
  return pagination.safeParse(at(json, 'pagination')).data
}

/** The number of records of a list; 0 where there is no page. */
export const totalOf = (seen: RecordedExchange | undefined): number =>
  seen === undefined ? 0 : (paginationOf(seen)?.total_items ?? 0)

/** The number in a header; undefined if there is none. */
export function numberIn({ headers }: RecordedExchange, name: string): number | undefined {
  const text = headers[name.toLowerCase()]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** The remaining requests of the quota (§8). */
export const remainingIn = (seen: RecordedExchange): number | undefined => numberIn(seen, rateHeaders.remaining)

/** A smaller number is a duration and not a Unix time; from the second number on it is in milliseconds; from the third on it is no time. */
const [leastSeconds, leastMilliseconds, mostMilliseconds] = [1e8, 1e11, 1e14] as const

/** The time at which the window resets (§8), and the unit of the header; undefined if no header shows it. */
export function resetIn(
  seen: RecordedExchange,
): { readonly atMs: number; readonly unit: 'seconds' | 'milliseconds' } | undefined {
  const value = numberIn(seen, rateHeaders.reset)
  if (value === undefined || value < leastSeconds || value >= mostMilliseconds) return undefined
  return value >= leastMilliseconds ? { atMs: value, unit: 'milliseconds' } : { atMs: value * 1000, unit: 'seconds' }
}

/** The Date header of an answer, in Unix milliseconds; undefined if it has none. */
export function dateOf({ headers }: RecordedExchange): number | undefined {
  return headers['date'] === undefined ? undefined : parseHttpDate(headers['date'])
}
