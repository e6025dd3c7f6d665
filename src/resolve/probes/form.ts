import type { formRows } from '../../assumptions/rows/form.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { jsonType } from '../../spec/headers.ts'
import { found, type Probes, unknown } from '../probe.ts'
import { isServed, itemsOf, type RecordedExchange } from '../recorded-exchange.ts'
import { asksPage, lists, notSeen, textsOf } from '../requests.ts'
import type { Session } from '../session.ts'
import { lackingJob } from './jobs.ts'

const seePage = (session: Session): Promise<RecordedExchange | undefined> =>
  session.see({ operation: lists.resources }, (seen) => asksPage()(seen) && isServed(seen))

/** The end of a date-time of each precision. */
const precisions = {
  seconds: /:\d\d(?:Z|[+-]\d\d:\d\d)$/,
  milliseconds: /:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/,
} as const

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
}
