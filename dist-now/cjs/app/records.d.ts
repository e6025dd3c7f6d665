import type * as z from 'zod/mini';
import type { assessmentCodec, assessmentItemSchema, assessmentSchema, creationSchema } from '../api/assessments/assessment.ts';
import type { assessmentQuery } from '../api/assessments/list-assessments.ts';
import type { jobCodec } from '../api/jobs/job.ts';
import type { jobQuery } from '../api/jobs/list-jobs.ts';
import type { jobSchema } from '../api/jobs/serialize.ts';
import type { resourceQuery } from '../api/resources/list-resources.ts';
import type { resourceCodec, resourceItemSchema, resourceSchema } from '../api/resources/resource.ts';
import type { pagingQuery } from '../http/query.ts';
import type { errorEnvelopeSchema, itemEnvelope, listEnvelope } from '../spec/envelope.ts';
/** A completed assessment, as `getAssessment` answers it. */
export type Assessment = z.output<typeof assessmentSchema>;
/** An assessment, as `listAssessments` answers it. */
export type AssessmentItem = z.output<typeof assessmentItemSchema>;
/** A new assessment, as `createAssessment` answers it, and `getAssessment` until it has completed. */
export type CreatedAssessment = z.output<typeof creationSchema>;
/** A cloud resource, as `getResource` answers it. */
export type CloudResource = z.output<typeof resourceSchema>;
/** A cloud resource, as `listResources` answers it. */
export type CloudResourceItem = z.output<typeof resourceItemSchema>;
/** An analysis job, as every operation answers it. Assumptions decide which of the optional fields there are. */
export type Job = z.output<typeof jobSchema>;
/** The answer of the API that has one record. */
export type ItemAnswer<Item> = z.output<ReturnType<typeof itemEnvelope<z.ZodMiniType<Item>>>>;
/** The answer of the API that has a page of a collection. */
export type ListAnswer<Item> = z.output<ReturnType<typeof listEnvelope<z.ZodMiniType<Item>>>>;
/** The answer of the API to a request that is refused or fails. */
export type ErrorAnswer = z.output<typeof errorEnvelopeSchema>;
interface Kind<Codec, Query extends {
    readonly schema: z.ZodMiniType;
}> {
    readonly row: z.input<Codec>;
    readonly filter: Exclude<keyof z.output<Query['schema']> & string, keyof typeof pagingQuery>;
}
/** The records of each area: their form in its fixture file, and the filters of its list. */
export type Records = {
    readonly resources: Kind<typeof resourceCodec, typeof resourceQuery>;
    readonly assessments: Kind<typeof assessmentCodec, typeof assessmentQuery>;
    readonly jobs: Kind<typeof jobCodec, typeof jobQuery>;
};
export {};
