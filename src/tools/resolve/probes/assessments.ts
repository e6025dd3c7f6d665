import type { Choice } from '../../../core/assumptions/register.ts'
import type { assessmentRows } from '../../../core/assumptions/rows/assessments.ts'
import type { JsonObject } from '../../../core/lib/merge-patch.ts'
import { maxPageSize } from '../../../core/spec/limits.ts'
import { byFilter, pickOption, type Probes, unexpected } from '../probe.ts'
import { at, type RecordedExchange, textAt } from '../recorded-exchange.ts'
import { assessmentBody, assessments, instantOf, itemsIn, noSuchValue, queryOf, subjectOf } from '../requests.ts'
import { type Session, unknownOption } from '../session.ts'

/** Returns a created assessment and an early answer about it, which was requested before it can have completed. */
async function createAndGet(session: Session) {
  const started = await session.once('an assessment', async () =>
    session.isReplay ? recordedStart(session) : makeStart(session),
  )
  session.cite(started.created, started.early)
  return started
}

async function makeStart(session: Session) {
  const body = JSON.stringify(assessmentBody(await subjectOf(session)))
  const created = await session.ask({ operation: 'createAssessment', body })
  const id = textAt(created.record, 'id')
  if (id === undefined) throw unexpected(created)
  return { created, id, early: await session.ask({ operation: 'getAssessment', id }) }
}

function recordedStart({ seen }: Session) {
  for (const [position, created] of seen.entries()) {
    const id = created.operation === 'createAssessment' ? textAt(created.record, 'id') : undefined
    const isAboutIt = (later: RecordedExchange): boolean =>
      later.operation === 'getAssessment' && later.method === 'GET' && later.id === id && later.query.length === 0
    const early = seen.slice(position + 1).find((later) => isAboutIt(later) && later.key === created.key)
    if (id !== undefined && early !== undefined && !isDone(early)) return { created, id, early }
  }
  throw unknownOption('no assessment was read before it completed')
}

/** True for an answer with the results of an assessment, false for a blank record. */
const isDone = (seen: RecordedExchange | undefined): boolean => isFull(seen?.record) && !isBlank(seen?.record)

const isFull = (record: JsonObject | undefined): boolean => Array.isArray(at(record, 'findings'))

function isBlank(record: JsonObject | undefined): boolean {
  const findings = at(record, 'findings')
  const isEmpty = at(record, 'score') === 0 && Array.isArray(findings) && findings.length === 0
  return isEmpty && at(record, 'summary', 'passing_checks') === 0
}

/** The share of the expected duration to wait before each get, and the extra wait before the last. */
const waitShares = [0.3, 0.3, 0.3, 0.1] as const
const extraMs = 3_000

async function follow(session: Session): Promise<readonly RecordedExchange[]> {
  const answers = await session.once('an assessment to its end', async () => {
    const { created, id, early } = await createAndGet(session)
    const endMs = instantOf(textAt(created.record, 'estimated_completion_time'))
    const nowMs = created.dateMs
    if (endMs === undefined || nowMs === undefined) throw unknownOption('its creation does not say when it completes')
    const answers: RecordedExchange[] = [early]
    for (const part of waitShares) {
      await session.wait(Math.ceil(Math.max(0, endMs - nowMs) * part) + (part === waitShares.at(-1) ? extraMs : 0))
      answers.push(await session.ask({ operation: 'getAssessment', id }))
    }
    return answers
  })
  session.cite(...answers)
  return answers
}

/** The least time that separates creation from completion, and the error of timestamps in whole seconds. */
const [minMs, slackMs] = [2_000, 1_000] as const

/** The records that are read to find their severities. */
const maxRecords = 5

/** This many records with a high finding rule out critical ones. */
const minHigh = 3

async function completed(session: Session): Promise<readonly RecordedExchange[]> {
  const records: RecordedExchange[] = []
  for (const { id, score } of await itemsIn(session, assessments)) {
    if (records.length === maxRecords) break
    if (typeof score !== 'number' || score <= 0) continue
    const seen = await session.look({ operation: 'getAssessment', id: String(id) })
    if (seen !== undefined && isFull(seen.record)) records.push(seen)
  }
  return records
}

