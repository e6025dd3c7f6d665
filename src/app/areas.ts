import { defineAssessmentOperations } from '../api/assessments/operations.ts'
import { jobOperations } from '../api/jobs/operations.ts'
import { resourceOperations } from '../api/resources/operations.ts'
import { resources } from '../api/resources/resource.ts'
import type { Operation } from '../http/operation.ts'

/** The eight operations of the document (§4). */
export const operations: readonly Operation[] = [
  ...defineAssessmentOperations(resources),
  ...resourceOperations,
  ...jobOperations,
]
