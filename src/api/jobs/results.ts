import * as z from 'zod/mini'

import { RandomStream } from '../../random/random.ts'

/** The results of a completed job. The document shows no such field; the register says whether the API has it. */
export const jobResultsSchema = z.strictObject({ events_analyzed: z.int(), anomalies_detected: z.int() })

export type JobResults = z.infer<typeof jobResultsSchema>

export function drawResults(label: string): JobResults {
  const random = new RandomStream(label)
  return { events_analyzed: random.int(1_000, 500_000), anomalies_detected: random.int(0, 40) }
}
