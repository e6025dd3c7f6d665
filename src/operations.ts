import type { Operation } from './http/operation.ts'
import { defineAssessmentOperations } from './slices/assessments/operations.ts'
import { jobOperations } from './slices/jobs/operations.ts'
import { resourceOperations } from './slices/resources/operations.ts'
import { resources } from './slices/resources/resource.ts'

/** The eight operations of the document (§4). */
export const operations: readonly Operation[] = [
  ...defineAssessmentOperations(resources),
  ...resourceOperations,
  ...jobOperations,
]
