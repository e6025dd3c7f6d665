import type { Faker } from '@faker-js/faker'

import { defineAssessmentAdmin } from '../api/assessments/admin.ts'
import { defineJobAdmin } from '../api/jobs/admin.ts'
import { defineResourceAdmin } from '../api/resources/admin.ts'
import { resources } from '../api/resources/resource.ts'
import type { Draws } from '../random/draws.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'

async function loadFaker(): Promise<(label: string) => Faker> {
  const { fakerFor } = await import('./draw-fixtures.ts')
  return fakerFor
}

async function loadDraws(): Promise<(label: string) => Draws> {
  const { drawsBy, fakerFor } = await import('./draw-fixtures.ts')
  return (label) => drawsBy(fakerFor(label))
}

/** What arranges records, by kind: each kind that a sandbox has records of. */
export const recordAdmins: readonly RecordAdmin[] = [
  defineResourceAdmin(loadDraws),
  defineAssessmentAdmin(resources),
  defineJobAdmin(loadFaker),
]
