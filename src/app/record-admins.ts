import type { Faker } from '@faker-js/faker'

import { defineAssessmentArranger } from '../api/assessments/admin.ts'
import { defineJobArranger } from '../api/jobs/admin.ts'
import { defineResourceArranger } from '../api/resources/admin.ts'
import { resources } from '../api/resources/resource.ts'
import type { Draws } from '../random/draws.ts'
import type { Arranger } from '../sandbox/record-admin.ts'

async function loadFaker(): Promise<(label: string) => Faker> {
  const { fakerFor } = await import('./draw-fixtures.ts')
  return fakerFor
}

async function loadDraws(): Promise<(label: string) => Draws> {
  const { drawsBy, fakerFor } = await import('./draw-fixtures.ts')
  return (label) => drawsBy(fakerFor(label))
}

/** What arranges records, by kind: each kind that a sandbox has records of. */
export const arrangers: readonly Arranger[] = [
  defineResourceArranger(loadDraws),
  defineAssessmentArranger(resources),
  defineJobArranger(loadFaker),
]
