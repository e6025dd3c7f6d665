import type { Choice } from '../../assumptions/register.ts'
import type { formRows } from '../../assumptions/rows/form.ts'
import { jsonType } from '../../spec/headers.ts'
import { byAnswer, type Finding, found, notSeen, pick, type Probes, unknown } from '../probe.ts'
import { isServed, itemsOf, type RecordedExchange, type Seen, textsOf } from '../recorded-exchange.ts'
import { asksPage, lists } from '../requests.ts'
import type { Session } from '../session.ts'
import { lackingJob } from './jobs.ts'

/** A probe by a page. */
const byPage = <Option>(read: (seen: RecordedExchange) => Finding<Option>) =>
  byAnswer(
    { operation: lists.resources },
    (seen) => (seen === undefined ? notSeen() : read(seen)),
    (seen) => asksPage()(seen) && isServed(seen),
  )

/** A page of this machine, and a page elsewhere. */
const origins = { near: 'http://localhost:5173', far: 'https://example.com' } as const

function allows({ headers, origin }: RecordedExchange): boolean {
  const allowed = headers['access-control-allow-origin']
  return allowed === '*' || (allowed !== undefined && allowed === origin)
}

/** Finds out which pages may use the API: each asks for a list, and if it may, as its browser would ask before. */
async function corsOf(session: Session): Promise<Finding<Choice<'cors'>>> {
  const ask = async (origin: string): Promise<readonly RecordedExchange[]> => {
    const page = { operation: lists.resources, origin }
    const list = await session.see(page, (seen) => seen.origin === origin && isServed(seen))
    if (list === undefined || !isServed(list)) return []
    const preflight = { ...page, method: 'OPTIONS', preflight: 'GET', key: 'none' } as const
    const before = await session.see(preflight, (seen) => seen.origin === origin && seen.preflight !== undefined)
    return before === undefined ? [] : [list, before]
  }
  const [near, far] = [await ask(origins.near), await ask(origins.far)]
  const evidence = [...near, ...far]
  if (near.length === 0 || far.length === 0) return notSeen()
  return pick(
    {
      any: evidence.every(allows),
      none: !evidence.some(allows),
      loopback_origins: near.every(allows) && !far.some(allows),
    },
    ...evidence,
  )
}

/** Finds the precision that all dates have. */
function precisionIn(seen: Seen): Finding<Choice<'timestampPrecision'>> {
  const items = itemsOf(seen)
  const dates = ['created_at', 'timestamp', 'created_date'].flatMap((field) => textsOf(items, field))
  const have = (form: RegExp): boolean => dates.every((date) => form.test(date))
  if (dates.length === 0) return unknown('no record has a date', seen)
  if (have(/:\d\d(?:Z|[+-]\d\d:\d\d)$/)) return found('seconds', seen)
  return have(/:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/)
    ? found('milliseconds', seen)
    : unknown('the dates have other forms, or several forms', seen)
}

/** Probes of every answer (§1, §2, §9). */
export const formProbes: Probes<keyof typeof formRows> = {
  timestampPrecision: byPage(precisionIn),
  absentOptional: {
    hiddenBy: [{ row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no optional field' }],
    find: async (session) => {
      const job = await lackingJob(session)
      if (job?.shown === undefined) return unknown('no job lacks a value that another job has')
      return found(job.shown, ...job.evidence)
    },
  },
  contentType: byPage((seen) => {
    const type = seen.headers['content-type'] ?? ''
    if (type.toLowerCase() === jsonType) return found('json', seen)
    return /charset=utf-8/i.test(type)
      ? found('with_charset', seen)
      : unknown({ reason: 'the Content-Type is', said: type }, seen)
  }),
  deprecation: byPage((seen) => {
    const given = ['sunset', 'deprecation'].filter((name) => seen.headers[name] !== undefined)
    if (given.length === 1) return unknown(`it has only one of the two headers: ${given.join()}`, seen)
    return found(given.length === 0 ? 'absent' : 'sunset', seen)
  }),
  cors: { find: corsOf },
}
