import type { JsonObject } from '../lib/merge-patch.ts'
import { maxPageSize } from '../spec/limits.ts'
import { parseIsoDate } from '../time/instant.ts'
import { type Finding, found, unknown } from './probe.ts'
import {
  at,
  codeOf,
  isServed,
  itemsOf,
  paginationOf,
  recordOf,
  type RecordedExchange,
  textAt,
} from './recorded-exchange.ts'
import type { Session } from './session.ts'

/** Ids of the operations that return a page. */
export const lists = { resources: 'listResources', assessments: 'listAssessments', jobs: 'listJobs' } as const

export const listIds: readonly string[] = Object.values(lists)

/** A value that no record has. */
export const noSuchValue = 'no-such-value'

/** A text that has the form of no id. */
export const noId = 'not-an-id'

/** A body that cannot be read, so that it creates nothing. */
export const unreadable = '{'

/** The finding if a recording has no suitable request. */
export const notSeen = (): Finding<never> => unknown('the recording has no such request')

/** The finding if a recording or a list has no suitable job. */
export const noJob = (): Finding<never> => unknown('the list has no such job')

/** The finding if a service returns records that do not match a filter. */
export const notApplied = (...evidence: readonly (RecordedExchange | undefined)[]): Finding<never> =>
  unknown('the service ignored the filter', ...evidence)

/** The finding for an answer that fits no option. */
export function unexpected(...evidence: readonly (RecordedExchange | undefined)[]): Finding<never> {
  const last = evidence.findLast((seen) => seen !== undefined)
  if (last === undefined) return notSeen()
  return unknown(`an answer that fits no option: ${last.status} ${codeOf(last) ?? ''}`.trimEnd(), ...evidence)
}

/** Finds one option if a request was refused as invalid, another if it was served. */
export function refusedOr<const Refused, const Served>(
  seen: RecordedExchange | undefined,
  refused: Refused,
  served: Served,
): Finding<Refused | Served> {
  if (seen === undefined) return notSeen()
  if (codeOf(seen) === 'invalid_request') return found(refused, seen)
  return isServed(seen) ? found(served, seen) : unexpected(seen)
}

const isCount = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)

/** Says if every service accepts a page or a limit. @param anyPage accepts other pages than the first */
function isPlain(name: string, text: string, anyPage: boolean): boolean {
  if (name === 'page') return isCount(text) && (anyPage || text === '1')
  return name === 'limit' && isCount(text) && Number(text) <= maxPageSize
}

/**
 * Returns a function that says if an exchange asked for a page with certain parameters, each once, and otherwise only with a
 * plain limit and page. If there are such parameters, the page is the first, so that a refusal is about them.
 */
export function asksPage(
  wanted: Readonly<Record<string, (value: string) => boolean>> = {},
  operations: readonly string[] = listIds,
): (seen: RecordedExchange) => boolean {
  return ({ operation, method, key, query }) =>
    method === 'GET' &&
    key === 'main' &&
    operations.includes(operation) &&
    Object.keys(wanted).every((name) => query.some(([other]) => other === name)) &&
    new Set(query.map(([name]) => name)).size === query.length &&
    query.every(([name, value]) => wanted[name]?.(value) ?? isPlain(name, value, Object.keys(wanted).length === 0))
}

/** The finding for a filter that no record matches: a service that returns records ignores it. */
export function refusedOrEmpty(seen: RecordedExchange | undefined): Finding<'reject' | 'empty'> {
  const isFull = seen !== undefined && isServed(seen) && paginationOf(seen)?.total_items !== 0
  return isFull ? notApplied(seen) : refusedOr(seen, 'reject', 'empty')
}

/** The first of some date fields of each record, in Unix milliseconds; undefined if a record has none. */
export function instantsOf(records: readonly JsonObject[], ...fields: readonly string[]): (number | undefined)[] {
  return records.map((record) => {
    const text = fields.map((field) => textAt(record, field)).find((found) => found !== undefined)
    const date = text === undefined ? undefined : parseIsoDate(text)
    return date?.kind === 'instant' ? date.atMs : undefined
  })
}

/** The page of a list with the most items. */
export async function fullPage(session: Session, operation: string, query = ''): Promise<RecordedExchange | undefined> {
  const asked = [query, `limit=${maxPageSize}`].filter((part) => part !== '').join('&')
  const seen = await session.see({ operation, query: asked })
  if (seen !== undefined || query !== '') return seen
  // In a recording, the largest page must do.
  return session.seen
    .filter((other) => asksPage({}, [operation])(other) && isServed(other))
    .toSorted((a, b) => itemsOf(b).length - itemsOf(a).length)[0]
}

export function queryOf(...parameters: readonly (readonly [string, string])[]): string {
  return parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** The first suitable item of a list, with its record as a get returns it. */
export async function firstRecord(
  session: Session,
  { list, get }: { readonly list: string; readonly get: string },
  isWanted: (item: JsonObject) => boolean = () => true,
): Promise<
  { readonly item: JsonObject; readonly record: JsonObject; readonly evidence: readonly RecordedExchange[] } | undefined
> {
  const page = await fullPage(session, list)
  for (const item of page === undefined ? [] : itemsOf(page)) {
    const id = textAt(item, 'id')
    if (id === undefined || !isWanted(item)) continue
    const seen = await session.see({ operation: get, id })
    const record = seen === undefined ? undefined : recordOf(seen)
    if (page !== undefined && seen !== undefined && record !== undefined)
      return { item, record, evidence: [page, seen] }
    if (!session.isReplay) return undefined
  }
  return undefined
}

export function textsOf(records: readonly JsonObject[], field: string): string[] {
  return records.map((record) => at(record, field)).filter((value) => typeof value === 'string')
}
