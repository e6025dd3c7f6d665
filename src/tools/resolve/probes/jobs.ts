import type { Choice } from '../../../core/assumptions/register.ts'
import type { jobRows } from '../../../core/assumptions/rows/jobs.ts'
import type { JsonObject } from '../../../core/lib/merge-patch.ts'
import { maxPageSize } from '../../../core/spec/limits.ts'
import { dayMs } from '../../../core/time/duration.ts'
import { parseIsoDate } from '../../../core/time/instant.ts'
import { byFilter, notApplied, pickOption, type Find, type Probes, unexpected } from '../probe.ts'
import { hasItem, type RecordedExchange, textAt, textsOf } from '../recorded-exchange.ts'
import {
  isPageRequest,
  firstJob,
  fullPage,
  instantOf,
  instantsOf,
  itemsIn,
  jobs,
  noJob,
  noSuchValue,
  queryOf,
} from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'
import { jobIdFormatOf } from './resources.ts'

/** The statuses that belong to one option only. */
const optionOfStatus: ReadonlyMap<string, Choice<'jobStates'>> = new Map([
  ...['pending', 'running', 'completed'].map((name) => [name, 'pending_running_completed_failed'] as const),
  ...['queued', 'processing', 'succeeded'].map((name) => [name, 'queued_processing_succeeded_failed'] as const),
])

const isIn = (job: JsonObject, ...statuses: readonly string[]): boolean =>
  statuses.includes(textAt(job, 'status') ?? '')

export const hasKnownState = (job: JsonObject): boolean => isIn(job, ...optionOfStatus.keys(), 'failed')

export const isDone = (job: JsonObject): boolean => isIn(job, 'completed', 'succeeded')

export const hasEnded = (job: JsonObject): boolean => isDone(job) || isIn(job, 'failed')

/** The fields that only a full record of a job has. */
const fullFields = /^(?:description|data_source|output_format|results|(?:updated|completed)_(?:at|date))$/

const fullOf = (job: JsonObject): readonly string[] =>
  Object.keys(job)
    .filter((field) => fullFields.test(field))
    .toSorted()

const isMinimal = (job: JsonObject): boolean => Object.hasOwn(job, 'status') && fullOf(job).length === 0

const isAlike = (a: JsonObject, b: JsonObject): boolean => fullOf(a).join() === fullOf(b).join()

const byJob =
  <const Option extends string>(
    conditions: (item: JsonObject, record: JsonObject) => Readonly<Record<Option, boolean>>,
    isWanted?: (item: JsonObject) => boolean,
  ): Find<Option> =>
  async (session) => {
    const job = await firstJob(session, isWanted)
    if (job === undefined) throw noJob()
    return pickOption(conditions(job.item, job.record), job.seen)
  }

const byField =
  <const A extends string, const B extends string>(a: A, b: B): Find<A | B> =>
  async (session) => {
    const [item] = await itemsIn(session, jobs)
    if (item === undefined) throw noJob()
    const [hasA, hasB] = [Object.hasOwn(item, a), Object.hasOwn(item, b)]
    if (hasA === hasB) throw unknownOption(`a job has both or neither of ${a} and ${b}`)
    return hasA ? a : b
  }

/** The job in the list with the latest time of day of its creation, on a whole second. */
async function latestInDay(session: Session) {
  const page = await fullPage(session, jobs)
  if (page?.isWhole !== true) throw noJob()
  const all = page.items.flatMap((job) => {
    const text = textAt(job, 'created_at') ?? textAt(job, 'created_date') ?? ''
    const atMs = instantOf(text)
    return atMs === undefined || atMs % 1000 !== 0 ? [] : [{ text, atMs, id: textAt(job, 'id') ?? '' }]
  })
  const [latest] = all.toSorted((a, b) => (b.atMs % dayMs) - (a.atMs % dayMs))
  if (latest === undefined) throw noJob()
  return latest
}

