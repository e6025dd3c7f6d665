import type { Choice } from '../../assumptions/register.ts'
import type { jobRows } from '../../assumptions/rows/jobs.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { found, type Hiding, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import { itemsOf, textAt, textsOf } from '../recorded-exchange.ts'
import { asksPage, byFilter, firstJob, fullPage, lists, noJob, noSuchValue } from '../requests.ts'
import type { Session } from '../session.ts'
import { createdAfterProbes } from './created-after.ts'
import { jobIdFormatOf } from './resources.ts'

const { jobs } = lists

/** The states that belong to one option only. */
const statesOf: ReadonlyMap<string, Choice<'jobStates'>> = new Map([
  ...['pending', 'running', 'completed'].map((name) => [name, 'pending_running_completed_failed'] as const),
  ...['queued', 'processing', 'succeeded'].map((name) => [name, 'queued_processing_succeeded_failed'] as const),
])

const isIn = (job: JsonObject, ...states: readonly string[]): boolean => states.includes(textAt(job, 'status') ?? '')

/** Says if a job has a state of either option. */
export const hasKnownState = (job: JsonObject): boolean => isIn(job, ...statesOf.keys(), 'failed')

const isDone = (job: JsonObject): boolean => isIn(job, 'completed', 'succeeded')

/** Says if a job has ended, under either option. */
export const hasEnded = (job: JsonObject): boolean => isDone(job) || isIn(job, 'failed')

const minimalFields = new Set(['id', 'name', 'status', 'analysis_type', 'type', 'created_at', 'created_date'])

const isMinimal = (job: JsonObject): boolean =>
  Object.hasOwn(job, 'status') && Object.keys(job).every((field) => minimalFields.has(field))

const isAlike = (a: JsonObject, b: JsonObject): boolean =>
  Object.keys(a).toSorted().join() === Object.keys(b).toSorted().join()

/** A probe by a job. @param isWanted says which */
const byJob = <const Option extends string>(
  conditions: (job: { readonly item: JsonObject; readonly record: JsonObject }) => Readonly<Record<Option, boolean>>,
  isWanted?: (item: JsonObject) => boolean,
) => ({
  find: async (session: Session) => {
    const job = await firstJob(session, isWanted)
    return job === undefined ? noJob() : pick(conditions(job), ...job.evidence)
  },
})

/** A probe by which of two names a field of jobs has. */
const byField = <const A extends string, const B extends string>(a: A, b: B) => ({
  find: async (session: Session) => {
    const page = await fullPage(session, jobs)
    const [item] = itemsOf(page)
    if (item === undefined) return noJob()
    const [hasA, hasB] = [Object.hasOwn(item, a), Object.hasOwn(item, b)]
    if (hasA === hasB) return unexpected(page)
    return hasA ? found(a, page) : found(b, page)
  },
})

const ofMinimal: Hiding = { row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no such field' }

/** Probes of existing jobs (§2.4, §3, §4.3). */
export const jobProbes: Probes<keyof typeof jobRows> = {
  jobIdFormat: { find: jobIdFormatOf },
  jobStates: {
    find: async (session) => {
      const page = await fullPage(session, jobs)
      if (page === undefined) return notSeen()
      const names = textsOf(itemsOf(page), 'status').filter((status) => status !== 'failed')
      const states = new Set(names.map((name) => statesOf.get(name)))
      if (names.length === 0) return unknown('no job has a state that only one option has', page)
      const isAll = (option: Choice<'jobStates'>): boolean => states.size === 1 && states.has(option)
      return pick(
        {
          pending_running_completed_failed: isAll('pending_running_completed_failed'),
          queued_processing_succeeded_failed: isAll('queued_processing_succeeded_failed'),
        },
        page,
      )
    },
  },
  jobRecord: byJob(({ record }) => ({ minimal: isMinimal(record), full: Object.hasOwn(record, 'data_source') })),
  jobTypeField: byField('analysis_type', 'type'),
  jobDateField: byField('created_at', 'created_date'),
  jobResults: {
    hiddenBy: [ofMinimal],
    ...byJob(({ record: { results } }) => ({ absent: results === undefined, present: results !== null }), isDone),
  },
  jobStatusFilter: byFilter(
    jobs,
    `status=${noSuchValue}`,
    asksPage({ status: (text) => text === noSuchValue }, [jobs]),
  ),
  jobTypeFilter: byFilter(jobs, `type=${noSuchValue}`),
  jobListItem: {
    hiddenBy: [{ ...ofMinimal, reason: 'the record has only these fields too' }],
    ...byJob(({ item, record }) => ({ minimal: isMinimal(item), same: isAlike(item, record) })),
  },
  ...createdAfterProbes,
}

/** A job that has not ended, and how it shows that it has no time of completion. */
export async function lackingJob(session: Session) {
  const job = await firstJob(session, (item) => !hasEnded(item))
  const done = await firstJob(session, isDone)
  if (job === undefined) return undefined
  const evidence = [...job.evidence, ...(done?.evidence ?? [])]
  return { shown: lackOf(job.record, done?.record ?? {}), evidence }
}

function lackOf(job: JsonObject, done: JsonObject): 'absent' | 'null' | undefined {
  const ends = ['completed_at', 'completed_date']
  if (ends.some((field) => job[field] === null)) return 'null'
  return ends.some((field) => typeof done[field] === 'string' && !Object.hasOwn(job, field)) ? 'absent' : undefined
}
