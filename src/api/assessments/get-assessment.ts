import type { Assume } from '../../assumptions/register.ts'
import { idParameter } from '../../http/path-parameters.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { defineGet } from '../define-operation.ts'
import { type Assessment, assessments, knownStates, shownState, stateName } from './assessment.ts'
import { assessmentResponse, unfinishedStatuses } from './schemas.ts'
import { assessmentIdKind, blankRecord, creationResult, recordOf } from './serialize.ts'

/** `GET /security/assessments/{id}` (§4.1). */
export const getAssessment = defineGet({
  id: 'getAssessment',
  path: '/security/assessments/{id}',
  permission: 'security:read',
  summary: 'Gets an assessment',
  states: { names: statesOf, of: shownState },
  parameters: { id: idParameter(() => assessmentIdKind) },
  schema: assessmentResponse,
  handle: (ctx, { id }) => {
    const assessment = assessments(ctx.sandbox).get(id)
    return assessment === undefined ? undefined : toText(ctx, assessment)
  },
})

function statesOf(assume: Assume): readonly string[] {
  const unfinished = unfinishedStatuses(assume).map((status) => stateName(assume, status))
  const shown = new Set([...unfinished, 'completed'])
  if (assume('pendingRead') === 'blank_record') shown.add('pending')
  return knownStates.filter((name) => shown.has(name))
}

function toText(ctx: RequestContext, assessment: Assessment): string | undefined {
  const { assume } = ctx
  const status = ctx.showStatus(assessment.lifecycle)
  if (status === 'completed') return recordOf(ctx, assessment)
  const answer = status === 'failed' ? assume('failedRead') : assume('pendingRead')
  if (answer === 'not_found') return undefined
  if (answer === 'blank_record') return blankRecord(assume, assessment)
  return creationResult(assume, assessment, stateName(assume, status))
}
