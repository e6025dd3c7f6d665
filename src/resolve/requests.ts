import type { JsonObject } from '../lib/merge-patch.ts'
import { maxPageSize } from '../spec/limits.ts'
import { parseIsoDate } from '../time/instant.ts'
import { byAnswer, type Finding, refusedOrEmpty, unknown } from './probe.ts'
import { isServed, itemsOf, type RecordedExchange, recordOf, type Seen, textAt } from './recorded-exchange.ts'
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

/** The finding if a recording or a list has no suitable job. */
export const noJob = (): Finding<never> => unknown('the list has no such job')

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
  const names = Object.keys(wanted)
  return ({ operation, method, key, query }) =>
    method === 'GET' &&
    key === 'main' &&
    operations.includes(operation) &&
    names.every((name) => query.some(([other]) => other === name)) &&
    new Set(query.map(([name]) => name)).size === query.length &&
    query.every(([name, value]) => wanted[name]?.(value) ?? isPlain(name, value, names.length === 0))
}

/** A probe by a filter that no record matches. */
export const byFilter = (operation: string, query: string, isLike?: (seen: RecordedExchange) => boolean) =>
  byAnswer({ operation, query }, refusedOrEmpty, isLike)

/** An instant of a record, in Unix milliseconds; undefined for any other text. */
export function instantOf(text = ''): number | undefined {
  const date = parseIsoDate(text)
  return date?.kind === 'instant' ? date.atMs : undefined
}

/** The first of some date fields of each record, in Unix milliseconds; undefined if a record has none. */
export function instantsOf(records: readonly JsonObject[], ...fields: readonly string[]): (number | undefined)[] {
  return records.map((record) =>
    instantOf(fields.map((field) => textAt(record, field)).find((text) => text !== undefined)),
  )
}

/** The page of a list with the most items. */
export async function fullPage(session: Session, operation: string): Promise<Seen> {
  const seen = await session.see({ operation, query: `limit=${maxPageSize}` })
  // In a recording, the largest page must do.
  const pages = session.seen.filter((other) => asksPage({}, [operation])(other) && isServed(other))
  return seen ?? pages.toSorted((a, b) => itemsOf(b).length - itemsOf(a).length)[0]
}

export function queryOf(parameters: Readonly<Record<string, string | number>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

interface FirstRecord {
  readonly item: JsonObject
  /** As a get returns it. */
  readonly record: JsonObject
  readonly evidence: readonly Seen[]
}

/** The first suitable item of the job list, with its record. */
export async function firstJob(
  session: Session,
  isWanted: (item: JsonObject) => boolean = () => true,
): Promise<FirstRecord | undefined> {
  const page = await fullPage(session, lists.jobs)
  for (const item of itemsOf(page)) {
    const id = textAt(item, 'id')
    if (id === undefined || !isWanted(item)) continue
    const seen = await session.see({ operation: 'getJob', id })
    const record = recordOf(seen)
    if (record !== undefined) return { item, record, evidence: [page, seen] }
    if (!session.isReplay) return undefined
  }
  return undefined
}
