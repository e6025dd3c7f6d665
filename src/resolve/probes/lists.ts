import type { Choice } from '../../assumptions/register.ts'
import type { listRows } from '../../assumptions/rows/lists.ts'
import { defaultPageSize, maxPageSize } from '../../spec/limits.ts'
import { formatExact, parseIsoDate } from '../../time/instant.ts'
import {
  byAnswer,
  type Finding,
  found,
  notSeen,
  pick,
  type Probes,
  refusedOr,
  refusedOrEmpty,
  unexpected,
  unknown,
} from '../probe.ts'
import {
  codeOf,
  hasItem,
  isServed,
  isWhole,
  itemsOf,
  paginationOf,
  type Seen,
  textAt,
  totalOf,
} from '../recorded-exchange.ts'
import { asksPage, byFilter, fullPage, instantOf, instantsOf, listIds, lists, queryOf } from '../requests.ts'
import type { Session } from '../session.ts'
import { pageProbes } from './pages.ts'

const { resources, assessments, jobs } = lists

/** The date fields by which each list may be ordered. */
const dateFields: Readonly<Record<string, readonly string[]>> = {
  [resources]: ['created_at'],
  [assessments]: ['timestamp'],
  [jobs]: ['created_at', 'created_date'],
}

function isSorted(values: readonly (string | number | undefined)[]): boolean {
  return values.every((value, i) => {
    const before = values[i - 1]
    return value !== undefined && (before === undefined || before <= value)
  })
}

/** Fewest different instants in a list that show its order. */
const fewestInstants = 5

/** Finds the one order that the items of all lists fit. */
async function orderOf(session: Session): Promise<Finding<Choice<'listOrder'>>> {
  for (const operation of listIds) await session.see({ operation, query: `limit=${defaultPageSize}` })
  const pages = session.seen.filter((seen) => asksPage()(seen) && itemsOf(seen).length > 2)
  const dates = pages.map((page) => instantsOf(itemsOf(page), ...(dateFields[page.operation] ?? [])))
  const fits = {
    newest_first: dates.every((instants) => isSorted(instants.toReversed())),
    oldest_first: dates.every(isSorted),
    by_id: pages.every((page) => isSorted(itemsOf(page).map((item) => textAt(item, 'id')))),
  }
  const evidence = pages.slice(0, listIds.length)
  if (!dates.some((instants) => new Set(instants).size >= fewestInstants))
    return unknown('too few items with different dates', ...evidence)
  const fitting = Object.values(fits).filter(Boolean).length
  if (fitting === 0) return unknown('the lists have an order that is not an option', ...evidence)
  return fitting === 1 ? pick(fits, ...evidence) : unknown('several orders fit', ...evidence)
}

const aWhileMs = 300_000

/** An assessment in the list, with its timestamp. */
async function datedAssessment(session: Session) {
  for (const item of itemsOf(await fullPage(session, assessments))) {
    const [id, timestamp] = [textAt(item, 'id'), textAt(item, 'timestamp')]
    const atMs = instantOf(timestamp)
    if (id !== undefined && timestamp !== undefined && atMs !== undefined) return { id, timestamp, atMs }
  }
  return undefined
}

/** Says if an answer has all items of a list, and if they all lie within a range. */
function isWithin(seen: Seen, fromMs: number, toMs: number): boolean {
  const instants = instantsOf(itemsOf(seen), 'timestamp')
  return isWhole(seen) && instants.every((ms) => ms !== undefined && ms >= fromMs && ms <= toMs)
}

const notApplied = (seen: Seen) => unknown('the service ignored the range, or the range has more than a page', seen)

const rangeOf = (from_date: string, to_date: string): string => queryOf({ from_date, to_date, limit: maxPageSize })

/** The start of the year 2999, after every record, in each form that `dateForms` is about. */
const otherForms = ['29990101T000000Z', '2998-12-31T24:00:00Z', '2999-01-01t00:00:00z'] as const

const noAssessment = () => unknown('the list has no assessments')

