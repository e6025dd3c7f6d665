import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { defaultPageSize, maxPageSize } from '../spec/limits.ts'
import { isSuccess, jsonOf } from './answers.ts'
import type { Evidence } from './verdict.ts'

/** A request for a page of a list, and its client's knowledge of the list. */
export interface PageRequest {
  readonly entry: JournalEntry
  /** NaN for a text that is no whole number. */
  readonly page: number
  /** Items on a page. */
  readonly size: number
  /** True if a link of an earlier answer led to it. */
  readonly isOffered: boolean
  /** The earlier answer that told of the most pages of this size; undefined where none told. */
  readonly told: Told | undefined
}

interface Told {
  readonly pages: number
  readonly entry: JournalEntry
}

interface Query {
  /** The filters in one order. */
  readonly filters: string
  readonly page: number
  readonly size: number
  /** Page and limit as sent: those of a link are sent as they stand. */
  readonly place: string
}

function readQuery(query: string): Query {
  const sent = new URLSearchParams(query)
  const [page, limit] = [sent.get('page') ?? '1', sent.get('limit')]
  sent.delete('page')
  sent.delete('limit')
  sent.sort()
  return {
    filters: sent.toString(),
    page: /^\d+$/.test(page) ? Number(page) : Number.NaN,
    size: Math.min(maxPageSize, Number(limit ?? defaultPageSize)),
    place: `${page} ${limit ?? ''}`,
  }
}

/**
 * The requests for pages, by list: that is path and filters. A list ends before the first answer of which the journal lacks the
 * pagination object, since its client may know more.
 */
export function pageRequests(evidence: Evidence): readonly (readonly PageRequest[])[] {
  const known = read.get(evidence) ?? readLists(evidence)
  read.set(evidence, known)
  return known
}

/** Several verdicts need them, and to read the answers takes most of the time. */
const read = new WeakMap<Evidence, readonly (readonly PageRequest[])[]>()

function readLists({ entries, operations, isWhole }: Evidence): readonly (readonly PageRequest[])[] {
  if (!isWhole) return []
  const asked = entries
    .filter(({ method, operation }) => method === 'GET' && operations.get(operation ?? '')?.isList === true)
    .map((entry) => ({ entry, query: readQuery(entry.query) }))
  return [...grouped(asked, ({ entry, query }) => `${entry.path}?${query.filters}`).values()].map(readList)
}

function readList(asked: readonly { readonly entry: JournalEntry; readonly query: Query }[]): readonly PageRequest[] {
  const requests: PageRequest[] = []
  const offered = new Set<string>()
  const told = new Map<number, Told>()
  for (const { entry, query } of asked) {
    const { page, size, place } = query
    requests.push({ entry, page, size, isOffered: offered.has(place), told: told.get(size) })
    if (!isSuccess(entry)) continue
    const pagination = jsonOf(entry)?.['pagination']
    if (!isJsonObject(pagination)) return requests
    const pages = pagination['total_pages']
    if (typeof pages === 'number' && pages > (told.get(size)?.pages ?? 0)) told.set(size, { pages, entry })
    for (const link of [pagination['next_page'], pagination['prev_page']]) {
      if (typeof link === 'string' && link.includes('?'))
        offered.add(readQuery(link.slice(link.indexOf('?') + 1)).place)
    }
  }
  return requests
}
