import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { uuidSchema } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { instantSchema, keptInstant } from '../../time/instant.ts'
import { type Lifecycle, lifecycleSchema, type Status, pinLifecycle } from '../../time/lifecycle.ts'
import { nothingFound, type Result, resultFields, resultSchema, scan, type ScanOptions } from './scan.ts'

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
  status: z.optional(z.string()),
  ...resultFields,
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
  readonly lifecycle: Lifecycle
  /** When it was expected to complete, in Unix milliseconds. */
  readonly estimatedAt: number
  /** What it found, or the scan that finds it (nothing): `resultOf` reads each. */
  readonly found: Result | Scan | undefined
}

/** A scan that was asked for: its result follows from these. */
interface Scan {
  /** Of the stream that it draws from. */
  readonly label: string
  readonly options: ScanOptions
}

const results = new WeakMap<Scan, Result>()

/** What an assessment found; a scan is run when its result is first asked for. */
export function resultOf({ found = nothingFound }: Assessment): Result {
  if (!('label' in found)) return found
  let result = results.get(found)
  if (result === undefined) {
    result = scan(found.label, found.options)
    results.set(found, result)
  }
  return result
}

const fixtureCommon = {
  id: uuidSchema,
  resource_id: uuidSchema,
  resource_type: z.string(),
  created_at: instantSchema,
  estimated_completion_time: instantSchema,
}

const phaseOf = { pending: 'pending', in_progress: 'running', failed: 'failed', completed: 'completed' } as const

const fixtureSchema = z.pipe(
  z.discriminatedUnion('status', [
    z.strictObject({ ...fixtureCommon, status: z.literal('pending') }),
    z.strictObject({ ...fixtureCommon, status: z.literal('in_progress') }),
    z.strictObject({ ...fixtureCommon, status: z.literal('failed'), completed_at: instantSchema }),
    z.strictObject({ ...fixtureCommon, status: z.literal('completed'), completed_at: instantSchema, ...resultFields }),
  ]),
  z.transform((row): Assessment => ({
    id: row.id,
    resourceId: row.resource_id,
    resourceType: row.resource_type,
    lifecycle: pinLifecycle(
      phaseOf[row.status],
      row.created_at,
      row.created_at,
      'completed_at' in row ? row.completed_at : null,
    ),
    estimatedAt: row.estimated_completion_time,
    found: row.status === 'completed' ? { score: row.score, findings: row.findings, summary: row.summary } : undefined,
  })),
)

/** The findings that a record has, without those that a scan is still to find. */
function findingsIn({ found }: Assessment): Result['findings'] {
  return found !== undefined && 'findings' in found ? found.findings : []
}

/** The assessments of a dataset: the fields of a record, its status and its dates; one that is not finished stays so. */
export const assessmentTable = defineTable<Assessment>({
  file: 'assessments.json',
  record: fixtureSchema,
  id: (assessment) => assessment.id,
  createdAt: (assessment) => assessment.lifecycle.createdAt,
  lifecycle: (assessment) => assessment.lifecycle,
  fields: {
    phase: ({ lifecycle }) => (lifecycle.pinned === null ? [] : [lifecycle.pinned]),
    resource: (assessment) => [assessment.resourceId],
    type: (assessment) => [assessment.resourceType],
    category: (assessment) => findingsIn(assessment).map(({ category }) => category),
    severity: (assessment) => findingsIn(assessment).map(({ severity }) => severity),
  },
})

/** An assessment in a snapshot: a scan and its label, not what follows from them. */
const keptAssessment = z.pipe(
  z.strictObject({
    id: uuidSchema,
    resourceId: z.string(),
    resourceType: z.string(),
    lifecycle: lifecycleSchema,
    estimatedAt: keptInstant,
    found: z.optional(
      z.union([
        resultSchema,
        z.strictObject({
          label: z.string(),
          options: z.strictObject({ comprehensive: z.boolean(), categories: z.array(z.string()) }),
        }),
      ]),
    ),
  }),
  z.transform(({ found, ...rest }): Assessment => ({ ...rest, found })),
)

/** The assessments of each sandbox. */
export const assessments = defineCollection('assessments', assessmentTable, keptAssessment)

/** The name of a state (§3). */
export function stateName(assume: Assume, status: Status): string {
  if (status !== 'running') return status
  return assume('assessmentStates') === 'pending_completed' ? 'pending' : 'in_progress'
}
