import type { Choice } from '../../assumptions/register.ts'
import type { formRows } from '../../assumptions/rows/form.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { jsonType } from '../../spec/headers.ts'
import { type Finding, found, type Probes, unknown } from '../probe.ts'
import { isServed, itemsOf, type RecordedExchange } from '../recorded-exchange.ts'
import { asksPage, lists, notSeen, textsOf, unexpected } from '../requests.ts'
import type { Session } from '../session.ts'
import { lackingJob } from './jobs.ts'

const seePage = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: lists.resources }, (seen) => asksPage()(seen) && isServed(seen))

/** The end of a date-time of each precision. */
const precisions = {
  seconds: /:\d\d(?:Z|[+-]\d\d:\d\d)$/,
  milliseconds: /:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/,
} as const

/** A page of this machine, and a page elsewhere. */
const origins = { near: 'http://localhost:5173', far: 'https://example.com' } as const

function allows({ headers, origin }: RecordedExchange): boolean {
  const allowed = headers['access-control-allow-origin']
  return allowed === '*' || (allowed !== undefined && allowed === origin)
}

/** Finds out which pages may use the API: each asks for a list, and if it may, as its browser would ask before. */
async function corsOf(session: Session): Promise<Finding<Choice<'cors'>>> {
  const ask = async (origin: string): Promise<readonly RecordedExchange[]> => {
    const isOfPage = (seen: RecordedExchange): boolean => seen.origin === origin && isServed(seen)
    const isPreflight = (seen: RecordedExchange): boolean => seen.origin === origin && seen.preflight !== undefined
    const page = { operation: lists.resources, origin }
    const list = await session.see(page, isOfPage)
    if (list === undefined || !isServed(list)) return []
    const preflight = { ...page, method: 'OPTIONS', preflight: 'GET', key: 'none' } as const
    const before = await session.see(preflight, isPreflight)
    return before === undefined ? [] : [list, before]
  }
  const [near, far] = [await ask(origins.near), await ask(origins.far)]
  const evidence = [...near, ...far]
  if (near.length === 0 || far.length === 0) return notSeen()
  if (evidence.every(allows)) return found('any', ...evidence)
  if (!evidence.some(allows)) return found('none', ...evidence)
  return near.every(allows) && !far.some(allows) ? found('loopback_origins', ...evidence) : unexpected(...evidence)
}

/** Probes of every answer (§1, §2, §9). */
export const formProbes: Probes<keyof typeof formRows> = {
  timestampPrecision: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      const items = itemsOf(seen)
      const dates = ['created_at', 'timestamp', 'created_date'].flatMap((field) => textsOf(items, field))
      if (dates.length === 0) return unknown('no record has a date', seen)
      const precision = keysOf(precisions).find((name) => dates.every((date) => precisions[name].test(date)))
      return precision === undefined
        ? unknown('the dates have other forms, or several forms', seen)
        : found(precision, seen)
    },
  },
  absentOptional: {
    hiddenBy: [{ row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no optional field' }],
    find: async (session) => {
      const job = await lackingJob(session)
      if (job?.shown === undefined) return unknown('no job lacks a value that another job has')
      return found(job.shown, ...job.evidence)
    },
  },
  contentType: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      const type = seen.headers['content-type'] ?? ''
      if (type.toLowerCase() === jsonType) return found('json', seen)
      return /charset=utf-8/i.test(type)
        ? found('with_charset', seen)
        : unknown({ reason: 'the Content-Type is', said: type }, seen)
    },
  },
  deprecation: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      const given = ['sunset', 'deprecation'].filter((name) => seen.headers[name] !== undefined)
      if (given.length === 1) return unknown(`it has only one of the two headers: ${given.join()}`, seen)
      return found(given.length === 0 ? 'absent' : 'sunset', seen)
    },
  },
  cors: { find: corsOf },
}
