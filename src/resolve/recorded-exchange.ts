import * as z from 'zod/mini'

import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { type ErrorCode, errorCodes } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { parseHttpDate } from '../time/instant.ts'
import type { SentRequest } from './sent-request.ts'

/** A request with its answer. */
export interface RecordedExchange extends Omit<SentRequest, 'path' | 'query'> {
  readonly url: string
  /** Decoded, in the order of the query. */
  readonly query: readonly (readonly [string, string])[]
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body of the answer; undefined if it is not JSON. */
  readonly json: unknown
}

/** An exchange; undefined if a recording has none, or if the session may not send the request. */
export type Seen = RecordedExchange | undefined

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
export function codeOf(seen: Seen): ErrorCode | undefined {
  const code = at(seen?.json, 'error', 'code')
  return errorCodes.find((known) => known === code)
}

/** Says if an answer is a success of the document (§2.1). */
export const isServed = (seen: Seen): boolean => at(seen?.json, 'status') === 'success'

/** The record in an answer; undefined if there is none. */
export function recordOf(seen: Seen): JsonObject | undefined {
  const data = at(seen?.json, 'data')
  return isJsonObject(data) ? data : undefined
}

/** The items of a page; none if the answer is not a page. */
export function itemsOf(seen: Seen): readonly JsonObject[] {
  const data = at(seen?.json, 'data')
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}

export const hasItem = (seen: Seen, id: string): boolean => itemsOf(seen).some((item) => item['id'] === id)

export function textsOf(records: readonly JsonObject[], field: string): string[] {
  return records.map((record) => record[field]).filter((value) => typeof value === 'string')
}

const pagination = z.looseObject({
  total_items: z.int(),
  total_pages: z.int(),
  current_page: z.int(),
  items_per_page: z.int(),
})

/** The pagination object of a page (§2.1); of no field if the answer is not a page. */
export function paginationOf(seen: Seen): Partial<z.infer<typeof pagination>> {
  return pagination.safeParse(at(seen?.json, 'pagination')).data ?? {}
}

/** The number of records of a list; 0 where there is no page. */
export const totalOf = (seen: Seen): number => paginationOf(seen).total_items ?? 0

/** Says if a page has all items of its list. */
export const isWhole = (seen: Seen): boolean => paginationOf(seen).total_items === itemsOf(seen).length

/** The number in a header; undefined if there is none. */
export function numberIn(seen: Seen, name: string): number | undefined {
  const text = seen?.headers[name.toLowerCase()]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** The remaining requests of the quota (§8). */
export const remainingIn = (seen: Seen): number | undefined => numberIn(seen, rateHeaders.remaining)

/** A smaller number is a duration and not a Unix time; from the second number on it is in milliseconds; from the third on it is no time. */
const [leastSeconds, leastMilliseconds, mostMilliseconds] = [1e8, 1e11, 1e14] as const

/** The time at which the window resets (§8), and the unit of the header; undefined if no header shows it. */
export function resetIn(seen: Seen): { readonly atMs: number; readonly unit: 'seconds' | 'milliseconds' } | undefined {
  const value = numberIn(seen, rateHeaders.reset)
  if (value === undefined || value < leastSeconds || value >= mostMilliseconds) return undefined
  return value >= leastMilliseconds ? { atMs: value, unit: 'milliseconds' } : { atMs: value * 1000, unit: 'seconds' }
}

/** The Date header of an answer, in Unix milliseconds; undefined if it has none. */
export function dateOf(seen: Seen): number | undefined {
  const date = seen?.headers['date']
  return date === undefined ? undefined : parseHttpDate(date)
}
