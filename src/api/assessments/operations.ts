import type { Operation } from '../../http/operation.ts'
import { defineCreateAssessment, type Inventory } from './create-assessment.ts'
import { getAssessment } from './get-assessment.ts'
import { defineListAssessments } from './list-assessments.ts'

/** The operations of security assessments (§4.1). @param inventory what can be assessed */
export function defineAssessmentOperations(inventory: Inventory): readonly Operation[] {
  return [getAssessment, defineCreateAssessment(inventory), defineListAssessments(inventory)]
}
