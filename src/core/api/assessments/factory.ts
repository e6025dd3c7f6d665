import { draw } from '../../random/draw.ts'
import { drawId, streamLabel } from '../../random/random.ts'
import { parseInstant } from '../../time/instant.ts'
import { pinLifecycle, type Status } from '../../time/lifecycle.ts'
import type { Resource } from '../resources/resource.ts'
import { type Assessment, estimateMs } from './assessment.ts'
import { knownCategories } from './checks.ts'
import { scan } from './scan.ts'

const assessmentCount = 48

const untilMs = parseInstant('2026-06-30T22:00:00Z', 'until')
const newestMs = parseInstant('2026-06-30T23:59:00Z', 'newest')

/** Of every sixteen assessments, one failed and one is unfinished. */
function statusAt(position: number): Status {
  if (position % 16 === 5) return 'failed'
  if (position % 16 !== 11) return 'completed'
  return position % 32 === 11 ? 'pending' : 'running'
}

export function generateAssessments(seed: number, inventory: readonly Resource[]): readonly Assessment[] {
  const usable = inventory.filter(({ status }) => status === 'running')
  return Array.from({ length: usable.length === 0 ? 0 : assessmentCount }, (_, position) => {
    const label = streamLabel(seed, 'fixture assessment', position)
    return drawAssessment(label, statusAt(position), usable)
  })
}

function drawAssessment(label: string, status: Status, inventory: readonly Resource[]): Assessment {
  return draw(label, ({ datatype, helpers, number }) => {
    const { id: resource_id, type, created_at } = helpers.arrayElement(inventory)
    const isOver = status === 'completed' || status === 'failed'
    const [min, max] = isOver ? [created_at, untilMs] : [newestMs - 200_000, newestMs]
    const createdMs = number.int({ min: Math.ceil(min / 1000), max: max / 1000 }) * 1000
    const endMs = isOver ? createdMs + number.int({ min: 30, max: 900 }) * 1000 : null
    const options = {
      comprehensive: datatype.boolean(),
      categories: helpers.arrayElements(knownCategories, { min: 1, max: 3 }),
    }
    return {
      id: drawId(label),
      resource_id,
      resource_type: type,
      lifecycle: pinLifecycle(status, createdMs, createdMs, endMs),
      estimated_completion_time: createdMs + estimateMs,
      found: status === 'completed' ? scan(`${label} scan`, options, type) : undefined,
    }
  })
}
