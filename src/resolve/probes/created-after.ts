import type { Choice } from '../../assumptions/register.ts'
import type { jobRows } from '../../assumptions/rows/jobs.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { maxPageSize } from '../../spec/limits.ts'
import { dayMs } from '../../time/duration.ts'
import { parseIsoDate } from '../../time/instant.ts'
import { type Finding, found, notApplied, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import { codeOf, hasItem, isServed, itemsOf, type Seen, textAt, totalOf } from '../recorded-exchange.ts'
import { asksPage, fullPage, instantOf, instantsOf, lists, noJob, queryOf } from '../requests.ts'
import type { Session } from '../session.ts'

const { jobs } = lists

/** The creation of a job, as it is shown and in Unix milliseconds. */
function creationOf(job: JsonObject) {
  const text = textAt(job, 'created_at') ?? textAt(job, 'created_date') ?? ''
  const atMs = instantOf(text)
  return atMs === undefined ? [] : [{ text, atMs, id: textAt(job, 'id') ?? '' }]
}

/** The job in the list that was created latest in its day, on a whole second. */
async function latestInDay(session: Session) {
  const page = await fullPage(session, jobs)
  if (totalOf(page) > itemsOf(page).length) return undefined
  const all = itemsOf(page).flatMap(creationOf)
  return all.filter(({ atMs }) => atMs % 1000 === 0).toSorted((a, b) => (b.atMs % dayMs) - (a.atMs % dayMs))[0]
}

/** Says if an answer is a page without a job from before a day: the service then applies the filter. */
const isAfter = (seen: Seen, dayAtMs: number): boolean =>
  isServed(seen) && instantsOf(itemsOf(seen), 'created_at', 'created_date').every((ms) => (ms ?? 0) >= dayAtMs)

/** A day after every job, in each form. */
const farDay = { day: '2999-01-01', instant: '2999-01-01T00:00:00Z', unix: '32472144000', atMs: 32_472_144_000_000 }

const seeAfter = (session: Session, created_after: string): Promise<Seen> =>
  session.see({ operation: jobs, query: queryOf({ created_after, limit: maxPageSize }) })

const asksDay = asksPage({ created_after: (text) => parseIsoDate(text)?.kind === 'day' }, [jobs])

/** Finds an option if the service applies the filter. */
const ifApplied = <const Option>(option: Option, dayAtMs: number, ...evidence: readonly Seen[]) => {
  const last = evidence.at(-1)
  return isAfter(last, dayAtMs) ? found(option, ...evidence) : notApplied(last)
}

async function createdAfterFormatOf(session: Session): Promise<Finding<Choice<'createdAfterFormat'>>> {
  const ask = (created_after: string, isLike?: typeof asksDay): Promise<Seen> =>
    session.see({ operation: jobs, query: queryOf({ created_after }) }, isLike)
  const day = await ask(farDay.day, asksDay)
  const asked = parseIsoDate(day?.query.find(([name]) => name === 'created_after')?.[1] ?? '')
  if (isServed(day)) return ifApplied('iso_8601', asked?.kind === 'day' ? asked.fromMs : 0, day)
  if (codeOf(day) !== 'invalid_request') return unexpected(day)
  const instant = await ask(farDay.instant)
  if (instant === undefined) return notSeen()
  if (isServed(instant)) return ifApplied('date_time', farDay.atMs, day, instant)
  const unix = await ask(farDay.unix)
  if (!isServed(unix)) return unexpected(instant, unix)
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
      const dayMsOf = (job?.atMs ?? 0) % dayMs
      if (job === undefined || dayMsOf === 0) return noJob()
      const seen = await seeAfter(session, job.text.slice(0, 10))
      if (!isServed(seen)) return unexpected(seen)
      if (!isAfter(seen, job.atMs - dayMsOf)) return notApplied(seen)
      if (hasItem(seen, job.id)) return found('start_of_day', seen)
      return dayMsOf < dayMs / 2 ? unknown('no job was created late in a day', seen) : found('end_of_day', seen)
    },
  },
  createdAfterBound: {
    find: async (session) => {
      const format = await session.option('createdAfterFormat')
      const job = await latestInDay(session)
      if (format === undefined || job === undefined) return noJob()
      const seen = await seeAfter(session, format === 'unix_seconds' ? String(job.atMs / 1000) : job.text)
      if (!isServed(seen)) return unexpected(seen)
      if (!isAfter(seen, job.atMs)) return notApplied(seen)
      return pick({ included: hasItem(seen, job.id), excluded: true }, seen)
    },
  },
} as const satisfies Partial<Probes<keyof typeof jobRows>>
