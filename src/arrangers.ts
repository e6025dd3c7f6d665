import type { Faker } from '@faker-js/faker'

import type { Arranger } from './engine/arranger.ts'
import type { Draws } from './engine/draws.ts'
import { defineAssessmentArranger } from './slices/assessments/rows.ts'
import { defineJobArranger } from './slices/jobs/rows.ts'
import { resources } from './slices/resources/resource.ts'
import { defineResourceArranger } from './slices/resources/rows.ts'

async function loadFaker(): Promise<(label: string) => Faker> {
  const { fakerFor } = await import('./generate.ts')
  return fakerFor
}

async function loadDraws(): Promise<(label: string) => Draws> {
  const { drawsBy, fakerFor } = await import('./generate.ts')
  return (label) => drawsBy(fakerFor(label))
}

/** What arranges records, by kind: each kind that a sandbox has records of. */
export const arrangers: readonly Arranger[] = [
  defineResourceArranger(loadDraws),
  defineAssessmentArranger(resources),
  defineJobArranger(loadFaker),
]
