import type { Draws } from '../../random/draws.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { knownCategories } from './checks.ts'
import { scan } from './scan.ts'

/** From the creation of a drawn assessment to when its end was expected. */
export const estimateMs = 300_000

/** A resource to assess. */
export interface Assessed {
  readonly id: string
  readonly type: string
  /** In Unix milliseconds. */
  readonly createdAt: number
}

const instant = (atMs: number): string => formatInstant(atMs, 'seconds')

const untilMs = parseInstant('2026-06-30T22:00:00Z', 'until')

/** Of every sixteen, one failed, and one is not finished. */
function statusAt(position: number): 'completed' | 'failed' | 'pending' | 'in_progress' {
  if (position % 16 === 5) return 'failed'
  if (position % 16 !== 11) return 'completed'
  return position % 32 === 11 ? 'pending' : 'in_progress'
}

/**
 * Draws an assessment of one of some resources, in the form of its fixture file.
 * @param draws begun for this one record
 * @param label of the stream of its scan
 * @param pickAssessed draws the resource
 */
export function drawAssessment(
  draws: Draws,
  label: string,
  position: number,
  pickAssessed: (draws: Draws) => Assessed,
): object {
  const id = draws.uuid()
  const resource = pickAssessed(draws)
  const status = statusAt(position)
  const createdMs = Math.floor(draws.between(resource.createdAt, untilMs) / 1000) * 1000
  const estimated = instant(createdMs + estimateMs)
  const completed = instant(createdMs + draws.int(30, 900) * 1000)
  const categories = draws.some(knownCategories, 1, 3)
  const { score, findings, summary } = scan(label, { comprehensive: draws.chance(0.5), categories })
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
