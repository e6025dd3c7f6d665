import * as z from 'zod/mini'

import { DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { Profile } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/types.ts'
import { idSchema, formatId, type IdKind } from '../../random/ids.ts'
import { instantFormat, formatDeadline, formatInstant } from '../../time/instant.ts'
import type { Status } from '../../time/lifecycle.ts'
import { cacheTexts } from '../define-area.ts'
import { extendedSchema } from '../extended-schema.ts'
import { resourceIdKind } from '../resources/resource.ts'
import {
  assessmentItemSchema,
  assessments,
  assessmentSchema,
  creationSchema,
  stateName,
  type Assessment,
  resultOf,
} from './assessment.ts'
import { severities } from './checks.ts'
import { findingSchema, type Result } from './scan.ts'

export function resourceIdSchema({ choices }: Pick<SchemaContext, 'choices'>): z.ZodMiniType<string> {
  return idSchema(resourceIdKind(choices.resourceIdFormat))
}

export function assessmentItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('AssessmentItem', () => {
    const item = z.extend(assessmentItemSchema, {
      resource_id: resourceIdSchema(context),
      timestamp: instantFormat(context.choices.timestampPrecision),
      score: context.choices.pendingListed === 'score_null' ? z.nullable(z.int()) : z.int(),
    })
    return extendedSchema(assessments(context.sandbox), item, true)
  })
}

export function createdResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('CreatedAssessment', () => creationOf(context, ['pending']))
}

/** The answer of a get under the choices of a sandbox: the record, or the creation result while it is unfinished. */
export function assessmentResponse(context: SchemaContext): z.ZodMiniType {
  const extended = (schema: z.ZodMiniObject) => extendedSchema(assessments(context.sandbox), schema)
  const record = context.component('Assessment', () => extended(recordSchemaOf(context)))
  const statuses = unfinishedStatuses(context.choices)
  if (statuses.length === 0) return record
  return z.union([record, context.component('UnfinishedAssessment', () => extended(creationOf(context, statuses)))])
}

/** The statuses in which a get answers the creation result. */
export function unfinishedStatuses(choices: Profile): readonly Status[] {
  const pending: readonly Status[] = choices.pendingRead === 'creation_result' ? ['pending', 'running'] : []
  return choices.failedRead === 'creation_result' ? [...pending, 'failed'] : pending
}

function creationOf(context: SchemaContext, statuses: readonly Status[]) {
  const { choices } = context
  return z.extend(creationSchema, {
    resource_id: resourceIdSchema(context),
    status: z.enum([...new Set(statuses.map((status) => stateName(choices, status)))]),
    estimated_completion_time: instantFormat(choices.timestampPrecision),
  })
}

function recordSchemaOf(context: SchemaContext) {
  const { choices, sandbox } = context
  const gravest = choices.severityValues === 'with_critical' ? ['critical'] : []
  const occurring = new Set([...gravest, ...severities, ...assessments(sandbox).values('severity')])
  const record = z.extend(z.omit(assessmentSchema, { status: true }), {
    resource_id: resourceIdSchema(context),
    timestamp: instantFormat(choices.timestampPrecision),
    score: z.int(),
    findings: z.array(z.extend(findingSchema, { severity: z.enum([...occurring]) })),
  })
  if (choices.recordStatusField === 'absent') return record
  const status = z.literal('completed')
  // A blank record has no status, since it has not completed.
  return z.extend(record, { status: choices.pendingRead === 'blank_record' ? z.optional(status) : status })
}

/** The document defines assessment ids as UUIDs (§2.2). */
export const assessmentIdKind: IdKind = { format: 'uuid', prefix: '' }

function toSubject({ id, resource_id, resource_type }: Assessment, { resourceIdFormat }: Profile) {
  return { id, resource_id: formatId(resource_id, resourceIdKind(resourceIdFormat)), resource_type }
}

function toItem(assessment: Assessment, choices: Profile) {
  const { createdAt, finishedAt } = assessment.lifecycle
  const shownMs = choices.assessmentTimestamp === 'completed' ? (finishedAt ?? createdAt) : createdAt
  return {
    ...toSubject(assessment, choices),
    timestamp: formatInstant(shownMs, choices.timestampPrecision),
    score: resultOf(assessment).score,
  }
}

function withCritical({ score, findings, summary }: Result): Result {
  const gravest = findings.find((finding) => finding.severity === 'high')
  if (gravest === undefined) return { score, findings, summary }
  return {
    score,
    findings: findings.map((finding) => (finding === gravest ? { ...finding, severity: 'critical' } : finding)),
    summary: { ...summary, high_severity: Math.max(0, summary.high_severity - 1) },
  }
}

const formRows = DecidedBy.of('resourceIdFormat', 'timestampPrecision')
const itemRows = DecidedBy.of('resourceIdFormat', 'timestampPrecision', 'assessmentTimestamp')

const itemTexts = cacheTexts(assessments, toItem)

export function itemText({ choices, decidedBy }: Deciding, assessment: Assessment): string {
  decidedBy.addAll(itemRows)
  return itemTexts(choices)(assessment)
}

const recordTexts = cacheTexts(assessments, (assessment, choices) => {
  const result = resultOf(assessment)
  const { findings, summary } = choices.severityValues === 'three' ? result : withCritical(result)
  const status = choices.recordStatusField === 'present' ? { status: 'completed' } : {}
  return { ...toItem(assessment, choices), ...status, findings, summary }
})

export function recordText({ choices, decidedBy }: Deciding, assessment: Assessment): string {
  decidedBy.addAll(itemRows)
  decidedBy.add('recordStatusField')
  const hasHigh = resultOf(assessment).findings.some((finding) => finding.severity === 'high')
  if (hasHigh) decidedBy.add('severityValues')
  return recordTexts(choices)(assessment)
}

/** Writes an unfinished assessment. @param result the visible part of its result */
export function unfinishedText({ choices, decidedBy }: Deciding, assessment: Assessment, result: object): string {
  decidedBy.addAll(formRows)
  const timestamp = formatInstant(assessment.lifecycle.createdAt, choices.timestampPrecision)
  return assessments.table.text(assessment, { ...toSubject(assessment, choices), timestamp, ...result })
}

export function creationResult({ choices, decidedBy }: Deciding, assessment: Assessment, status: Status): string {
  decidedBy.addAll(formRows)
  if (status === 'running') decidedBy.add('assessmentStates')
  return assessments.table.text(assessment, {
    ...toSubject(assessment, choices),
    status: stateName(choices, status),
    estimated_completion_time: formatDeadline(assessment.estimated_completion_time, choices.timestampPrecision),
  })
}
