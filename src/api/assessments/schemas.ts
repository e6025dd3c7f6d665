import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/schema-context.ts'
import { idSchema } from '../../random/ids.ts'
import { instantFormat } from '../../time/instant.ts'
import type { Status } from '../../time/lifecycle.ts'
import { resourceIdKind } from '../resource-id.ts'
import { assessmentItemSchema, assessments, assessmentSchema, creationSchema, stateName } from './assessment.ts'
import { severities } from './checks.ts'
import { findingSchema } from './scan.ts'

export function resourceIdSchema({ assume }: Pick<SchemaContext, 'assume'>): z.ZodMiniType<string> {
  return idSchema(resourceIdKind(assume('resourceIdFormat')))
}

export function assessmentItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('AssessmentItem', () =>
    z.extend(assessmentItemSchema, {
      resource_id: resourceIdSchema(context),
      timestamp: instantFormat(context.assume('timestampPrecision')),
      score: context.assume('pendingListed') === 'score_null' ? z.nullable(z.int()) : z.int(),
    }),
  )
}

export function createdResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('CreatedAssessment', () => creationOf(context, ['pending']))
}

/** The response of a get under the choices of a sandbox: the record, or the form of one that has not completed. */
export function assessmentResponse(context: SchemaContext): z.ZodMiniType {
  const record = context.component('Assessment', () => recordOf(context))
  const statuses = unfinishedStatuses(context.assume)
  if (statuses.length === 0) return record
  return z.union([record, context.component('UnfinishedAssessment', () => creationOf(context, statuses))])
}

/** The statuses in which a get answers the creation result. */
export function unfinishedStatuses(assume: Assume): readonly Status[] {
  const pending: readonly Status[] = assume('pendingRead') === 'creation_result' ? ['pending', 'running'] : []
  return assume('failedRead') === 'creation_result' ? [...pending, 'failed'] : pending
}

function creationOf(context: SchemaContext, statuses: readonly Status[]) {
  const { assume } = context
  return z.extend(creationSchema, {
    resource_id: resourceIdSchema(context),
    status: z.enum([...new Set(statuses.map((status) => stateName(assume, status)))]),
    estimated_completion_time: instantFormat(assume('timestampPrecision')),
  })
}

/** The severities that findings have: those that the register names, and those that records have now. */
function severitiesOf({ assume, sandbox }: SchemaContext): ReadonlySet<string> {
  const gravest = assume('severityValues') === 'with_critical' ? ['critical'] : []
  return new Set([...gravest, ...severities, ...assessments(sandbox).values('severity')])
}

function recordOf(context: SchemaContext) {
  const { assume } = context
  const record = z.extend(z.omit(assessmentSchema, { status: true }), {
    resource_id: resourceIdSchema(context),
    timestamp: instantFormat(assume('timestampPrecision')),
    score: z.int(),
    findings: z.array(z.extend(findingSchema, { severity: z.enum([...severitiesOf(context)]) })),
  })
  if (assume('recordStatusField') === 'absent') return record
  const status = z.literal('completed')
  // A record with nothing in it has no status: it has not completed.
  return z.extend(record, { status: assume('pendingRead') === 'blank_record' ? z.optional(status) : status })
}
