import type { Assume, Choice } from '../../assumptions/register.ts'
import { perProfile, type Reading } from '../../assumptions/used.ts'
import { defineText } from '../../lib/json-text.ts'
import { formatId, type IdKind } from '../../random/ids.ts'
import { formatDeadline, formatInstant } from '../../time/instant.ts'
import { resourceIdKind } from '../resource-id.ts'
import { type Assessment, resultOf } from './assessment.ts'
import { nothingFound, type Result } from './scan.ts'

/** The form of assessment ids: the document says UUID (§2.2). */
export const assessmentIdKind: IdKind = { format: 'uuid', prefix: '' }

interface SubjectChoices extends Readonly<Record<string, string>> {
  readonly idFormat: Choice<'resourceIdFormat'>
  readonly precision: Choice<'timestampPrecision'>
}

interface ItemChoices extends SubjectChoices {
  readonly timestamp: Choice<'assessmentTimestamp'>
}

interface RecordChoices extends ItemChoices {
  readonly statusField: Choice<'recordStatusField'>
  readonly severities: Choice<'severityValues'>
}

/** The instant of a completed record, in Unix milliseconds. */
function timestampMs({ lifecycle }: Assessment, timestamp: Choice<'assessmentTimestamp'>): number {
  return timestamp === 'completed' ? (lifecycle.finishedAt ?? lifecycle.createdAt) : lifecycle.createdAt
}

function toSubject(assessment: Assessment, { idFormat }: SubjectChoices) {
  return {
    id: assessment.id,
    resource_id: formatId(assessment.resourceId, resourceIdKind(idFormat)),
    resource_type: assessment.resourceType,
  }
}

function toItem(assessment: Assessment, choices: ItemChoices) {
  return {
    ...toSubject(assessment, choices),
    timestamp: formatInstant(timestampMs(assessment, choices.timestamp), choices.precision),
    score: resultOf(assessment).score,
  }
}

function toRecord(assessment: Assessment, choices: RecordChoices) {
  const { findings, summary } =
    choices.severities === 'three' ? resultOf(assessment) : withCritical(resultOf(assessment))
  const status = choices.statusField === 'present' ? { status: 'completed' } : {}
  return { ...toItem(assessment, choices), ...status, findings, summary }
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

const itemText = defineText<Assessment, ItemChoices>((assessment, choices) =>
  JSON.stringify(toItem(assessment, choices)),
)
const recordText = defineText<Assessment, RecordChoices>((assessment, choices) =>
  JSON.stringify(toRecord(assessment, choices)),
)

function choicesOf(assume: Assume): SubjectChoices {
  return { idFormat: assume('resourceIdFormat'), precision: assume('timestampPrecision') }
}

export const itemWriter = perProfile((assume) =>
  itemText({ ...choicesOf(assume), timestamp: assume('assessmentTimestamp') }),
)

function recordChoices(assume: Assume, severities: RecordChoices['severities']): RecordChoices {
  const timestamp = assume('assessmentTimestamp')
  return { ...choicesOf(assume), timestamp, statusField: assume('recordStatusField'), severities }
}

const writeMild = perProfile((assume) => recordText(recordChoices(assume, 'three')))
const writeGrave = perProfile((assume) => recordText(recordChoices(assume, assume('severityValues'))))

export function recordOf(reading: Reading, assessment: Assessment): string {
  const hasHigh = resultOf(assessment).findings.some((finding) => finding.severity === 'high')
  return (hasHigh ? writeGrave : writeMild)(reading)(assessment)
}

function toUnfinished(assume: Assume, assessment: Assessment) {
  const choices = choicesOf(assume)
  return {
    ...toSubject(assessment, choices),
    timestamp: formatInstant(assessment.lifecycle.createdAt, choices.precision),
  }
}

export function unfinishedItem(assume: Assume, assessment: Assessment, score: number | null): string {
  return JSON.stringify({ ...toUnfinished(assume, assessment), score })
}

/** An assessment that has not completed, as a full record with nothing in it. */
export function blankRecord(assume: Assume, assessment: Assessment): string {
  return JSON.stringify({ ...toUnfinished(assume, assessment), ...nothingFound })
}

/** The creation result (§2.2). @param status name of the state */
export function creationResult(assume: Assume, assessment: Assessment, status: string): string {
  const choices = choicesOf(assume)
  return JSON.stringify({
    ...toSubject(assessment, choices),
    status,
    estimated_completion_time: formatDeadline(assessment.estimatedAt, choices.precision),
  })
}
