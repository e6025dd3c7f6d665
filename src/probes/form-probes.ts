import type { formRows } from '../assumptions/form-rows.ts'
import { jsonType } from '../spec/headers.ts'
import { asksPage, lists, notSeen, textsOf } from './asks.ts'
import { isServed, itemsOf, type Seen } from './exchange.ts'
import { lackingJob } from './job-probes.ts'
import { found, type Probes, unknown } from './probe.ts'
import type { Session } from './session.ts'

const seePage = (session: Session): Promise<Seen | undefined> =>
  session.see({ operation: lists[0] }, (seen) => asksPage()(seen) && isServed(seen))

/** What finds out the form of answers (§1, §2, §9). */
export const formProbes: Probes<keyof typeof formRows> = {
  timestampPrecision: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      const items = itemsOf(seen)
      const [date] = ['created_at', 'timestamp', 'created_date'].flatMap((field) => textsOf(items, field))
      if (date === undefined) return unknown('no record has a date', seen)
      return found(/\.\d{3}/.test(date) ? 'milliseconds' : 'seconds', seen)
    },
  },
  absentOptional: {
    hiddenBy: [{ row: 'jobRecord', options: ['minimal'], reason: 'a minimal record has no optional field' }],
    find: async (session) => {
      const job = await lackingJob(session)
      if (job === undefined) return unknown('no job lacks a value that is optional')
      return found(job.shown, ...job.evidence)
    },
  },
  contentType: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      const type = seen.headers['content-type'] ?? ''
      if (type.toLowerCase() === jsonType) return found('json', seen)
      return /charset=utf-8/i.test(type) ? found('with_charset', seen) : unknown(`the Content-Type is ${type}`, seen)
    },
  },
  deprecation: {
    find: async (session) => {
      const seen = await seePage(session)
      if (seen === undefined) return notSeen()
      return found(
        seen.headers['sunset'] === undefined && seen.headers['deprecation'] === undefined ? 'absent' : 'sunset',
        seen,
      )
    },
  },
}
