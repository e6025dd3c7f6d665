import type * as z from 'zod/mini'

import type { assessmentFilters } from '../api/assessments/area.ts'
import type {
  assessmentCodec,
  assessmentItemSchema,
  assessmentSchema,
  creationSchema,
} from '../api/assessments/assessment.ts'
import type { jobFilters } from '../api/jobs/area.ts'
import type { jobSchema } from '../api/jobs/forms.ts'
import type { jobCodec } from '../api/jobs/job.ts'
import type { resourceFilters } from '../api/resources/area.ts'
import type { resourceCodec, resourceItemSchema, resourceSchema } from '../api/resources/resource.ts'
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

interface Kind<Codec, Filters> {
  readonly row: z.input<Codec>
  readonly filter: keyof Filters & string
}

/** The records of each area: their form in its fixture file, and the filters of its list. */
export type Records = {
  readonly resources: Kind<typeof resourceCodec, typeof resourceFilters>
  readonly assessments: Kind<typeof assessmentCodec, typeof assessmentFilters>
  readonly jobs: Kind<typeof jobCodec, typeof jobFilters>
}
