import * as z from 'zod/mini'

import type { Profile } from '../../assumptions/register.ts'
import type { StatusNames } from '../../http/types.ts'
import { memoize, memoizeByObject } from '../../lib/lazily.ts'
import { anyIdSchema, uuidSchema } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { extraFields } from '../../store/extra.ts'
import { instantSchema, instantMs } from '../../time/instant.ts'
import { lifecycleSchema, type Status, pinLifecycle, statusChangedAt } from '../../time/lifecycle.ts'
import { resourceIds } from '../resources/resource.ts'
import { nothingFound, type Result, resultFields, resultSchema, scan, scanOptionsSchema } from './scan.ts'

const subject = { resource_id: z.string(), resource_type: z.string() }

/** An item of the assessment list (§2.2); the score is null only if the register lists unfinished assessments so. */
export const assessmentItemSchema = z.strictObject({
  id: z.guid(),
  ...subject,
  timestamp: z.iso.datetime(),
  score: z.nullable(z.int()),
})

/** A completed assessment in the answer to a get (§2.2). The register decides whether it has `status`. */
export const assessmentSchema = z.strictObject({
  ...assessmentItemSchema.shape,
  status: z.optional(z.string()),
  ...resultFields,
})

export const creationSchema = z.strictObject({
  id: z.guid(),
  ...subject,
  status: z.string(),
  estimated_completion_time: z.iso.datetime(),
})

const scanSchema = z.strictObject({ label: z.string(), options: scanOptionsSchema })

const recordSchema = z.strictObject({
  id: uuidSchema,
  ...subject,
  lifecycle: lifecycleSchema,
  estimated_completion_time: instantMs,
  /** The result, or the scan that produces it (none). `resultOf` reads both. */
  found: z.optional(z.union([resultSchema, scanSchema])),
  ...extraFields,
})

export type Assessment = Readonly<z.infer<typeof recordSchema>>

/** The estimated duration of a drawn assessment. */
export const estimateMs = 300_000

const resultsOfScan = memoizeByObject(({ label, options }: z.infer<typeof scanSchema>) =>
  memoize((type: string) => scan(label, options, type)),
)

/** The result of an assessment. A scan runs when its result is first read. */
export function resultOf({ found = nothingFound, resource_type }: Pick<Assessment, 'found' | 'resource_type'>): Result {
  return 'label' in found ? resultsOfScan(found)(resource_type) : found
}

const statusOf = { pending: 'pending', in_progress: 'running', failed: 'failed', completed: 'completed' } as const

const subjectFields = { id: uuidSchema, resource_id: anyIdSchema, resource_type: z.string(), ...extraFields }

const dateFields = { created_at: instantSchema, estimated_completion_time: instantSchema }

const completed_at = instantSchema.check(
  z.describe('The instant of completion or failure, which the API shows as timestamp.'),
)

const fixtureSchema = z.discriminatedUnion('status', [
  z.strictObject({ ...subjectFields, status: z.literal('pending'), ...dateFields }),
  z.strictObject({ ...subjectFields, status: z.literal('in_progress'), ...dateFields }),
  z.strictObject({ ...subjectFields, status: z.literal('failed'), ...dateFields, completed_at }),
  z.strictObject({ ...subjectFields, status: z.literal('completed'), ...dateFields, completed_at, ...resultFields }),
])

/** Converts between an assessment and its row in assessments.json. A row pins the status. */
export const assessmentCodec = z.codec(fixtureSchema, recordSchema, {
  decode: (row) => {
    const { id, resource_id, resource_type, status, created_at, estimated_completion_time, extra, inList } = row
    const endedAt = 'completed_at' in row ? row.completed_at : null
    return {
      id,
      resource_id,
      resource_type,
      estimated_completion_time,
      lifecycle: pinLifecycle(statusOf[status], created_at, created_at, endedAt),
      found: status === 'completed' ? { score: row.score, findings: row.findings, summary: row.summary } : undefined,
      extra,
      inList,
    }
  },
  encode: (assessment) => {
    const { lifecycle, found: _, ...subject } = assessment
    const status = lifecycle.pinned ?? 'pending'
    const row = { ...subject, created_at: lifecycle.createdAt }
    if (status === 'pending') return { ...row, status }
    if (status === 'running') return { ...row, status: 'in_progress' as const }
    const completed_at = statusChangedAt(lifecycle, status)
    return status === 'failed'
      ? { ...row, status, completed_at }
      : { ...row, status, completed_at, ...resultOf(assessment) }
  },
})

/** The stored findings: none before the scan has run. */
function findingsIn({ found }: Assessment): Result['findings'] {
  return found !== undefined && 'findings' in found ? found.findings : []
}

export const assessmentTable = defineTable<Assessment>({
  file: 'assessments.json',
  record: assessmentCodec,
  documented: z.union([assessmentSchema, creationSchema]),
  id: (assessment) => assessment.id,
  ids: { resource_id: resourceIds },
  createdAt: (assessment) => assessment.lifecycle.createdAt,
  lifecycle: (assessment) => assessment.lifecycle,
  fields: {
    resource: (assessment) => [assessment.resource_id],
    type: (assessment) => [assessment.resource_type],
    category: (assessment) => findingsIn(assessment).map(({ category }) => category),
    severity: (assessment) => findingsIn(assessment).map(({ severity }) => severity),
  },
})

export const assessments = defineCollection('assessments', assessmentTable, recordSchema)

export function stateName(choices: Profile, status: Status): string {
  if (status !== 'running') return status
  return choices.assessmentStates === 'pending_completed' ? 'pending' : 'in_progress'
}

export const knownStates = ['pending', 'in_progress', 'completed', 'failed'] as const

/** The state of an assessment in an answer. A record without a status has completed, except the blank record of pendingRead. */
export const shownState: StatusNames['of'] = ({ status }, decidedBy) => {
  if (status === undefined) return decidedBy.has('pendingRead') ? 'pending' : 'completed'
  return knownStates.find((name) => name === status)
}
