import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import { cachedPerProfile, type ChoiceReader } from '../../assumptions/used.ts'
import type { SchemaContext } from '../../http/operation.ts'
import { cacheJson } from '../../lib/json-text.ts'
import { idSchema, formatId, type IdKind } from '../../random/ids.ts'
import { instantFormat, formatDeadline, formatInstant } from '../../time/instant.ts'
import type { Status } from '../../time/lifecycle.ts'
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

export function resourceIdSchema({ assume }: Pick<SchemaContext, 'assume'>): z.ZodMiniType<string> {
  return idSchema(resourceIdKind(assume('resourceIdFormat')))
}

export function assessmentItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('AssessmentItem', () => {
    const item = z.extend(assessmentItemSchema, {
      resource_id: resourceIdSchema(context),
      timestamp: instantFormat(context.assume('timestampPrecision')),
      score: context.assume('pendingListed') === 'score_null' ? z.nullable(z.int()) : z.int(),
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
  const statuses = unfinishedStatuses(context.assume)
  if (statuses.length === 0) return record
  return z.union([record, context.component('UnfinishedAssessment', () => extended(creationOf(context, statuses)))])
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

function severitiesOf({ assume, sandbox }: SchemaContext): ReadonlySet<string> {
  const gravest = assume('severityValues') === 'with_critical' ? ['critical'] : []
  return new Set([...gravest, ...severities, ...assessments(sandbox).values('severity')])
}

function recordSchemaOf(context: SchemaContext) {
  const { assume } = context
  const record = z.extend(z.omit(assessmentSchema, { status: true }), {
    resource_id: resourceIdSchema(context),
    timestamp: instantFormat(assume('timestampPrecision')),
    score: z.int(),
    findings: z.array(z.extend(findingSchema, { severity: z.enum([...severitiesOf(context)]) })),
  })
  if (assume('recordStatusField') === 'absent') return record
  const status = z.literal('completed')
  // A blank record has no status, since it has not completed.
  return z.extend(record, { status: assume('pendingRead') === 'blank_record' ? z.optional(status) : status })
}

/** The document defines assessment ids as UUIDs (§2.2). */
export const assessmentIdKind: IdKind = { format: 'uuid', prefix: '' }

function formsOf(assume: Assume) {
  return { idKind: resourceIdKind(assume('resourceIdFormat')), precision: assume('timestampPrecision') }
}

type Forms = ReturnType<typeof formsOf>

function toSubject(assessment: Assessment, { idKind }: Forms) {
  return {
    id: assessment.id,
    resource_id: formatId(assessment.resource_id, idKind),
    resource_type: assessment.resource_type,
  }
}

function toItem(assessment: Assessment, forms: Forms, timestamp: Choice<'assessmentTimestamp'>) {
  const { createdAt, finishedAt } = assessment.lifecycle
  return {
    ...toSubject(assessment, forms),
    timestamp: formatInstant(timestamp === 'completed' ? (finishedAt ?? createdAt) : createdAt, forms.precision),
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

export const itemWriter = cachedPerProfile((assume) => {
  const [forms, timestamp] = [formsOf(assume), assume('assessmentTimestamp')]
  return cacheJson<Assessment>((assessment) => assessments.table.text(assessment, toItem(assessment, forms, timestamp)))
})

/** Writes whole assessments. @param resultFor converts the result as the register says */
const recordWriter = (resultFor: (assume: Assume) => (result: Result) => Result) =>
  cachedPerProfile((assume) => {
    const [forms, timestamp, toShown] = [formsOf(assume), assume('assessmentTimestamp'), resultFor(assume)]
    const status = assume('recordStatusField') === 'present' ? { status: 'completed' } : {}
    return cacheJson<Assessment>((assessment) => {
      const { findings, summary } = toShown(resultOf(assessment))
      return assessments.table.text(assessment, {
        ...toItem(assessment, forms, timestamp),
        ...status,
        findings,
        summary,
      })
    })
  })

const same = (result: Result): Result => result
const writeMild = recordWriter(() => same)
const writeGrave = recordWriter((assume) => (assume('severityValues') === 'three' ? same : withCritical))

export function recordOf(reading: ChoiceReader, assessment: Assessment): string {
  const hasHigh = resultOf(assessment).findings.some((finding) => finding.severity === 'high')
  return (hasHigh ? writeGrave : writeMild)(reading)(assessment)
}

/** Writes an unfinished assessment. @param result the visible part of its result */
export function unfinishedText(assume: Assume, assessment: Assessment, result: object): string {
  const forms = formsOf(assume)
  const timestamp = formatInstant(assessment.lifecycle.createdAt, forms.precision)
  return assessments.table.text(assessment, { ...toSubject(assessment, forms), timestamp, ...result })
}

export function creationResult(assume: Assume, assessment: Assessment, status: string): string {
  const forms = formsOf(assume)
  return assessments.table.text(assessment, {
    ...toSubject(assessment, forms),
    status,
    estimated_completion_time: formatDeadline(assessment.estimated_completion_time, forms.precision),
  })
}
