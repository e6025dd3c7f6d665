import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'
import * as z from 'zod/mini'

import type { Machine, Ran } from './machine.ts'

/** The keywords of GitLab that the page uses. Any other is refused, as GitLab would refuse one that it does not know. */
const jobSchema = z.strictObject({
  image: z.string(),
  cache: z.optional(z.strictObject({ paths: z.array(z.string()) })),
  services: z.optional(z.array(z.strictObject({ name: z.string(), alias: z.string() }))),
  variables: z.optional(z.record(z.string(), z.string())),
  script: z.array(z.string()),
  artifacts: z.optional(z.strictObject({ when: z.literal('on_failure'), paths: z.array(z.string()) })),
})

export type PipelineJob = z.infer<typeof jobSchema>

/** The jobs of a pipeline. */
export const jobsOfPipeline = (pipeline: string): readonly PipelineJob[] =>
  Object.values(z.record(z.string(), jobSchema).parse(parse(pipeline)))

/** Runs the script of a job as a runner of GitLab does: all lines in one shell. */
export async function runPipelineJob(machine: Machine, { script, variables = {} }: PipelineJob): Promise<Ran> {
  const file = join(machine.temp, 'script')
  await writeFile(file, ['set -eo pipefail', ...script, ''].join('\n'))
  return await machine.bash([file], machine.project, variables)
}
