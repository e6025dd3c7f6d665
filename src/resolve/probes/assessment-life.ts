import type { JsonObject } from '../../lib/merge-patch.ts'
import { maxPageSize } from '../../spec/limits.ts'
import { assessmentBody, subjectOf } from '../creations.ts'
import { at, dateOf, type RecordedExchange, recordOf, type Seen, textAt } from '../recorded-exchange.ts'
import { instantOf, lists, queryOf } from '../requests.ts'
import type { Session } from '../session.ts'

const { assessments } = lists

/** A created assessment, and the answers about it before it can have completed. */
interface Beginning {
  readonly created: RecordedExchange
  readonly id: string
  readonly early: RecordedExchange
  readonly listed: Seen
}

/** Creates an assessment, and gets it at once. In a recording, it finds one that was read right after its creation. */
export function begin(session: Session): Promise<Beginning | undefined> {
  return session.once('an assessment', async () =>
    session.isReplay ? recordedBeginning(session) : makeBeginning(session),
  )
}

async function makeBeginning(session: Session): Promise<Beginning | undefined> {
  const subject = await subjectOf(session)
  if (subject === undefined) return undefined
  const created = await session.ask({ operation: 'createAssessment', body: JSON.stringify(assessmentBody(subject)) })
  const id = textAt(recordOf(created), 'id')
  if (created === undefined || id === undefined) return undefined
  const early = await session.ask({ operation: 'getAssessment', id })
  const query = queryOf({ resource_id: subject.id, limit: maxPageSize })
  const listed = await session.ask({ operation: assessments, query })
  return early === undefined ? undefined : { created, id, early, listed }
}

function recordedBeginning({ seen }: Session): Beginning | undefined {
  for (const [position, created] of seen.entries()) {
    const id = created.operation === 'createAssessment' ? textAt(recordOf(created), 'id') : undefined
    const isOfIt = (later: RecordedExchange): boolean =>
      later.operation === 'getAssessment' && later.method === 'GET' && later.id === id && later.query.length === 0
    const early = seen.slice(position + 1).find((later) => isOfIt(later) && later.key === created.key)
    if (id !== undefined && early !== undefined && !isDone(early)) return { created, id, early, listed: undefined }
  }
  return undefined
}

/** Says if an answer has the results of an assessment, and not a blank record. */
export const isDone = (seen: Seen): boolean => isFull(recordOf(seen)) && !isBlank(recordOf(seen))

export const isFull = (record: JsonObject | undefined): boolean => Array.isArray(at(record, 'findings'))

export function isBlank(record: JsonObject | undefined): boolean {
  const findings = at(record, 'findings')
  const isEmpty = at(record, 'score') === 0 && Array.isArray(findings) && findings.length === 0
  return isEmpty && at(record, 'summary', 'passing_checks') === 0
}

/** The time that the service expects an assessment to take. */
function estimateMs({ created }: Beginning): number | undefined {
  const endMs = instantOf(textAt(recordOf(created), 'estimated_completion_time'))
  const nowMs = dateOf(created)
  return endMs === undefined || nowMs === undefined ? undefined : Math.max(0, endMs - nowMs)
}

/** The parts of the expected time before each further get, and the time after all of it. */
const looks = [0.3, 0.3, 0.3, 0.1] as const
const afterwardsMs = 3_000

/** Follows an assessment to its end; undefined if so much time may not pass. */
export function follow(session: Session): Promise<readonly RecordedExchange[] | undefined> {
  return session.once('an assessment to its end', async () => {
    const beginning = await begin(session)
    const wholeMs = beginning === undefined ? undefined : estimateMs(beginning)
    if (beginning === undefined || wholeMs === undefined) return undefined
    const answers: RecordedExchange[] = [beginning.early]
    for (const [position, part] of looks.entries()) {
      const isLast = position === looks.length - 1
      if (!(await session.wait(Math.ceil(wholeMs * part) + (isLast ? afterwardsMs : 0)))) return undefined
      const seen = await session.ask({ operation: 'getAssessment', id: beginning.id })
      if (seen !== undefined) answers.push(seen)
    }
    return answers
  })
}
