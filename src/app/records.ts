import type * as z from 'zod/mini'

import type { assessmentItemSchema, assessmentSchema, creationSchema } from '../api/assessments/assessment.ts'
import type { jobSchema } from '../api/jobs/serialize.ts'
import type { resourceItemSchema, resourceSchema } from '../api/resources/resource.ts'
import type { errorEnvelopeSchema, itemEnvelope, listEnvelope } from '../spec/envelope.ts'

/** A completed assessment, as `getAssessment` answers it. */
export type Assessment = z.output<typeof assessmentSchema>

/** An assessment, as `listAssessments` answers it. */
export type AssessmentItem = z.output<typeof assessmentItemSchema>

/** A new assessment, as `createAssessment` answers it, and `getAssessment` until it has completed. */
export type CreatedAssessment = z.output<typeof creationSchema>

/** A cloud resource, as `getResource` answers it. */
export type CloudResource = z.output<typeof resourceSchema>

/** A cloud resource, as `listResources` answers it. */
export type CloudResourceItem = z.output<typeof resourceItemSchema>

/** An analysis job, as every operation answers it. Assumptions decide which of the optional fields there are. */
export type Job = z.output<typeof jobSchema>

/** The answer of the API that has one record. */
export type ItemAnswer<Item> = z.output<ReturnType<typeof itemEnvelope<z.ZodMiniType<Item>>>>

/** The answer of the API that has a page of a collection. */
export type ListAnswer<Item> = z.output<ReturnType<typeof listEnvelope<z.ZodMiniType<Item>>>>

/** The answer of the API to a request that is refused or fails. */
export type ErrorAnswer = z.output<typeof errorEnvelopeSchema>
