import { idParameter } from '../../http/path-parameters.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { defineGet } from '../define-operation.ts'
import { type Assessment, assessments, stateName } from './assessment.ts'
import { assessmentResponse } from './schemas.ts'
import { assessmentIdKind, blankRecord, creationResult, recordOf } from './serialize.ts'

/** `GET /security/assessments/{id}` (§4.1). */
export const getAssessment = defineGet({
  id: 'getAssessment',
  path: '/security/assessments/{id}',
  collection: assessments,
  permission: 'security:read',
  summary: 'Gets an assessment',
  parameters: { id: idParameter(() => assessmentIdKind) },
  schema: assessmentResponse,
  handle: (ctx, { id }) => {
    const assessment = assessments(ctx.sandbox).get(id)
    return assessment === undefined ? undefined : toText(ctx, assessment)
  },
})

function toText(ctx: RequestContext, assessment: Assessment): string | undefined {
  const { assume } = ctx
  const status = ctx.statusOf(assessment.lifecycle)
  if (status === 'completed') return recordOf(assume, assessment)
  const answer = status === 'failed' ? assume('failedRead') : assume('pendingRead')
  if (answer === 'not_found') return undefined
  if (answer === 'blank_record') return blankRecord(assume, assessment)
  return creationResult(assume, assessment, stateName(assume, status))
}
