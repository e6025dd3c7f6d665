import { type Assessed, drawAssessment } from '../api/assessments/factory.ts'
import { deriveResources } from '../api/resources/derived.ts'
import type { Resource } from '../api/resources/resource.ts'
import type { Draws } from '../random/draws.ts'
import { streamLabel } from '../random/random.ts'
import { SeededDraws } from '../store/generated/seeded-draws.ts'
import type { RecordSource } from '../store/record-source.ts'

/** How many assessments a generated inventory has, where it has a resource to assess. */
const assessmentCount = 48

/**
 * Draws the assessments of an inventory, in the form of their fixture file.
 * @param count number of resources; with none there are no assessments either
 * @param drawsAt begins the draws of the assessment with a number
 * @param pickAssessed draws a resource
 */
export function drawAssessments(
  seed: number,
  count: number,
  drawsAt: (number: number) => Draws,
  pickAssessed: (draws: Draws) => Assessed,
): readonly object[] {
  return Array.from({ length: count === 0 ? 0 : assessmentCount }, (_, number) =>
    drawAssessment(drawsAt(number), streamLabel(seed, 'fixture assessment', number), number, pickAssessed),
  )
}

/** An inventory that follows from a seed: its resources, derived when they are asked for, and the rows of its assessments. */
export function deriveInventory(
  seed: number,
  count: number,
): { readonly resources: RecordSource<Resource>; readonly assessments: readonly object[] } {
  const resources = deriveResources(seed, count)
  const draws = new SeededDraws(seed, 'assessment')
  const assessments = drawAssessments(
    seed,
    count,
    (number) => draws.begin(number),
    (drawing) => resources.record(drawing.int(0, count - 1)),
  )
  return { resources, assessments }
}
