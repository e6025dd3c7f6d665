import type { Choices } from '../../../core/assumptions/profile.ts'
import type { Profile } from '../../../core/assumptions/register.ts'
import { isJsonObject, type JsonObject } from '../../../core/lib/merge-patch.ts'
import { type Answered, type CapturedArea, picked } from './captured-area.ts'

/** What the fake knows of assessments. */
interface Known {
  /** The result of a scan that found nothing: a blank record has it. */
  readonly nothingFound: { readonly score: number; readonly findings: readonly object[]; readonly summary: object }
  readonly severities: readonly string[]
}

export const capturedAssessments = ({ nothingFound, severities }: Known): CapturedArea => {
  const blank = JSON.stringify(nothingFound)
  const isBlank: IsBlank = ({ score, findings, summary }) => JSON.stringify({ score, findings, summary }) === blank
  return {
    kept: [
      'resource_type',
      'status',
      'score',
      'findings.severity',
      'findings.category',
      ...Object.keys(nothingFound.summary).map((field) => `summary.${field}`),
    ],
    words: severities,
    observe: (all) => observe(all, isBlank),
    toRow: (answered, profile) => {
      const shown = { ...answered.item, ...answered.record }
      const { timestamp } = shown
      const subject = picked(shown, ['id', 'resource_type', 'estimated_completion_time', 'resource_id'])
      const status = statusOf(answered, profile, isBlank)
      const created = timestamp === undefined ? {} : { created_at: timestamp }
      if (status !== 'completed') return { ...subject, status, ...created }
      const ended = profile.assessmentTimestamp === 'completed' ? { completed_at: timestamp } : {}
      return { ...subject, status, ...created, ...ended, ...picked(toMild(shown, profile), Object.keys(nothingFound)) }
    },
  }
}

type IsBlank = (record: JsonObject) => boolean

/** Infers choices from answers about unfinished assessments. A missing record can be a failed one if pending ones are found. */
function observe(all: readonly Answered[], isBlank: IsBlank): Choices {
  const unfinished = all.filter((one) => isUnfinished(one, isBlank))
  const isListed = (score: unknown): boolean => unfinished.some(({ item }) => item?.['score'] === score)
  const shown = unfinished.flatMap(({ record }) =>
    record === undefined ? [] : [record?.['status'] ?? (record === null ? 'lost' : 'blank')],
  )
  const has = (...statuses: readonly unknown[]): boolean => shown.some((status) => statuses.includes(status))
  const isCreation = has('pending', 'in_progress')
  const isLost = has('lost')
  return {
    ...(isListed(0) && { pendingListed: 'score_zero' as const }),
    ...(isListed(null) && { pendingListed: 'score_null' as const }),
    ...(has('in_progress') && { assessmentStates: 'pending_in_progress_completed' as const }),
    ...(isLost && !isCreation && !has('blank') && { pendingRead: 'not_found' as const }),
    ...(isCreation && { pendingRead: 'creation_result' as const }),
    ...(has('blank') && { pendingRead: 'blank_record' as const }),
    ...(isLost && !has('failed') && { failedRead: 'not_found' as const }),
    ...(has('failed') && { failedRead: 'creation_result' as const }),
  }
}

const isUnfinished = ({ item, record }: Answered, isBlank: IsBlank): boolean =>
  item?.['score'] === null || (record !== undefined && (record === null || isCreationResult(record) || isBlank(record)))

const isCreationResult = (record: JsonObject): boolean => record['estimated_completion_time'] !== undefined

/** The status under which the fake gives this answer. Only a creation result shows it. */
function statusOf({ item, record }: Answered, profile: Profile, isBlank: IsBlank): string {
  if (record === null)
    return profile.pendingRead === 'not_found' || profile.failedRead !== 'not_found' ? 'pending' : 'failed'
  if (record === undefined) return isUnscored(item, profile) ? 'pending' : 'completed'
  if (isCreationResult(record)) return String(record['status'])
  return profile.pendingRead === 'blank_record' && record['status'] === undefined && isBlank(record)
    ? 'pending'
    : 'completed'
}

const isUnscored = (item: JsonObject | undefined, { pendingListed }: Profile): boolean =>
  pendingListed !== 'hidden' && (item?.['score'] === null || item?.['score'] === 0)

/** Undoes `with_critical`, which makes the first high finding critical. */
function toMild(shown: JsonObject, { severityValues }: Profile): JsonObject {
  const { findings, summary } = shown
  if (severityValues === 'three' || !Array.isArray(findings) || !isJsonObject(summary)) return shown
  const gravest: unknown = findings.find(
    (one) => isJsonObject(one) && /^(?:high|critical)$/.test(String(one['severity'])),
  )
  if (!isJsonObject(gravest) || gravest['severity'] !== 'critical') return shown
  return {
    ...shown,
    findings: findings.map((one: unknown) => (one === gravest ? { ...gravest, severity: 'high' } : one)),
    summary: { ...summary, high_severity: Number(summary['high_severity']) + 1 },
  }
}
