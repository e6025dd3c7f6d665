import type { assessmentRows } from '../../assumptions/rows/assessments.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { parseIsoDate } from '../../time/instant.ts'
import { type Finding, found, type Probes, unknown } from '../probe.ts'
import {
  at,
  codeOf,
  dateOf,
  isServed,
  itemsOf,
  paginationOf,
  type RecordedExchange,
  recordOf,
  textAt,
} from '../recorded-exchange.ts'
import { fullPage, lists, noSuchValue, notSeen, refusedOrEmpty, unexpected } from '../requests.ts'
import type { Session } from '../session.ts'
import { begin, follow, isBlank, isDone, isFull } from './assessment-life.ts'

const { assessments } = lists

/** The shortest time that separates a creation from a completion, and the error of whole seconds. */
const [leastMs, slackMs] = [2_000, 1_000] as const

const tooLong = () => unknown('an assessment could not be followed to its end')

const noBeginning = () => unknown('no assessment was found before its end')

/** Most records that are read to find their severities. */
const mostRecords = 5

/** Fewest records with a high finding that rule out critical ones. */
const fewestHigh = 3

/** The first completed records of the list. */
function completed(
  session: Session,
): Promise<readonly { readonly seen: RecordedExchange; readonly record: JsonObject }[]> {
  return session.once('completed assessments', async () => {
    const page = await fullPage(session, assessments)
    const scored = (page === undefined ? [] : itemsOf(page)).filter(
      ({ score }) => typeof score === 'number' && score > 0,
    )
    const records = []
    for (const { id } of scored) {
      if (records.length === mostRecords) break
      const seen = await session.see({ operation: 'getAssessment', id: String(id) })
      const record = seen === undefined ? undefined : recordOf(seen)
      if (seen !== undefined && record !== undefined && isFull(record)) records.push({ seen, record })
    }
    return records
  })
}

function severitiesOf(record: JsonObject): readonly unknown[] {
  const findings = at(record, 'findings')
  return Array.isArray(findings) ? findings.map((finding) => at(finding, 'severity')) : []
}

/** Finds the time that the timestamp of an assessment shows. @param answers the answers about it from its creation to its end */
function timestampOf(
  created: RecordedExchange,
  answers: readonly RecordedExchange[],
): Finding<'created' | 'completed'> {
  const [last] = answers.slice(-1)
  const timestamp = parseIsoDate(textAt(last?.json, 'data', 'timestamp') ?? '')
  const before = answers.findLast((seen) => !isDone(seen))
  const [createdAt, pendingAt] = [created, before].map((seen) => (seen === undefined ? undefined : dateOf(seen)))
  if (last === undefined || !isDone(last) || timestamp?.kind !== 'instant' || createdAt === undefined) return tooLong()
  if (pendingAt === undefined || pendingAt - createdAt < leastMs) return unknown('it completed too soon to tell', last)
  if (Math.abs(timestamp.atMs - createdAt) < leastMs) return found('created', created, last)
  return timestamp.atMs >= pendingAt - slackMs
    ? found('completed', created, last)
    : unknown('its timestamp is neither its creation nor its completion', created, last)
}

/** Probes of assessments and their states (§2.2, §3). */
export const assessmentProbes: Probes<keyof typeof assessmentRows> = {
  assessmentStates: {
    needs: ['write', 'wait'],
    hiddenBy: [
      {
        row: 'pendingRead',
        options: ['not_found', 'blank_record'],
        reason: 'an assessment is not shown with its state before it completes',
      },
    ],
    find: async (session) => {
      const answers = await follow(session)
      if (answers === undefined) return tooLong()
      const states = answers.map((seen) => textAt(recordOf(seen), 'status'))
      const last = answers.at(-1)
      if (states.includes('in_progress')) return found('pending_in_progress_completed', ...answers)
      const hasEnded = last !== undefined && (isDone(last) || states.at(-1) === 'failed')
      return hasEnded && states.filter((state) => state === 'pending').length > 2
        ? found('pending_completed', ...answers)
        : unexpected(...answers)
    },
  },
  pendingRead: {
    needs: ['write'],
    find: async (session) => {
      const { early, created } = (await begin(session)) ?? {}
      if (early === undefined || created === undefined) return noBeginning()
      if (codeOf(early) === 'resource_not_found') return found('not_found', created, early)
      const record = recordOf(early)
      if (textAt(record, 'estimated_completion_time') !== undefined) return found('creation_result', created, early)
      if (isBlank(record)) return found('blank_record', created, early)
      return isFull(record) ? unknown('it completed at once', created, early) : unexpected(created, early)
    },
  },
  pendingListed: {
    needs: ['write'],
    find: async (session) => {
      const { listed, id, early } = (await begin(session)) ?? {}
      if (listed === undefined || early === undefined) return noBeginning()
      if (isDone(early)) return unknown('it completed at once', early)
      if (!isServed(listed)) return unexpected(listed)
      const item = itemsOf(listed).find((other) => textAt(other, 'id') === id)
      if (item === undefined) {
        const isWhole = paginationOf(listed)?.total_items === itemsOf(listed).length
        return isWhole
          ? found('hidden', listed)
          : unknown('the resource has more assessments than fit on a page', listed)
      }
      if (item['score'] === null) return found('score_null', listed)
      return item['score'] === 0 ? found('score_zero', listed) : unexpected(listed)
    },
  },
  failedRead: {
    needs: ['failedAssessment'],
    find: async (session) => {
      const id = session.failedAssessment
      const isFailed = (other: RecordedExchange): boolean =>
        other.operation === 'getAssessment' && textAt(recordOf(other), 'status') === 'failed'
      const seen =
        session.seen.find(isFailed) ??
        (id === undefined ? undefined : await session.see({ operation: 'getAssessment', id }))
      if (seen === undefined) return notSeen()
      if (codeOf(seen) === 'resource_not_found') return found('not_found', seen)
      return isFailed(seen) ? found('creation_result', seen) : unknown('it did not fail', seen)
    },
  },
  recordStatusField: {
    find: async (session) => {
      const [first] = await completed(session)
      if (first === undefined) return unknown('no completed assessment was found')
      return found(Object.hasOwn(first.record, 'status') ? 'present' : 'absent', first.seen)
    },
  },
  assessmentTimestamp: {
    needs: ['write', 'wait'],
    find: async (session) => {
      const beginning = await begin(session)
      const answers = await follow(session)
      return beginning === undefined || answers === undefined ? tooLong() : timestampOf(beginning.created, answers)
    },
  },
  severityValues: {
    find: async (session) => {
      const records = await completed(session)
      const critical = records.find(({ record }) => severitiesOf(record).includes('critical'))
      if (critical !== undefined) return found('with_critical', critical.seen)
      const high = records.filter(({ record }) => severitiesOf(record).includes('high'))
      return high.length >= fewestHigh
        ? found('three', ...high.map(({ seen }) => seen))
        : unknown('too few records have a high finding')
    },
  },
  assessmentTypeFilter: {
    find: async (session) =>
      refusedOrEmpty(await session.see({ operation: assessments, query: `resource_type=${noSuchValue}` })),
  },
}