const asksDay = (name: string) => asksPage({ [name]: (text) => parseIsoDate(text)?.kind === 'day' }, [assessments])

/** Probes of lists and filters (§2.1, §4, §8). */
export const listProbes: Probes<keyof typeof listRows> = {
  ...pageProbes,
  listOrder: { find: orderOf },
  dateBounds: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const fromMs = dated.atMs - aWhileMs
      const query = rangeOf(formatExact(fromMs), dated.timestamp)
      const seen = await session.see({ operation: assessments, query })
      if (!isServed(seen)) return unexpected(seen)
      if (!isWithin(seen, fromMs, dated.atMs)) return notApplied(seen)
      return pick({ included: hasItem(seen, dated.id), excluded: true }, seen)
    },
  },
  filterRange: byFilter(assessments, rangeOf('2020-02-01T00:00:00Z', '2020-01-01T00:00:00Z')),
  dateOnly: byAnswer(
    { operation: assessments, query: queryOf({ from_date: '2020-01-01' }) },
    (seen) => refusedOr(seen, 'reject', 'accept'),
    (seen) => asksDay('from_date')(seen) || asksDay('to_date')(seen),
  ),
  dateWithoutOffset: {
    find: async (session) => {
      const dated = await datedAssessment(session)
      if (dated === undefined) return noAssessment()
      const local = (atMs: number): string => formatExact(atMs).slice(0, -1)
      const [fromMs, toMs] = [dated.atMs - aWhileMs, dated.atMs + aWhileMs]
      const seen = await session.see({ operation: assessments, query: rangeOf(local(fromMs), local(toMs)) })
      if (isServed(seen) && !isWithin(seen, fromMs, toMs)) return notApplied(seen)
      if (isServed(seen) && !hasItem(seen, dated.id)) return unknown('the service reads it in another time zone', seen)
      return refusedOr(seen, 'reject', 'utc')
    },
  },
  dateForms: {
    find: async (session) => {
      const findings = []
      for (const from_date of otherForms) {
        const finding = refusedOrEmpty(await session.see({ operation: assessments, query: queryOf({ from_date }) }))
        if (finding.option === undefined) return { ...finding, option: undefined }
        findings.push(finding)
      }
      const evidence = findings.flatMap((finding) => finding.evidence)
      const options = new Set(findings.map(({ option }) => option))
      return options.size === 1
        ? { option: options.has('empty') ? 'lenient' : 'extended', evidence }
        : { ...unknown('the service accepts some of the other forms, and refuses others'), evidence }
    },
  },
  emptyFilter: {
    hiddenBy: [
      {
        row: 'resourceValues',
        options: ['reject'],
        but: ['ignore'],
        reason: 'an empty value is then refused like any value that no record has',
      },
    ],
    find: async (session) => {
      const page = await fullPage(session, resources)
      const seen = await session.see({ operation: resources, query: 'type=' })
      if (page === undefined || seen === undefined) return notSeen()
      const [total, shown] = [totalOf(page), totalOf(seen)]
      if (isServed(seen)) {
        if (total === 0) return unknown('there are no resources', page, seen)
        return shown === 0 || shown === total ? found(shown === 0 ? 'value' : 'ignore', page, seen) : unexpected(seen)
      }
      if (codeOf(seen) !== 'invalid_request') return unexpected(seen)
      return (await session.option('resourceValues')) === 'empty'
        ? found('reject', seen)
        : unknown('it is not known if the service accepts a value that no record has', seen)
    },
  },
  unknownQuery: byAnswer({ operation: resources, query: 'no_such_parameter=1' }, (seen) =>
    refusedOr(seen, 'reject', 'ignore'),
  ),
  duplicateQuery: byAnswer({ operation: resources, query: 'limit=1&limit=2' }, (seen) => {
    const size = paginationOf(seen).items_per_page
    return pick({ reject: codeOf(seen) === 'invalid_request', first: size === 1, last: size === 2 }, seen)
  }),
}
