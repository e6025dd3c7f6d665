import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { defineCollection } from '../../engine/collection.ts'
import { defineTable } from '../../engine/dataset.ts'
import { instantSchema } from '../../engine/instant.ts'
import type { Course, Phase } from '../../engine/lifecycle.ts'
import type { Result } from './scan.ts'

const count = z.int().check(z.gte(0))

const findingSchema = z.strictObject({
  id: z.string(),
  severity: z.string(),
  category: z.string(),
  description: z.string(),
  remediation: z.string(),
})

const summarySchema = z.strictObject({
  high_severity: count,
  medium_severity: count,
  low_severity: count,
  passing_checks: count,
})

const subject = { resource_id: z.string(), resource_type: z.string() }

/** An item of the assessment list (§2.2); the score is null only where the register lists what has not completed so. */
export const assessmentItemSchema = z.strictObject({
  id: z.guid(),
  ...subject,
  timestamp: z.iso.datetime(),
  score: z.nullable(z.int()),
})

/** A completed assessment as a get answers it (§2.2); `status` is there only where the register says so. */
export const assessmentSchema = z.strictObject({
  ...assessmentItemSchema.shape,
  score: z.int(),
  status: z.optional(z.string()),
  findings: z.array(findingSchema),
  summary: summarySchema,
})

/** The result of a creation (§2.2). */
export const creationSchema = z.strictObject({
  id: z.guid(),
  ...subject,
  status: z.string(),
  estimated_completion_time: z.iso.datetime(),
})

/** A security assessment (§2.2). */
export interface Assessment {
  /** A UUID in lower case. */
  readonly id: string
  readonly resourceId: string
  readonly resourceType: string
  readonly course: Course
  /** When it was expected to complete, in Unix milliseconds. */
  readonly estimatedAt: number
  /** What it found; computed when first asked for. */
  readonly result: () => Result
}

const fixtureCommon = {
  id: z.guid().check(z.toLowerCase()),
  resource_id: z.string(),
  resource_type: z.string(),
  created_at: instantSchema,
  estimated_completion_time: instantSchema,
}

const unfinished = {
  score: 0,
  findings: [],
  summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 0 },
}

const fixtureSchema = z.pipe(
  z.discriminatedUnion('status', [
    z.strictObject({ ...fixtureCommon, status: z.literal('pending') }),
    z.strictObject({ ...fixtureCommon, status: z.literal('in_progress') }),
    z.strictObject({ ...fixtureCommon, status: z.literal('failed'), completed_at: instantSchema }),
    z.strictObject({
      ...fixtureCommon,
      status: z.literal('completed'),
      completed_at: instantSchema,
      score: z.int(),
      findings: z.array(findingSchema),
      summary: summarySchema,
    }),
  ]),
  z.transform((row): Assessment => {
    const createdAt = row.created_at
    return {
      id: row.id,
      resourceId: row.resource_id,
      resourceType: row.resource_type,
      course: {
        createdAt,
        startedAt: row.status === 'pending' ? null : createdAt,
        finishedAt: 'completed_at' in row ? row.completed_at : null,
        outcome: row.status === 'failed' ? 'failed' : 'completed',
      },
      estimatedAt: row.estimated_completion_time,
      result: () => ('score' in row ? row : unfinished),
    }
  }),
)

/** The assessments of a dataset: the fields of a record, its status and its dates; one that is not finished stays so. */
export const assessmentTable = defineTable<Assessment>({
  file: 'assessments.json',
  record: fixtureSchema,
  id: (assessment) => assessment.id,
  createdAt: (assessment) => assessment.course.createdAt,
  fields: {
    resource: (assessment) => [assessment.resourceId],
    type: (assessment) => [assessment.resourceType],
    category: (assessment) => assessment.result().findings.map((finding) => finding.category),
  },
})

/** The assessments of each sandbox. */
export const assessments = defineCollection(assessmentTable)

/** The name of a state (§3). */
export function stateName(assume: Assume, phase: Phase): string {
  if (phase !== 'running') return phase
  return assume('assessmentStates') === 'pending_completed' ? 'pending' : 'in_progress'
}
