import type { Draws } from '../../random/draws.ts'
import { streamLabel } from '../../random/random.ts'
import { SeededDraws } from '../../store/generated/seeded-draws.ts'
import { type Assessed, drawAssessment } from './factory.ts'

/** The number of assessments in a generated inventory that is not empty. */
const assessmentCount = 48

/**
 * Draws the assessments of an inventory, in the form of their fixture file.
 * @param count number of resources: an empty inventory has no assessments
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

/** Generates the assessments of a generated inventory. @param subjectAt the resource at a position */
export function generateAssessments(
  seed: number,
  count: number,
  subjectAt: (position: number) => Assessed,
): readonly object[] {
  const draws = new SeededDraws(streamLabel(seed, 'assessment', ''))
  return drawAssessments(
    seed,
    count,
    (number) => draws.begin(number),
    (drawing) => subjectAt(drawing.int(0, count - 1)),
  )
}
