import type { Faker } from '@faker-js/faker'

import { formatInstant } from '../../engine/instant.ts'
import { knownCategories } from './checks.ts'
import { scan } from './scan.ts'

/** From the creation of a drawn assessment to when its end was expected. */
export const estimateMs = 300_000

/** What is assessed. */
export interface AssessedRow {
  readonly id: string
  readonly type: string
  readonly created_at: string
}

const instant = (atMs: number): string => formatInstant(atMs, 'seconds')

const until = '2026-06-30T22:00:00Z'

/** Of every sixteen, one failed, and one is not finished. */
function statusAt(position: number): 'completed' | 'failed' | 'pending' | 'in_progress' {
  if (position % 16 === 5) return 'failed'
  if (position % 16 !== 11) return 'completed'
  return position % 32 === 11 ? 'pending' : 'in_progress'
}

/** Draws an assessment of one of the given resources. @param faker seeded for this one record; @param label of the stream of its scan */
export function drawAssessment(
  faker: Faker,
  label: string,
  position: number,
  assessed: readonly AssessedRow[],
): object {
  const id = faker.string.uuid()
  const resource = faker.helpers.arrayElement(assessed)
  const status = statusAt(position)
  const createdMs = Math.floor(faker.date.between({ from: resource.created_at, to: until }).getTime() / 1000) * 1000
  const estimated = instant(createdMs + estimateMs)
  const completed = instant(createdMs + faker.number.int({ min: 30, max: 900 }) * 1000)
  const categories = faker.helpers.arrayElements(knownCategories, { min: 1, max: 3 })
  const { score, findings, summary } = scan(label, { comprehensive: faker.datatype.boolean(), categories })
  return {
    id,
    resource_id: resource.id,
    resource_type: resource.type,
    status,
    created_at: instant(createdMs),
    estimated_completion_time: estimated,
    ...(status === 'completed' || status === 'failed' ? { completed_at: completed } : {}),
    ...(status === 'completed' ? { score, findings, summary } : {}),
  }
}
