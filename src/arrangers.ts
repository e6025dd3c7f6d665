import type { Faker } from '@faker-js/faker'

import type { Arranger } from './engine/arranger.ts'
import { defineAssessmentArranger } from './slices/assessments/rows.ts'
import { defineJobArranger } from './slices/jobs/rows.ts'
import { resources } from './slices/resources/resource.ts'
import { defineResourceArranger } from './slices/resources/rows.ts'

async function loadFaker(): Promise<(label: string) => Faker> {
  const { fakerFor } = await import('./generate.ts')
  return fakerFor
}

/** What arranges records, by kind: each kind that a sandbox has records of. */
export const arrangers: readonly Arranger[] = [
  defineResourceArranger(loadFaker),
  defineAssessmentArranger(resources),
  defineJobArranger(loadFaker),
]
