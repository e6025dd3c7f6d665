import type { Assume, Choice } from '../../assumptions/register.ts'
import { defineText } from '../../lib/json-text.ts'
import { formatId, type IdKind } from '../../random/ids.ts'
import { formatDeadline, formatInstant } from '../../time/instant.ts'
import { resourceIdKind } from '../resource-id.ts'
import { type Assessment, resultOf } from './assessment.ts'
import { nothingFound, type Result } from './scan.ts'

/** How assessment ids are written: the document says UUID (§2.2). */
export const assessmentIdKind: IdKind = { format: 'uuid', prefix: '' }

interface Shape extends Readonly<Record<string, string>> {
  readonly idFormat: Choice<'resourceIdFormat'>
  readonly precision: Choice<'timestampPrecision'>
}

interface ItemShape extends Shape {
  readonly timestamp: Choice<'assessmentTimestamp'>
}

interface RecordShape extends ItemShape {
  readonly statusField: Choice<'recordStatusField'>
  readonly severities: Choice<'severityValues'>
}

/** The instant of a completed record, in Unix milliseconds. */
function timestampMs({ lifecycle }: Assessment, timestamp: Choice<'assessmentTimestamp'>): number {
  return timestamp === 'completed' ? (lifecycle.finishedAt ?? lifecycle.createdAt) : lifecycle.createdAt
}

function toSubject(assessment: Assessment, { idFormat }: Shape) {
  return {
    id: assessment.id,
    resource_id: formatId(assessment.resourceId, resourceIdKind(idFormat)),
    resource_type: assessment.resourceType,
  }
}

function toItem(assessment: Assessment, schema: ItemShape) {
  return {
    ...toSubject(assessment, schema),
    timestamp: formatInstant(timestampMs(assessment, schema.timestamp), schema.precision),
    score: resultOf(assessment).score,
  }
}

function toRecord(assessment: Assessment, schema: RecordShape) {
  const { findings, summary } =
    schema.severities === 'three' ? resultOf(assessment) : withCritical(resultOf(assessment))
  const status = schema.statusField === 'present' ? { status: 'completed' } : {}
  return { ...toItem(assessment, schema), ...status, findings, summary }
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

const itemText = defineText<Assessment, ItemShape>((assessment, schema) => JSON.stringify(toItem(assessment, schema)))
const recordText = defineText<Assessment, RecordShape>((assessment, schema) =>
  JSON.stringify(toRecord(assessment, schema)),
)

function shapeOf(assume: Assume): Shape {
  return { idFormat: assume('resourceIdFormat'), precision: assume('timestampPrecision') }
}

/** Returns a function that writes a completed assessment as an item of the list. */
export function itemWriter(assume: Assume): (assessment: Assessment) => string {
  return itemText({ ...shapeOf(assume), timestamp: assume('assessmentTimestamp') })
}

/** A completed assessment whole. */
export function recordOf(assume: Assume, assessment: Assessment): string {
  const hasHigh = resultOf(assessment).findings.some((finding) => finding.severity === 'high')
  return recordText({
    ...shapeOf(assume),
    timestamp: assume('assessmentTimestamp'),
    statusField: assume('recordStatusField'),
    severities: hasHigh ? assume('severityValues') : 'three',
  })(assessment)
}

function toUnfinished(assume: Assume, assessment: Assessment) {
  const schema = shapeOf(assume)
  return {
    ...toSubject(assessment, schema),
    timestamp: formatInstant(assessment.lifecycle.createdAt, schema.precision),
  }
}

/** An assessment that has not completed, as an item of the list. */
export function unfinishedItem(assume: Assume, assessment: Assessment, score: number | null): string {
  return JSON.stringify({ ...toUnfinished(assume, assessment), score })
}

/** An assessment that has not completed, as a full record with nothing in it. */
export function blankRecord(assume: Assume, assessment: Assessment): string {
  return JSON.stringify({ ...toUnfinished(assume, assessment), ...nothingFound })
}

/** The creation result (§2.2). @param status name of the state */
export function creationResult(assume: Assume, assessment: Assessment, status: string): string {
  const schema = shapeOf(assume)
  return JSON.stringify({
    ...toSubject(assessment, schema),
    status,
    estimated_completion_time: formatDeadline(assessment.estimatedAt, schema.precision),
  })
}
