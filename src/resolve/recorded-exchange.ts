import * as z from 'zod/mini'

import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { type ErrorCode, errorCodes } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { parseHttpDate } from '../time/instant.ts'

/** Whose key a request carries: the one that was given, one with a single permission, one whose quota may be used up, or none. */
export type KeyName = 'main' | 'limited' | 'spare' | 'none'

/** A request that a probe makes. */
export interface ProbeRequest {
  /** Id of the operation whose path is asked for. */
  readonly operation: string
  /** The method where it is not that of the operation. */
  readonly method?: string
  /** The `{id}` of the path. */
  readonly id?: string
  /** The query as sent, without its question mark. */
  readonly query?: string
  readonly body?: string
  readonly contentType?: string
  /** How the body is encoded on its way (as it is). */
  readonly contentEncoding?: 'gzip'
  /** Whose key it carries (`main`). */
  readonly key?: KeyName
  /** How the scheme is spelt (`Bearer`). */
  readonly scheme?: string
}

/** A request that was made, and its answer. */
export interface RecordedExchange {
  readonly operation: string
  readonly method: string
  readonly url: string
  /** The `{id}` of the path; empty where it has none. */
  readonly id: string
  /** Decoded, in the order of the query. */
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | undefined
  readonly contentType: string | undefined
  /** How the body was encoded on its way; undefined where it was not. */
  readonly contentEncoding?: string | undefined
  readonly key: KeyName
  readonly scheme: string
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body of the answer, parsed; undefined where it is not JSON. */
  readonly json: unknown
}

const codes: ReadonlySet<string> = new Set(errorCodes)

const isCode = (text: unknown): text is ErrorCode => typeof text === 'string' && codes.has(text)

/** A field of a JSON value, by its path; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value)
}

/** A text field of a JSON value; undefined where it is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The error code of an answer (§7); undefined for one that is no error of the document. */
export function codeOf({ json }: RecordedExchange): ErrorCode | undefined {
  const code = at(json, 'error', 'code')
  return isCode(code) ? code : undefined
}

/** Whether an answer is a success of the document (§2.1). */
export function isServed({ json }: RecordedExchange): boolean {
  return at(json, 'status') === 'success'
}

/** The record that an answer carries; undefined where it carries none. */
export function recordOf({ json }: RecordedExchange): JsonObject | undefined {
  const data = at(json, 'data')
  return isJsonObject(data) ? data : undefined
}

/** The items of a page; none where the answer is no page. */
export function itemsOf({ json }: RecordedExchange): readonly JsonObject[] {
  const data = at(json, 'data')
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}

/** Whether an item with an id stands on a page. */
export function hasItem(seen: RecordedExchange, id: string): boolean {
  return itemsOf(seen).some((item) => textAt(item, 'id') === id)
}

const pagination = z.looseObject({
  total_items: z.int(),
  total_pages: z.int(),
  current_page: z.int(),
  items_per_page: z.int(),
})

/** The pagination object of a page (§2.1); undefined where the answer is no page. */
export function paginationOf({ json }: RecordedExchange): z.infer<typeof pagination> | undefined {
  return pagination.safeParse(at(json, 'pagination')).data
}

/** A number in a header; undefined where there is none. */
export function numberIn({ headers }: RecordedExchange, name: string): number | undefined {
  const text = headers[name.toLowerCase()]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** Requests that remain of the quota that a request fell under (§8). */
export const remainingIn = (seen: RecordedExchange): number | undefined => numberIn(seen, rateHeaders.remaining)

/** Below the first a number is no Unix time but a duration; from the second on it is one in milliseconds, and from the third on neither. */
const [leastSeconds, leastMilliseconds, mostMilliseconds] = [1e8, 1e11, 1e14] as const

/** When the window of an answer resets (§8), in Unix milliseconds whatever its unit; undefined where no header says so. */
export function resetIn(
  seen: RecordedExchange,
): { readonly atMs: number; readonly unit: 'seconds' | 'milliseconds' } | undefined {
  const value = numberIn(seen, rateHeaders.reset)
  if (value === undefined || value < leastSeconds || value >= mostMilliseconds) return undefined
  return value >= leastMilliseconds ? { atMs: value, unit: 'milliseconds' } : { atMs: value * 1000, unit: 'seconds' }
}

/** The instant that an answer says it was given at, in Unix milliseconds; undefined where it does not. */
export function dateOf({ headers }: RecordedExchange): number | undefined {
  return headers['date'] === undefined ? undefined : parseHttpDate(headers['date'])
}
