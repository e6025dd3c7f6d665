import type { Choice } from '../../assumptions/register.ts'
import type { jobRows } from '../../assumptions/rows/jobs.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { maxPageSize } from '../../spec/limits.ts'
import { parseIsoDate } from '../../time/instant.ts'
import { type Finding, found, type Hiding, type Probes, unknown } from '../probe.ts'
import {
  codeOf,
  hasItem,
  isServed,
  itemsOf,
  paginationOf,
  type RecordedExchange,
  textAt,
} from '../recorded-exchange.ts'
import {
  asksPage,
  firstRecord,
  fullPage,
  instantsOf,
  lists,
  noSuchValue,
  notSeen,
  queryOf,
  refusedOrEmpty,
  textsOf,
  unexpected,
} from '../requests.ts'
import type { Session } from '../session.ts'
import { jobIdFormatOf } from './resources.ts'

const [, , jobs] = lists

/** The names of states, each with the option whose alone it is. */
const statesOf: ReadonlyMap<string, 'pending_running_completed_failed' | 'queued_processing_succeeded_failed'> =
  new Map([
    ...['pending', 'running', 'completed'].map((name) => [name, 'pending_running_completed_failed'] as const),
    ...['queued', 'processing', 'succeeded'].map((name) => [name, 'queued_processing_succeeded_failed'] as const),
  ])

/** Whether a job is in a state of either set of names. */
export function hasKnownState(job: JsonObject): boolean {
  const status = textAt(job, 'status') ?? ''
  return statesOf.has(status) || status === 'failed'
}

/** Whether a job has ended, under either set of names. */
export function hasEnded(job: JsonObject): boolean {
  return isDone(job) || textAt(job, 'status') === 'failed'
}

const isDone = (job: JsonObject): boolean => ['completed', 'succeeded'].includes(textAt(job, 'status') ?? '')

const minimalFields: ReadonlySet<string> = new Set([
  'id',
  'name',
  'status',
  'analysis_type',
  'type',
  'created_at',
  'created_date',
])

const isMinimal = (job: JsonObject): boolean =>
  Object.hasOwn(job, 'status') && Object.keys(job).every((field) => minimalFields.has(field))

const hasSource = (job: JsonObject): boolean => Object.hasOwn(job, 'data_source')

const isAlike = (a: JsonObject, b: JsonObject): boolean =>
  Object.keys(a).toSorted().join() === Object.keys(b).toSorted().join()

const seeJob = (session: Session, isWanted?: (item: JsonObject) => boolean) =>
  firstRecord(session, { list: jobs, get: 'getJob' }, isWanted)

const noJob = () => unknown('the list of jobs has none of that kind')

/** The name of a field of jobs, one of two. */
async function fieldOf<const A extends string, const B extends string>(session: Session, a: A, b: B) {
  const page = await fullPage(session, jobs)
  const [item] = page === undefined ? [] : itemsOf(page)
  if (page === undefined || item === undefined) return noJob()
  const [hasA, hasB] = [Object.hasOwn(item, a), Object.hasOwn(item, b)]
  if (hasA === hasB) return unexpected(page)
  return hasA ? found(a, page) : found(b, page)
}

/** When a job was created, as it is shown and as an instant. */
function creationOf(job: JsonObject) {
  const text = textAt(job, 'created_at') ?? textAt(job, 'created_date') ?? ''
  const date = parseIsoDate(text)
  return date?.kind === 'instant' ? { text, atMs: date.atMs, id: textAt(job, 'id') ?? '' } : undefined
}

/** The job of the list that was created latest in a day, on a whole second. */
async function latestInDay(session: Session) {
  const page = await fullPage(session, jobs)
  if (page === undefined || (paginationOf(page)?.total_items ?? 0) > itemsOf(page).length) return undefined
  const all = itemsOf(page)
    .map(creationOf)
    .filter((job) => job !== undefined)
  return all.filter(({ atMs }) => atMs % 1000 === 0).toSorted((a, b) => (b.atMs % dayMs) - (a.atMs % dayMs))[0]
}

const dayMs = 86_400_000

/** Whether an answer is a page without a job that was created before a day: what one is that heeds a filter. */
const isAfter = (seen: RecordedExchange, dayAtMs: number): boolean =>
  isServed(seen) && instantsOf(itemsOf(seen), 'created_at', 'created_date').every((ms) => (ms ?? 0) >= dayAtMs)

/** A day that is so far off that no job was created after it, and its begin in each form. */
const farDay = { day: '2999-01-01', instant: '2999-01-01T00:00:00Z', unix: '32472144000', atMs: 32_472_144_000_000 }

const seeAfter = (session: Session, text: string): Promise<RecordedExchange | undefined> =>
  session.see({ operation: jobs, query: queryOf(['created_after', text], ['limit', String(maxPageSize)]) })

