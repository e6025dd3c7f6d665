import type { RandomStream } from '../../engine/random.ts'

/** What a completed job carries where the register says that it carries results; the document shows no such field. */
export interface JobResults {
  readonly events_analyzed: number
  readonly anomalies_detected: number
}

/** Draws the results of a job. */
export function drawResults(random: RandomStream): JobResults {
  return { events_analyzed: random.int(1_000, 500_000), anomalies_detected: random.int(0, 40) }
}
