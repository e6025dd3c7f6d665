import type { Choice } from '../../assumptions/register.ts'
import type { assessmentRows } from '../../assumptions/rows/assessments.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { type Finding, found, notSeen, pick, type Probes, unexpected, unknown } from '../probe.ts'
import {
  at,
  codeOf,
  dateOf,
  isServed,
  isWhole,
  itemsOf,
  type RecordedExchange,
  recordOf,
  textAt,
} from '../recorded-exchange.ts'
import { byFilter, fullPage, instantOf, lists, noSuchValue } from '../requests.ts'
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

interface Completed {
  readonly seen: RecordedExchange
  readonly record: JsonObject
}

/** The first completed records of the list. */
function completed(session: Session): Promise<readonly Completed[]> {
  return session.once('completed assessments', async () => {
    const items = itemsOf(await fullPage(session, assessments))
    const records: Completed[] = []
    for (const { id, score } of items) {
      if (records.length === mostRecords) break
      if (typeof score !== 'number' || score <= 0) continue
      const seen = await session.see({ operation: 'getAssessment', id: String(id) })
      const record = recordOf(seen)
      if (seen !== undefined && record !== undefined && isFull(record)) records.push({ seen, record })
    }
    return records
  })
}

function hasSeverity({ record }: Completed, severity: string): boolean {
  const findings = at(record, 'findings')
  return Array.isArray(findings) && findings.some((finding) => at(finding, 'severity') === severity)
}

/** Finds the time that the timestamp of an assessment shows. */
async function timestampOf(session: Session): Promise<Finding<Choice<'assessmentTimestamp'>>> {
  const { created } = (await begin(session)) ?? {}
  const answers = (await follow(session)) ?? []
  const last = answers.at(-1)
  const atMs = instantOf(textAt(recordOf(last), 'timestamp'))
  const createdAt = dateOf(created)
  const pendingAt = dateOf(answers.findLast((seen) => !isDone(seen)))
  if (!isDone(last) || atMs === undefined || createdAt === undefined) return tooLong()
  if (pendingAt === undefined || pendingAt - createdAt < leastMs) return unknown('it completed too soon to tell', last)
  if (Math.abs(atMs - createdAt) < leastMs) return found('created', created, last)
  return atMs >= pendingAt - slackMs
    ? found('completed', created, last)
    : unknown('its timestamp is neither its creation nor its completion', created, last)
}

/** Finds how the list shows an assessment that has not completed. */
async function pendingListedOf(session: Session): Promise<Finding<Choice<'pendingListed'>>> {
  const { listed, id, early } = (await begin(session)) ?? {}
  if (listed === undefined) return noBeginning()
  if (isDone(early)) return unknown('it completed at once', early)
  if (!isServed(listed)) return unexpected(listed)
  const item = itemsOf(listed).find((other) => textAt(other, 'id') === id)
  if (item !== undefined) return pick({ score_null: item['score'] === null, score_zero: item['score'] === 0 }, listed)
  return isWhole(listed)
    ? found('hidden', listed)
    : unknown('the resource has more assessments than fit on a page', listed)
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
      const hasEnded = isDone(answers.at(-1)) || states.at(-1) === 'failed'
      return pick(
        {
          pending_in_progress_completed: states.includes('in_progress'),
          pending_completed: hasEnded && states.filter((state) => state === 'pending').length > 2,
        },
        ...answers,
      )
    },
  },
  pendingRead: {
    needs: ['write'],
    find: async (session) => {
      const { early, created } = (await begin(session)) ?? {}
      if (early === undefined) return noBeginning()
      const record = recordOf(early)
      const isResult = textAt(record, 'estimated_completion_time') !== undefined
      const isOther = codeOf(early) === 'resource_not_found' || isResult || isBlank(record)
      if (!isOther && isFull(record)) return unknown('it completed at once', created, early)
      return pick(
        {
          not_found: codeOf(early) === 'resource_not_found',
          creation_result: isResult,
          blank_record: isBlank(record),
        },
        created,
        early,
      )
    },
  },
  pendingListed: { needs: ['write'], find: pendingListedOf },
  failedRead: {
    needs: ['failedAssessment'],
    find: async (session) => {
      const id = session.options.failedAssessment
      const isFailed = (other: RecordedExchange): boolean =>
        other.operation === 'getAssessment' && textAt(recordOf(other), 'status') === 'failed'
      const known = session.seen.find(isFailed)
      const seen = known ?? (id === undefined ? undefined : await session.see({ operation: 'getAssessment', id }))
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
  assessmentTimestamp: { needs: ['write', 'wait'], find: timestampOf },
  severityValues: {
    find: async (session) => {
      const records = await completed(session)
      const critical = records.find((one) => hasSeverity(one, 'critical'))
      if (critical !== undefined) return found('with_critical', critical.seen)
      const high = records.filter((one) => hasSeverity(one, 'high'))
      return high.length >= fewestHigh
        ? found('three', ...high.map(({ seen }) => seen))
        : unknown('too few records have a high finding')
    },
  },
  assessmentTypeFilter: byFilter(assessments, `resource_type=${noSuchValue}`),
}