const ofMinimal: Hiding = { row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no such field' }

const asksDay = asksPage({ created_after: (text) => parseIsoDate(text)?.kind === 'day' }, [jobs])

const notHeeded = (seen: RecordedExchange | undefined) => unknown('the filter was not heeded', seen)

/** An option that an answer shows, where the filter was heeded. */
const heeded = <const Option>(
  option: Option,
  dayAtMs: number,
  ...evidence: readonly [...RecordedExchange[], RecordedExchange]
) => {
  const [last] = evidence.toReversed()
  return last !== undefined && isAfter(last, dayAtMs) ? found(option, ...evidence) : notHeeded(last)
}

async function createdAfterFormatOf(session: Session): Promise<Finding<Choice<'createdAfterFormat'>>> {
  const day = await session.see({ operation: jobs, query: `created_after=${farDay.day}` }, asksDay)
  if (day === undefined) return notSeen()
  const asked = parseIsoDate(day.query.find(([name]) => name === 'created_after')?.[1] ?? '')
  if (isServed(day)) return heeded('iso_8601', asked?.kind === 'day' ? asked.fromMs : 0, day)
  if (codeOf(day) !== 'invalid_request') return unexpected(day)
  const instant = await session.see({ operation: jobs, query: queryOf(['created_after', farDay.instant]) })
  if (instant === undefined) return notSeen()
  if (isServed(instant)) return heeded('date_time', farDay.atMs, day, instant)
  const unix = await session.see({ operation: jobs, query: `created_after=${farDay.unix}` })
  if (unix === undefined || !isServed(unix)) return unexpected(instant, unix)
  return heeded('unix_seconds', farDay.atMs, instant, unix)
}

/** What finds out what services do with jobs that are there (§2.4, §3, §4.3). */
export const jobProbes: Probes<keyof typeof jobRows> = {
  jobIdFormat: { find: jobIdFormatOf },
  jobStates: {
    find: async (session) => {
      const page = await fullPage(session, jobs)
      if (page === undefined) return notSeen()
      const names = textsOf(itemsOf(page), 'status').filter((status) => status !== 'failed')
      const [state, ...others] = new Set(names.map((name) => statesOf.get(name)))
      if (names.length === 0) return unknown('no job is in a state whose name tells', page)
      return state === undefined || others.length > 0 ? unexpected(page) : found(state, page)
    },
  },
  jobRecord: {
    find: async (session) => {
      const job = await seeJob(session)
      if (job === undefined) return noJob()
      if (isMinimal(job.record)) return found('minimal', ...job.evidence)
      return hasSource(job.record) ? found('full', ...job.evidence) : unexpected(...job.evidence)
    },
  },
  jobTypeField: { find: (session) => fieldOf(session, 'analysis_type', 'type') },
  jobDateField: { find: (session) => fieldOf(session, 'created_at', 'created_date') },
  jobResults: {
    hiddenBy: [ofMinimal],
    find: async (session) => {
      const job = await seeJob(session, isDone)
      if (job === undefined) return noJob()
      const { results } = job.record
      if (results === null) return unexpected(...job.evidence)
      return found(results === undefined ? 'absent' : 'present', ...job.evidence)
    },
  },
  jobStatusFilter: {
    find: async (session) => {
      const isUnknown = asksPage({ status: (text) => text === noSuchValue }, [jobs])
      return refusedOrEmpty(await session.see({ operation: jobs, query: `status=${noSuchValue}` }, isUnknown))
    },
  },
  jobTypeFilter: {
    find: async (session) => refusedOrEmpty(await session.see({ operation: jobs, query: `type=${noSuchValue}` })),
  },
  jobListItem: {
    hiddenBy: [{ ...ofMinimal, reason: 'the record itself is no more than such an item' }],
    find: async (session) => {
      const job = await seeJob(session)
      if (job === undefined) return noJob()
      if (isMinimal(job.item)) return found('minimal', ...job.evidence)
      return isAlike(job.item, job.record) ? found('same', ...job.evidence) : unexpected(...job.evidence)
    },
  },
  createdAfterFormat: {
    find: createdAfterFormatOf,
  },
  createdAfterDate: {
    hiddenBy: [
      { row: 'createdAfterFormat', options: ['date_time', 'unix_seconds'], reason: 'a date alone is refused' },
    ],
    find: async (session) => {
      const job = await latestInDay(session)
      if (job === undefined || job.atMs % dayMs === 0) return noJob()
      const seen = await seeAfter(session, job.text.slice(0, 10))
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      if (!isAfter(seen, job.atMs - (job.atMs % dayMs))) return notHeeded(seen)
      if (hasItem(seen, job.id)) return found('start_of_day', seen)
      return job.atMs % dayMs < dayMs / 2
        ? unknown('no job was created late in a day', seen)
        : found('end_of_day', seen)
    },
  },
  createdAfterBound: {
    find: async (session) => {
      const format = await session.option('createdAfterFormat')
      const job = await latestInDay(session)
      if (format === undefined || job === undefined) return noJob()
      const seen = await seeAfter(session, format === 'unix_seconds' ? String(job.atMs / 1000) : job.text)
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      return isAfter(seen, job.atMs) ? found(hasItem(seen, job.id) ? 'included' : 'excluded', seen) : notHeeded(seen)
    },
  },
}

/** A job record that lacks its end, which those have that are done, and how it shows that. */
export async function lackingJob(session: Session) {
  const job = await seeJob(session, (item) => !hasEnded(item))
  const done = await seeJob(session, isDone)
  if (job === undefined) return undefined
  const evidence = [...job.evidence, ...(done?.evidence ?? [])]
  return { shown: lackOf(job.record, done?.record ?? {}), evidence }
}

function lackOf(job: JsonObject, done: JsonObject): 'absent' | 'null' | undefined {
  const ends = ['completed_at', 'completed_date']
  if (ends.some((field) => job[field] === null)) return 'null'
  return ends.some((field) => typeof done[field] === 'string' && !Object.hasOwn(job, field)) ? 'absent' : undefined
}
