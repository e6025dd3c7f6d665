import { RandomStream, streamLabel } from '../../random/random.ts'
import { parseInstant } from '../../time/instant.ts'
import { pinLifecycle, type Status } from '../../time/lifecycle.ts'
import type { Resource } from '../resources/resource.ts'
import type { Assessment } from './assessment.ts'
import { knownCategories } from './checks.ts'
import { scan } from './scan.ts'

/** From the creation of a drawn assessment to when its end was expected. */
export const estimateMs = 300_000

const assessmentCount = 48

const untilMs = parseInstant('2026-06-30T22:00:00Z', 'until')

/** Of every sixteen, one failed, and one is not finished. */
function statusAt(position: number): Status {
  if (position % 16 === 5) return 'failed'
  if (position % 16 !== 11) return 'completed'
  return position % 32 === 11 ? 'pending' : 'running'
}

export function generateAssessments(seed: number, inventory: readonly Resource[]): readonly Assessment[] {
  if (inventory.length === 0) return []
  return Array.from({ length: assessmentCount }, (_, position) => {
    const random = new RandomStream(streamLabel(seed, 'fixture assessment', position))
    return drawAssessment(random, statusAt(position), random.pick(inventory))
  })
}

function drawAssessment(random: RandomStream, status: Status, { id: resource_id, type, created_at }: Resource) {
  const id = random.uuid()
  const createdMs = Math.floor(random.int(created_at, untilMs) / 1000) * 1000
  const endMs = status === 'completed' || status === 'failed' ? createdMs + random.int(30, 900) * 1000 : null
  const options = { comprehensive: random.fraction() < 0.5, categories: random.some(knownCategories, 1, 3) }
  return {
    id,
    resource_id,
    resource_type: type,
    lifecycle: pinLifecycle(status, createdMs, createdMs, endMs),
    estimated_completion_time: createdMs + estimateMs,
    found: status === 'completed' ? scan(random.uuid(), options) : undefined,
  }
}
