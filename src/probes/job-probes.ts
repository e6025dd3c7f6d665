import type { jobRows } from '../assumptions/job-rows.ts'
import { parseIsoDate } from '../engine/instant.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { maxPageSize } from '../spec/limits.ts'
import {
  asksPage,
  firstRecord,
  fullPage,
  lists,
  noSuchValue,
  notSeen,
  queryOf,
  refusedOr,
  textsOf,
  unexpected,
} from './asks.ts'
import { at, codeOf, isServed, itemsOf, paginationOf, type Seen, textAt } from './exchange.ts'
import { found, type Hiding, type Probes, unknown } from './probe.ts'
import { jobIdFormatOf } from './resource-probes.ts'
import type { Session } from './session.ts'

const [, , jobs] = lists

/** The names of states, each with the option whose alone it is. */
const statesOf: ReadonlyMap<string, 'pending_running_completed_failed' | 'queued_processing_succeeded_failed'> =
  new Map([
    ...['pending', 'running', 'completed'].map((name) => [name, 'pending_running_completed_failed'] as const),
    ...['queued', 'processing', 'succeeded'].map((name) => [name, 'queued_processing_succeeded_failed'] as const),
  ])

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

const isMinimal = (job: JsonObject): boolean => Object.keys(job).every((field) => minimalFields.has(field))

const seeJob = (session: Session, isWanted?: (item: JsonObject) => boolean) =>
  firstRecord(session, { list: jobs, get: 'getJob' }, isWanted)

const noJob = () => unknown('the list of jobs has none of that kind')

/** The name of a field of jobs, one of two. */
async function fieldOf<const A extends string, const B extends string>(session: Session, a: A, b: B) {
  const page = await fullPage(session, jobs)
  const [item] = page === undefined ? [] : itemsOf(page)
  if (page === undefined || item === undefined) return noJob()
  if (Object.hasOwn(item, a)) return found(a, page)
  return Object.hasOwn(item, b) ? found(b, page) : unexpected(page)
}

/** When a job was created, as it is shown and as an instant. */
function creationOf(job: JsonObject) {
  const text = textAt(job, 'created_at') ?? textAt(job, 'created_date') ?? ''
  const date = parseIsoDate(text)
  return date?.kind === 'instant' ? { text, atMs: date.atMs, id: textAt(job, 'id') ?? '' } : undefined
}

/** The newest job of the list that was created on a whole second, at another time than midnight. */
async function newestJob(session: Session) {
  const page = await fullPage(session, jobs)
  if (page === undefined || (paginationOf(page)?.total_items ?? 0) > itemsOf(page).length) return undefined
  const all = itemsOf(page)
    .map(creationOf)
    .filter((job) => job !== undefined)
  return all.filter(({ atMs }) => atMs % 1000 === 0 && atMs % dayMs !== 0).toSorted((a, b) => b.atMs - a.atMs)[0]
}

const dayMs = 86_400_000

const seeAfter = (session: Session, text: string): Promise<Seen | undefined> =>
  session.see({ operation: jobs, query: queryOf(['created_after', text], ['limit', String(maxPageSize)]) })

const has = (seen: Seen, id: string): boolean => itemsOf(seen).some((item) => textAt(item, 'id') === id)

const ofMinimal: Hiding = { row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no such field' }

/** What finds out what services do with jobs that are there (§2.4, §3, §4.3). */
export const jobProbes: Probes<keyof typeof jobRows> = {
  jobIdFormat: { find: jobIdFormatOf },
  jobStates: {
    find: async (session) => {
      const page = await fullPage(session, jobs)
      if (page === undefined) return notSeen()
      const states = textsOf(itemsOf(page), 'status').map((status) => statesOf.get(status))
      const state = states.find((option) => option !== undefined)
      return state === undefined ? unknown('no job is in a state whose name tells', page) : found(state, page)
    },
  },
  jobRecord: {
    find: async (session) => {
      const job = await seeJob(session)
      return job === undefined ? noJob() : found(isMinimal(job.record) ? 'minimal' : 'full', ...job.evidence)
    },
  },
  jobTypeField: { find: (session) => fieldOf(session, 'analysis_type', 'type') },
  jobDateField: { find: (session) => fieldOf(session, 'created_at', 'created_date') },
  jobResults: {
    hiddenBy: [ofMinimal],
    find: async (session) => {
      const job = await seeJob(session, isDone)
      if (job === undefined) return noJob()
      return found(Object.hasOwn(job.record, 'results') ? 'present' : 'absent', ...job.evidence)
    },
  },
  jobStatusFilter: {
    find: async (session) => {
      const isUnknown = asksPage({ status: (text) => text === noSuchValue }, [jobs])
      return refusedOr(
        await session.see({ operation: jobs, query: `status=${noSuchValue}` }, isUnknown),
        'reject',
        'empty',
      )
    },
  },
  jobTypeFilter: {
    find: async (session) =>
      refusedOr(await session.see({ operation: jobs, query: `type=${noSuchValue}` }), 'reject', 'empty'),
  },
  jobListItem: {
    hiddenBy: [{ ...ofMinimal, reason: 'the record itself is no more than such an item' }],
    find: async (session) => {
      const job = await seeJob(session)
      return job === undefined ? noJob() : found(isMinimal(job.item) ? 'minimal' : 'same', ...job.evidence)
    },
  },
  createdAfterFormat: {
    find: async (session) => {
      const day = await session.see({ operation: jobs, query: 'created_after=2020-01-01' }, asksDay)
      if (day === undefined) return notSeen()
      if (isServed(day)) return found('iso_8601', day)
      if (codeOf(day) !== 'invalid_request') return unexpected(day)
      const instant = await session.see({ operation: jobs, query: queryOf(['created_after', '2020-01-01T00:00:00Z']) })
      if (instant === undefined) return notSeen()
      if (isServed(instant)) return found('date_time', day, instant)
      const unix = await session.see({ operation: jobs, query: 'created_after=1577836800' })
      return unix !== undefined && isServed(unix) ? found('unix_seconds', instant, unix) : unexpected(unix)
    },
  },
  createdAfterDate: {
    hiddenBy: [
      { row: 'createdAfterFormat', options: ['date_time', 'unix_seconds'], reason: 'a date alone is refused' },
    ],
    find: async (session) => {
      const job = await newestJob(session)
      if (job === undefined) return noJob()
      const seen = await seeAfter(session, job.text.slice(0, 10))
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      return found(has(seen, job.id) ? 'start_of_day' : 'end_of_day', seen)
    },
  },
  createdAfterBound: {
    find: async (session) => {
      const format = await session.option('createdAfterFormat')
      const job = await newestJob(session)
      if (format === undefined || job === undefined) return noJob()
      const seen = await seeAfter(session, format === 'unix_seconds' ? String(job.atMs / 1000) : job.text)
      if (seen === undefined) return notSeen()
      return isServed(seen) ? found(has(seen, job.id) ? 'included' : 'excluded', seen) : unexpected(seen)
    },
  },
}

const asksDay = asksPage({ created_after: (text) => parseIsoDate(text)?.kind === 'day' }, [jobs])

/** A job record that lacks a value which is optional, and how it shows that. */
export async function lackingJob(session: Session) {
  const job = await seeJob(session, (item) => !isDone(item))
  return job === undefined ? undefined : { shown: lackOf(job.record), evidence: job.evidence }
}

function lackOf(job: JsonObject): 'absent' | 'null' {
  const ends = ['completed_at', 'completed_date'].map((field) => at(job, field))
  return ends.includes(null) ? 'null' : 'absent'
}
