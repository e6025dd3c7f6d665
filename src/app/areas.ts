import { assessments } from '../api/assessments/assessment.ts'
import { defineAssessmentOperations } from '../api/assessments/operations.ts'
import { jobs } from '../api/jobs/job.ts'
import { notices } from '../api/jobs/notices.ts'
import { jobOperations } from '../api/jobs/operations.ts'
import { resourceOperations } from '../api/resources/operations.ts'
import { resources } from '../api/resources/resource.ts'
import type { Operation } from '../http/operation.ts'
import type { AreaState, Part } from '../sandbox/area-state.ts'

/** The eight operations of the document (§4). */
export const operations: readonly Operation[] = [
  ...defineAssessmentOperations(resources),
  ...resourceOperations,
  ...jobOperations,
]

/** The parts that the areas add to each sandbox, in the order of a snapshot. */
export const areaStates: readonly AreaState<Part>[] = [resources, assessments, jobs, notices]
