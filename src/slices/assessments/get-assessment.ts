import * as z from 'zod/mini'

import { phaseAt } from '../../engine/lifecycle.ts'
import type { Exchange } from '../../http/exchange.ts'
import { defineGet } from '../../http/operation.ts'
import { notFound, readId } from '../../http/read-id.ts'
import { itemReply } from '../../http/reply.ts'
import { itemEnvelope } from '../../spec/envelope.ts'
import { type Assessment, assessments, assessmentSchema, creationSchema, stateName } from './assessment.ts'
import { assessmentIdKind, blankRecord, creationResult, recordOf } from './text.ts'

/** `GET /security/assessments/{id}` (§4.1). */
export const getAssessment = defineGet({
  id: 'getAssessment',
  path: '/security/assessments/{id}',
  permission: { area: 'security', action: 'read' },
  answer: itemEnvelope(z.union([assessmentSchema, creationSchema])),
  readId: (_exchange, id) => readId(id, 'id', assessmentIdKind),
  handle: (exchange, id) => {
    const assessment = assessments(exchange.sandbox).get(id)
    if (assessment === undefined) throw notFound('id', id)
    return itemReply(toText(exchange, assessment))
  },
})

function toText({ assume, nowMs }: Exchange, assessment: Assessment): string {
  const phase = phaseAt(assessment.course, nowMs)
  if (phase === 'completed') return recordOf(assume, assessment)
  const answer = phase === 'failed' ? assume('failedRead') : assume('pendingRead')
  if (answer === 'not_found') throw notFound('id', assessment.id)
  if (answer === 'blank_record') return blankRecord(assume, assessment)
  return creationResult(assume, assessment, stateName(assume, phase))
}
