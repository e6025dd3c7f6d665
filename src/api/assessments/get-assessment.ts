import { readId } from '../../http/read-id.ts'
import type { Exchange } from '../../http/request-context.ts'
import { idShape } from '../../random/ids.ts'
import { defineGet } from '../define-operation.ts'
import { type Assessment, assessments, stateName } from './assessment.ts'
import { assessmentShape } from './schemas.ts'
import { assessmentIdKind, blankRecord, creationResult, recordOf } from './serialize.ts'

/** `GET /security/assessments/{id}` (§4.1). */
export const getAssessment = defineGet({
  id: 'getAssessment',
  area: 'assessments',
  path: '/security/assessments/{id}',
  collection: assessments,
  permission: 'security:read',
  summary: 'Gets an assessment',
  idShape: () => idShape(assessmentIdKind),
  shape: assessmentShape,
  readId: (_exchange, id) => readId(id, 'id', assessmentIdKind),
  handle: (exchange, id) => {
    const assessment = assessments(exchange.sandbox).get(id)
    return assessment === undefined ? undefined : toText(exchange, assessment)
  },
})

function toText(exchange: Exchange, assessment: Assessment): string | undefined {
  const { assume } = exchange
  const phase = exchange.phaseOf(assessment.course)
  if (phase === 'completed') return recordOf(assume, assessment)
  const answer = phase === 'failed' ? assume('failedRead') : assume('pendingRead')
  if (answer === 'not_found') return undefined
  if (answer === 'blank_record') return blankRecord(assume, assessment)
  return creationResult(assume, assessment, stateName(assume, phase))
}