function hasSeverity(seen: RecordedExchange, severity: string): boolean {
  const findings = at(seen.record, 'findings')
  return Array.isArray(findings) && findings.some((finding) => at(finding, 'severity') === severity)
}

async function timestampOf(session: Session): Promise<Choice<'assessmentTimestamp'>> {
  const answers = await follow(session)
  const { created } = await createAndGet(session)
  const last = answers.at(-1)
  const atMs = instantOf(textAt(last?.record, 'timestamp'))
  const createdAt = created.dateMs
  const pendingAt = answers.findLast((seen) => !isDone(seen))?.dateMs
  if (!isDone(last) || atMs === undefined || createdAt === undefined) throw unknownOption('it did not complete in time')
  if (pendingAt === undefined || pendingAt - createdAt < minMs) throw unknownOption('it completed too soon to tell')
  if (Math.abs(atMs - createdAt) < minMs) return 'created'
  if (atMs >= pendingAt - slackMs) return 'completed'
  throw unknownOption('its timestamp is neither its creation nor its completion')
}

async function pendingListedOf(session: Session): Promise<Choice<'pendingListed'>> {
  const { id } = await createAndGet(session)
  const query = queryOf({ resource_id: (await subjectOf(session)).id, limit: maxPageSize })
  const listed = await session.ask({ operation: assessments, query })
  if (!listed.isServed) throw unexpected(listed)
  if (isDone(await session.ask({ operation: 'getAssessment', id }))) throw unknownOption('it completed at once')
  session.cite(listed)
  const item = listed.items.find((other) => textAt(other, 'id') === id)
  if (item !== undefined)
    return pickOption({ score_null: item['score'] === null, score_zero: item['score'] === 0 }, listed)
  if (listed.isWhole) return 'hidden'
  throw unknownOption('the resource has more assessments than fit on a page')
}

export const assessmentProbes: Probes<keyof typeof assessmentRows> = {
  assessmentStates: {
    needs: ['write', 'wait'],
    hiddenBy: { pendingRead: ['not_found', 'blank_record'] },
    find: async (session) => {
      const answers = await follow(session)
      const statuses = answers.map((seen) => textAt(seen.record, 'status'))
      if (statuses.includes('in_progress')) return 'pending_in_progress_completed'
      const hasEnded = isDone(answers.at(-1)) || statuses.at(-1) === 'failed'
      if (hasEnded && statuses.filter((status) => status === 'pending').length > 2) return 'pending_completed'
      throw unknownOption('its statuses fit no option')
    },
  },
  pendingRead: {
    needs: ['write'],
    find: async (session) => {
      const { early } = await createAndGet(session)
      const record = early.record
      if (early.code === 'resource_not_found') return 'not_found'
      if (textAt(record, 'estimated_completion_time') !== undefined) return 'creation_result'
      if (isBlank(record)) return 'blank_record'
      throw isFull(record) ? unknownOption('it completed at once') : unexpected(early)
    },
  },
  pendingListed: { needs: ['write'], find: pendingListedOf },
  failedRead: {
    needs: ['failedAssessment'],
    find: async (session) => {
      const isFailed = (other: RecordedExchange): boolean =>
        other.operation === 'getAssessment' && textAt(other.record, 'status') === 'failed'
      const { failedAssessment: id = '' } = session.options
      const seen = session.find(isFailed) ?? (await session.see({ operation: 'getAssessment', id }))
      if (seen.code === 'resource_not_found') return 'not_found'
      if (isFailed(seen)) return 'creation_result'
      throw unknownOption('it did not fail')
    },
  },
  recordStatusField: async (session) => {
    const [first] = await completed(session)
    if (first === undefined) throw unknownOption('no completed assessment was found')
    return Object.hasOwn(first.record ?? {}, 'status') ? 'present' : 'absent'
  },
  assessmentTimestamp: { needs: ['write', 'wait'], find: timestampOf },
  severityValues: async (session) => {
    const records = await completed(session)
    if (records.some((seen) => hasSeverity(seen, 'critical'))) return 'with_critical'
    if (records.filter((seen) => hasSeverity(seen, 'high')).length >= minHigh) return 'three'
    throw unknownOption('too few records have a high finding')
  },
  assessmentTypeFilter: byFilter(assessments, `resource_type=${noSuchValue}`),
}
