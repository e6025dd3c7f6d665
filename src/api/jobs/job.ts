import * as z from 'zod/mini'

import type { Choice } from '../../assumptions/register.ts'
import { type IdKind, uuidSchema } from '../../random/ids.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { dateTimeForm, instantSchema } from '../../time/instant.ts'
import { type Lifecycle, lifecycleSchema, type Status, pinLifecycle } from '../../time/lifecycle.ts'
import { drawResults, type JobResults, jobResultsSchema } from './results.ts'

/** What a job takes of its data source (§2.4). */
export const parametersSchema = z.strictObject({
  start_date: z.optional(dateTimeForm),
  end_date: z.optional(dateTimeForm),
  log_types: z.optional(z.array(z.string())),
})

/** Where a job takes its data from (§2.4). */
export const dataSourceSchema = z.strictObject({
  type: z.string(),
  parameters: z.optional(parametersSchema),
})

/** Who is told when a job changes (§2.4, §6). */
export const notificationSchema = z.strictObject({
  email: z.optional(z.email({ pattern: z.regexes.html5Email })),
  webhook_url: z.optional(z.url({ protocol: /^https?$/ })),
})

/** An analysis job (§2.4). */
export interface Job {
  /** A UUID in lower case. */
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  readonly dataSource: z.infer<typeof dataSourceSchema>
  readonly analysisType: string
  readonly outputFormat: string | undefined
  readonly notification: z.infer<typeof notificationSchema> | undefined
  readonly lifecycle: Lifecycle
  /** What it found, or the label that its results are drawn by (nothing): `resultsOf` reads each. */
  readonly found: JobResults | string | undefined
}

/** What a job found, where the register says that jobs carry results. */
export function resultsOf({ found }: Job): JobResults {
  return typeof found === 'string' ? drawResults(found) : (found ?? { events_analyzed: 0, anomalies_detected: 0 })
}

const fixtureCommon = {
  id: uuidSchema,
  name: z.string(),
  description: z.optional(z.string()),
  data_source: dataSourceSchema,
  analysis_type: z.string(),
  output_format: z.optional(z.string()),
  notification: z.optional(notificationSchema),
  created_at: instantSchema,
}

const ended = {
  started_at: instantSchema,
  completed_at: instantSchema,
  results: z.optional(jobResultsSchema),
}

const fixtureSchema = z.pipe(
  z.discriminatedUnion('status', [
    z.strictObject({ ...fixtureCommon, status: z.literal('pending') }),
    z.strictObject({ ...fixtureCommon, status: z.literal('running'), started_at: instantSchema }),
    z.strictObject({ ...fixtureCommon, status: z.literal('completed'), ...ended }),
    z.strictObject({ ...fixtureCommon, status: z.literal('failed'), ...ended }),
  ]),
  z.transform((row): Job => ({
    id: row.id,
    name: row.name,
    description: row.description,
    dataSource: row.data_source,
    analysisType: row.analysis_type,
    outputFormat: row.output_format,
    notification: row.notification,
    lifecycle: pinLifecycle(
      row.status,
      row.created_at,
      'started_at' in row ? row.started_at : null,
      'completed_at' in row ? row.completed_at : null,
    ),
    found: 'results' in row ? row.results : undefined,
  })),
)

/** The jobs of a dataset: the fields of a create body, a status and dates; one that is not finished stays so. */
export const jobTable = defineTable<Job>({
  file: 'jobs.json',
  record: fixtureSchema,
  id: (job) => job.id,
  createdAt: (job) => job.lifecycle.createdAt,
  lifecycle: (job) => job.lifecycle,
  fields: {
    phase: ({ lifecycle }) => (lifecycle.pinned === null ? [] : [lifecycle.pinned]),
    type: (job) => [job.analysisType],
    source: (job) => [job.dataSource.type],
    logType: (job) => job.dataSource.parameters?.log_types ?? [],
    format: (job) => (job.outputFormat === undefined ? [] : [job.outputFormat]),
  },
})

/** A job in a snapshot: the label of its results, not what follows from it. */
const keptJob = z.pipe(
  z.strictObject({
    id: uuidSchema,
    name: z.string(),
    description: z.optional(z.string()),
    dataSource: dataSourceSchema,
    analysisType: z.string(),
    outputFormat: z.optional(z.string()),
    notification: z.optional(notificationSchema),
    lifecycle: lifecycleSchema,
    found: z.optional(z.union([z.string(), jobResultsSchema])),
  }),
  z.transform((kept): Job => ({
    id: kept.id,
    name: kept.name,
    description: kept.description,
    dataSource: kept.dataSource,
    analysisType: kept.analysisType,
    outputFormat: kept.outputFormat,
    notification: kept.notification,
    lifecycle: kept.lifecycle,
    found: kept.found,
  })),
)

/** The jobs of each sandbox. */
export const jobs = defineCollection('jobs', jobTable, keptJob)

/** How a job id is written. */
export function jobIdKind(format: Choice<'jobIdFormat'>): IdKind {
  return { format, prefix: 'job' }
}

/** The names of the states (§3). */
export const stateNames = {
  pending_running_completed_failed: {
    pending: 'pending',
    running: 'running',
    completed: 'completed',
    failed: 'failed',
  },
  queued_processing_succeeded_failed: {
    pending: 'queued',
    running: 'processing',
    completed: 'succeeded',
    failed: 'failed',
  },
} as const satisfies Record<Choice<'jobStates'>, Record<Status, string>>
