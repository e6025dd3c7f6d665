import type { jobRows } from '../../assumptions/rows/jobs.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { found, type Hiding, type Probes, unknown } from '../probe.ts'
import { itemsOf, textAt } from '../recorded-exchange.ts'
import {
  asksPage,
  firstRecord,
  fullPage,
  lists,
  noSuchValue,
  notSeen,
  refusedOrEmpty,
  textsOf,
  unexpected,
  noJob,
} from '../requests.ts'
import type { Session } from '../session.ts'
import { createdAfterProbes } from './created-after.ts'
import { jobIdFormatOf } from './resources.ts'

const { jobs } = lists

/** The states that belong to one option only. */
const statesOf: ReadonlyMap<string, 'pending_running_completed_failed' | 'queued_processing_succeeded_failed'> =
  new Map([
    ...['pending', 'running', 'completed'].map((name) => [name, 'pending_running_completed_failed'] as const),
    ...['queued', 'processing', 'succeeded'].map((name) => [name, 'queued_processing_succeeded_failed'] as const),
  ])

/** Says if a job has a state of either option. */
export function hasKnownState(job: JsonObject): boolean {
  const status = textAt(job, 'status') ?? ''
  return statesOf.has(status) || status === 'failed'
}

/** Says if a job has ended, under either option. */
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

/** Finds which of two names a field of jobs has. */
async function fieldOf<const A extends string, const B extends string>(session: Session, a: A, b: B) {
  const page = await fullPage(session, jobs)
  const [item] = page === undefined ? [] : itemsOf(page)
  if (page === undefined || item === undefined) return noJob()
  const [hasA, hasB] = [Object.hasOwn(item, a), Object.hasOwn(item, b)]
  if (hasA === hasB) return unexpected(page)
  return hasA ? found(a, page) : found(b, page)
}

const ofMinimal: Hiding = { row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no such field' }

/** Probes of existing jobs (§2.4, §3, §4.3). */
export const jobProbes: Probes<keyof typeof jobRows> = {
  jobIdFormat: { find: jobIdFormatOf },
  jobStates: {
    find: async (session) => {
      const page = await fullPage(session, jobs)
      if (page === undefined) return notSeen()
      const names = textsOf(itemsOf(page), 'status').filter((status) => status !== 'failed')
      const [state, ...others] = new Set(names.map((name) => statesOf.get(name)))
      if (names.length === 0) return unknown('no job has a state that only one option has', page)
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
    hiddenBy: [{ ...ofMinimal, reason: 'the record has only these fields too' }],
    find: async (session) => {
      const job = await seeJob(session)
      if (job === undefined) return noJob()
      if (isMinimal(job.item)) return found('minimal', ...job.evidence)
      return isAlike(job.item, job.record) ? found('same', ...job.evidence) : unexpected(...job.evidence)
    },
  },
  ...createdAfterProbes,
}

/** A job that has not ended, and how it shows that it has no time of completion. */
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
