import type { Choice } from '../../assumptions/register.ts'
import type { jobRows } from '../../assumptions/rows/jobs.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { maxPageSize } from '../../spec/limits.ts'
import { dayMs } from '../../time/duration.ts'
import { parseIsoDate } from '../../time/instant.ts'
import { type Finding, found, type Probes, unknown } from '../probe.ts'
import { codeOf, hasItem, isServed, itemsOf, type RecordedExchange, textAt, totalOf } from '../recorded-exchange.ts'
import { asksPage, fullPage, instantsOf, lists, notApplied, notSeen, queryOf, unexpected, noJob } from '../requests.ts'
import type { Session } from '../session.ts'

const { jobs } = lists

/** The creation of a job, as it is shown and in Unix milliseconds. */
function creationOf(job: JsonObject) {
  const text = textAt(job, 'created_at') ?? textAt(job, 'created_date') ?? ''
  const date = parseIsoDate(text)
  return date?.kind === 'instant' ? { text, atMs: date.atMs, id: textAt(job, 'id') ?? '' } : undefined
}

/** The job in the list that was created latest in its day, on a whole second. */
async function latestInDay(session: Session) {
  const page = await fullPage(session, jobs)
  if (page === undefined || totalOf(page) > itemsOf(page).length) return undefined
  const all = itemsOf(page)
    .map(creationOf)
    .filter((job) => job !== undefined)
  return all.filter(({ atMs }) => atMs % 1000 === 0).toSorted((a, b) => (b.atMs % dayMs) - (a.atMs % dayMs))[0]
}

/** Says if an answer is a page without a job from before a day: the service then applies the filter. */
const isAfter = (seen: RecordedExchange, dayAtMs: number): boolean =>
  isServed(seen) && instantsOf(itemsOf(seen), 'created_at', 'created_date').every((ms) => (ms ?? 0) >= dayAtMs)

/** A day after every job, in each form. */
const farDay = { day: '2999-01-01', instant: '2999-01-01T00:00:00Z', unix: '32472144000', atMs: 32_472_144_000_000 }

const seeAfter = (session: Session, text: string): Promise<RecordedExchange | undefined> =>
  session.see({ operation: jobs, query: queryOf(['created_after', text], ['limit', String(maxPageSize)]) })

const asksDay = asksPage({ created_after: (text) => parseIsoDate(text)?.kind === 'day' }, [jobs])

/** Finds an option if the service applies the filter. */
const ifApplied = <const Option>(
  option: Option,
  dayAtMs: number,
  ...evidence: readonly [...RecordedExchange[], RecordedExchange]
) => {
  const [last] = evidence.toReversed()
  return last !== undefined && isAfter(last, dayAtMs) ? found(option, ...evidence) : notApplied(last)
}

async function createdAfterFormatOf(session: Session): Promise<Finding<Choice<'createdAfterFormat'>>> {
  const day = await session.see({ operation: jobs, query: `created_after=${farDay.day}` }, asksDay)
  if (day === undefined) return notSeen()
  const asked = parseIsoDate(day.query.find(([name]) => name === 'created_after')?.[1] ?? '')
  if (isServed(day)) return ifApplied('iso_8601', asked?.kind === 'day' ? asked.fromMs : 0, day)
  if (codeOf(day) !== 'invalid_request') return unexpected(day)
  const instant = await session.see({ operation: jobs, query: queryOf(['created_after', farDay.instant]) })
  if (instant === undefined) return notSeen()
  if (isServed(instant)) return ifApplied('date_time', farDay.atMs, day, instant)
  const unix = await session.see({ operation: jobs, query: `created_after=${farDay.unix}` })
  if (unix === undefined || !isServed(unix)) return unexpected(instant, unix)
  return ifApplied('unix_seconds', farDay.atMs, instant, unix)
}

/** Probes of the filter `created_after` (§4.3). */
export const createdAfterProbes = {
  createdAfterFormat: {
    find: createdAfterFormatOf,
  },
  createdAfterDate: {
    hiddenBy: [
      { row: 'createdAfterFormat', options: ['date_time', 'unix_seconds'], reason: 'a date without a time is refused' },
    ],
    find: async (session) => {
      const job = await latestInDay(session)
      if (job === undefined || job.atMs % dayMs === 0) return noJob()
      const seen = await seeAfter(session, job.text.slice(0, 10))
      if (seen === undefined) return notSeen()
      if (!isServed(seen)) return unexpected(seen)
      if (!isAfter(seen, job.atMs - (job.atMs % dayMs))) return notApplied(seen)
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
      return isAfter(seen, job.atMs) ? found(hasItem(seen, job.id) ? 'included' : 'excluded', seen) : notApplied(seen)
    },
  },
} as const satisfies Partial<Probes<keyof typeof jobRows>>