/** Requires a page without jobs from before an instant: only then the service applies the filter. */
function requireAfter(seen: RecordedExchange, fromMs: number): void {
  if (!seen.isServed) throw unexpected(seen)
  const instants = instantsOf(seen.items, 'created_at', 'created_date')
  if (instants.some((ms) => (ms ?? 0) < fromMs)) throw notApplied()
}

/** A day after every job, in each format. */
const farDay = { day: '2999-01-01', instant: '2999-01-01T00:00:00Z', unix: '32472144000', atMs: 32_472_144_000_000 }

const filtersByDay = isPageRequest({ created_after: (text) => parseIsoDate(text)?.kind === 'day' }, [jobs])

const seeAfter = (session: Session, created_after: string): Promise<RecordedExchange> =>
  session.see({ operation: jobs, query: queryOf({ created_after, limit: maxPageSize }) })

export const jobProbes: Probes<keyof typeof jobRows> = {
  jobIdFormat: jobIdFormatOf,
  jobStates: async (session) => {
    const names = textsOf(await itemsIn(session, jobs), 'status').filter((status) => status !== 'failed')
    const [option, ...others] = new Set(names.map((name) => optionOfStatus.get(name)))
    if (option === undefined || others.length > 0)
      throw unknownOption('the statuses of the jobs fit no option or several')
    return option
  },
  jobRecord: byJob((_, record) => ({ minimal: isMinimal(record), full: Object.hasOwn(record, 'data_source') })),
  jobTypeField: byField('analysis_type', 'type'),
  jobDateField: byField('created_at', 'created_date'),
  jobResults: {
    hiddenBy: { jobRecord: ['minimal'] },
    find: byJob((_, { results }) => ({ absent: results === undefined, present: results !== null }), isDone),
  },
  jobStatusFilter: byFilter(
    jobs,
    `status=${noSuchValue}`,
    isPageRequest({ status: (text) => text === noSuchValue }, [jobs]),
  ),
  jobTypeFilter: byFilter(jobs, `type=${noSuchValue}`),
  jobListItem: {
    hiddenBy: { jobRecord: ['minimal'] },
    find: byJob((item, record) => ({ minimal: isMinimal(item), same: isAlike(item, record) })),
  },
  createdAfterFormat: async (session) => {
    const ask = (created_after: string, isLike?: typeof filtersByDay): Promise<RecordedExchange> =>
      session.see({ operation: jobs, query: queryOf({ created_after }) }, isLike)
    const day = await ask(farDay.day, filtersByDay)
    if (day.isServed) {
      const asked = parseIsoDate(day.query.find(([name]) => name === 'created_after')?.[1] ?? '')
      requireAfter(day, asked?.kind === 'day' ? asked.fromMs : 0)
      return 'iso_8601'
    }
    if (day.code !== 'invalid_request') throw unexpected(day)
    const instant = await ask(farDay.instant)
    const answer = instant.isServed ? instant : await ask(farDay.unix)
    requireAfter(answer, farDay.atMs)
    return answer === instant ? 'date_time' : 'unix_seconds'
  },
  createdAfterDate: {
    hiddenBy: { createdAfterFormat: ['date_time', 'unix_seconds'] },
    find: async (session) => {
      const { id, text, atMs } = await latestInDay(session)
      const timeOfDayMs = atMs % dayMs
      if (timeOfDayMs === 0) throw noJob()
      const seen = await seeAfter(session, text.slice(0, 10))
      requireAfter(seen, atMs - timeOfDayMs)
      if (hasItem(seen, id)) return 'start_of_day'
      if (timeOfDayMs < dayMs / 2) throw unknownOption('no job was created late in a day')
      return 'end_of_day'
    },
  },
  createdAfterBound: async (session) => {
    const format = await session.option('createdAfterFormat')
    if (format === undefined) throw unknownOption('the format of created_after is not known')
    const { id, text, atMs } = await latestInDay(session)
    const seen = await seeAfter(session, format === 'unix_seconds' ? String(atMs / 1000) : text)
    requireAfter(seen, atMs)
    return hasItem(seen, id) ? 'included' : 'excluded'
  },
}
