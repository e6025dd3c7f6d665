import type { listRows } from '../../../core/assumptions/rows/lists.ts'
import { keysOf } from '../../../core/lib/keys-of.ts'
import { defaultPageSize, maxPageSize } from '../../../core/spec/limits.ts'
import { formatExact, parseIsoDate } from '../../../core/time/instant.ts'
import { byAnswer, byFilter, pickOption, type Probes, rejectedOr, rejectedOrEmpty, unexpected } from '../probe.ts'
import { hasItem, textAt } from '../recorded-exchange.ts'
import {
  isPageRequest,
  assessments,
  dateFields,
  fullPage,
  instantOf,
  instantsOf,
  itemsIn,
  listIds,
  queryOf,
  resources,
} from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'
import { pageProbes } from './pages.ts'

function isSorted(values: readonly (string | number | undefined)[]): boolean {
  return values.every((value, i) => {
    const before = values[i - 1]
    return value !== undefined && (before === undefined || before <= value)
  })
}

/** With fewer different instants, a list shows no order. */
const minInstants = 5

const marginMs = 300_000

async function datedAssessment(session: Session) {
  for (const item of await itemsIn(session, assessments)) {
    const [id, timestamp] = [textAt(item, 'id'), textAt(item, 'timestamp')]
    const atMs = instantOf(timestamp)
    if (id !== undefined && timestamp !== undefined && atMs !== undefined) return { id, timestamp, atMs }
  }
  throw unknownOption('the list has no assessments')
}

/** Requests a range. @throws InputError if the answer does not show that the service applies it */
async function seeRange(session: Session, from_date: string, to_date: string, fromMs: number, toMs: number) {
  const query = queryOf({ from_date, to_date, limit: maxPageSize })
  const seen = await session.see({ operation: assessments, query })
  const isWithin = instantsOf(seen.items, 'timestamp').every((ms) => ms !== undefined && ms >= fromMs && ms <= toMs)
  if (seen.isServed && !(seen.isWhole && isWithin)) {
    throw unknownOption('the service ignored the range, or the range has more than a page')
  }
  return seen
}

/** The start of the year 2999, after every record, in each format that `dateForms` covers. */
const otherForms = ['29990101T000000Z', '2999-01-01T00:00+0000', '2998-12-31T24:00:00Z', '2999-01-01t00:00z'] as const

const filtersByDay = (name: string) =>
  isPageRequest({ [name]: (text) => parseIsoDate(text)?.kind === 'day' }, [assessments])

export const listProbes: Probes<keyof typeof listRows> = {
  ...pageProbes,
  listOrder: async (session) => {
    for (const operation of listIds) await session.look({ operation, query: `limit=${defaultPageSize}` })
    const pages = session.seen.filter((seen) => isPageRequest()(seen) && seen.items.length > 2)
    session.cite(...pages)
    const dates = pages.map((page) => instantsOf(page.items, ...dateFields))
    if (!dates.some((instants) => new Set(instants).size >= minInstants)) {
      throw unknownOption('too few items with different dates')
    }
    const fits = {
      newest_first: dates.every((instants) => isSorted(instants.toReversed())),
      oldest_first: dates.every(isSorted),
      by_id: pages.every((page) => isSorted(page.items.map((item) => textAt(item, 'id')))),
    }
    const [option, ...others] = keysOf(fits).filter((name) => fits[name])
    if (option === undefined) throw unknownOption('the lists have an order that is not an option')
    if (others.length > 0) throw unknownOption('several orders fit')
    return option
  },
  dateBounds: async (session) => {
    const { id, timestamp, atMs } = await datedAssessment(session)
    const fromMs = atMs - marginMs
    const seen = await seeRange(session, formatExact(fromMs), timestamp, fromMs, atMs)
    if (!seen.isServed) throw unexpected(seen)
    return hasItem(seen, id) ? 'included' : 'excluded'
  },
  filterRange: byFilter(
    assessments,
    queryOf({ from_date: '2020-02-01T00:00:00Z', to_date: '2020-01-01T00:00:00Z', limit: maxPageSize }),
  ),
  dateOnly: byAnswer(
    { operation: assessments, query: queryOf({ from_date: '2020-01-01' }) },
    (seen) => rejectedOr(seen, 'reject', 'accept'),
    (seen) => filtersByDay('from_date')(seen) || filtersByDay('to_date')(seen),
  ),
  dateWithoutOffset: async (session) => {
    const { id, atMs } = await datedAssessment(session)
    const [fromMs, toMs] = [atMs - marginMs, atMs + marginMs]
    const local = (ms: number): string => formatExact(ms).slice(0, -1)
    const seen = await seeRange(session, local(fromMs), local(toMs), fromMs, toMs)
    if (seen.isServed && !hasItem(seen, id)) throw unknownOption('the service reads it in another time zone')
    return rejectedOr(seen, 'reject', 'utc')
  },
  dateForms: async (session) => {
    const found = new Set<'reject' | 'empty'>()
    for (const from_date of otherForms) {
      found.add(rejectedOrEmpty(await session.see({ operation: assessments, query: queryOf({ from_date }) })))
    }
    if (found.size > 1) throw unknownOption('the service accepts some of the other formats, and rejects others')
    return found.has('empty') ? 'lenient' : 'extended'
  },
  emptyFilter: {
    hiddenBy: { resourceValues: ['reject'] },
    neverHidden: ['ignore'],
    find: async (session) => {
      const total = (await fullPage(session, resources))?.total ?? 0
      const seen = await session.see({ operation: resources, query: 'type=' })
      if (seen.isServed) {
        if (total === 0) throw unknownOption('there are no resources')
        return pickOption({ value: seen.total === 0, ignore: seen.total === total }, seen)
      }
      if (seen.code !== 'invalid_request') throw unexpected(seen)
      if ((await session.option('resourceValues')) === 'empty') return 'reject'
      throw unknownOption('it is not known whether the service accepts a value that no record has')
    },
  },
  unknownQuery: byAnswer({ operation: resources, query: 'no_such_parameter=1' }, (seen) =>
    rejectedOr(seen, 'reject', 'ignore'),
  ),
  duplicateQuery: byAnswer({ operation: resources, query: 'limit=1&limit=2' }, (seen) => {
    const size = seen.page.items_per_page
    return pickOption({ reject: seen.code === 'invalid_request', first: size === 1, last: size === 2 }, seen)
  }),
}
