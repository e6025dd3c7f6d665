import type { Choice } from '../../../core/assumptions/register.ts'
import type { formRows } from '../../../core/assumptions/rows/form.ts'
import { jsonType } from '../../../core/spec/headers.ts'
import { byAnswer, type Probes } from '../probe.ts'
import { type RecordedExchange, textAt, textsOf } from '../recorded-exchange.ts'
import { isPageRequest, dateFields, firstJob, noJob, resources } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'
import { hasEnded, isDone } from './jobs.ts'

const byPage = <Option>(read: (seen: RecordedExchange) => Option) =>
  byAnswer({ operation: resources }, read, (seen) => isPageRequest()(seen) && seen.isServed)

function allows({ headers, origin }: RecordedExchange): boolean {
  const allowed = headers['access-control-allow-origin']
  return allowed === '*' || (allowed !== undefined && allowed === origin)
}

function precisionIn(seen: RecordedExchange): Choice<'timestampPrecision'> {
  const dates = dateFields.flatMap((field) => textsOf(seen.items, field))
  const have = (form: RegExp): boolean => dates.every((date) => form.test(date))
  if (dates.length === 0) throw unknownOption('no record has a date')
  if (have(/:\d\d(?:Z|[+-]\d\d:\d\d)$/)) return 'seconds'
  if (have(/:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/)) return 'milliseconds'
  throw unknownOption('the dates have other forms, or several forms')
}

async function absentOf(session: Session): Promise<Choice<'absentOptional'>> {
  const job = await firstJob(session, (item) => !hasEnded(item))
  if (job === undefined) throw noJob()
  const done = await firstJob(session, isDone)
  const ends = ['completed_at', 'completed_date']
  if (ends.some((field) => job.record[field] === null)) return 'null'
  if (ends.some((field) => textAt(done?.record, field) !== undefined && !Object.hasOwn(job.record, field)))
    return 'absent'
  throw unknownOption('no job lacks a value that another job has')
}

export const formProbes: Probes<keyof typeof formRows> = {
  timestampPrecision: byPage(precisionIn),
  absentOptional: { hiddenBy: { jobRecord: ['minimal'] }, find: absentOf },
  contentType: byPage((seen) => {
    const type = seen.headers['content-type'] ?? ''
    if (type.toLowerCase() === jsonType) return 'json'
    if (/charset=utf-8/i.test(type)) return 'with_charset'
    throw unknownOption('the Content-Type has another form')
  }),
  deprecation: byPage((seen) => {
    const given = ['sunset', 'deprecation'].filter((name) => seen.headers[name] !== undefined)
    if (given.length === 1) throw unknownOption(`it has only one of the two headers: ${given.join()}`)
    return given.length === 0 ? 'absent' : 'sunset'
  }),
  /** Finds which web origins may use the API: each requests a list and sends a preflight. */
  cors: async (session) => {
    const ask = async (origin: string): Promise<readonly RecordedExchange[]> => {
      const page = { operation: resources, origin }
      const list = await session.see(page, (seen) => seen.origin === origin && seen.isServed)
      if (!list.isServed) throw unknownOption('no list was answered')
      const preflight = { ...page, method: 'OPTIONS', preflight: 'GET', key: 'none' } as const
      return [list, await session.see(preflight, (seen) => seen.origin === origin && seen.preflight !== undefined)]
    }
    const [near, far] = [await ask('http://localhost:5173'), await ask('https://example.com')]
    if ([...near, ...far].every(allows)) return 'any'
    if (near.every(allows) && !far.some(allows)) return 'loopback_origins'
    if (![...near, ...far].some(allows)) return 'none'
    throw unknownOption('the web origins that may use the API fit no option')
  },
}
