import * as z from 'zod/mini'

import type { Choice } from '../../assumptions/register.ts'
import type { StatusNames } from '../../http/types.ts'
import { recordOf } from '../../lib/record-of.ts'
import { type IdKind, uuidSchema } from '../../random/ids.ts'
import { RandomStream } from '../../random/random.ts'
import { defineCollection } from '../../sandbox/area-state.ts'
import { defineTable } from '../../store/dataset.ts'
import { extraFields } from '../../store/extra.ts'
import { dateTimeForm, instantSchema } from '../../time/instant.ts'
import { lifecycleSchema, type Status, pinLifecycle, statusChangedAt, statuses } from '../../time/lifecycle.ts'

export const jobResultsSchema = z.strictObject({ events_analyzed: z.int(), anomalies_detected: z.int() })

export type JobResults = z.infer<typeof jobResultsSchema>

export function drawResults(label: string): JobResults {
  const random = new RandomStream(label)
  return { events_analyzed: random.int(1_000, 500_000), anomalies_detected: random.int(0, 40) }
}

export const parametersSchema = z.strictObject({
  start_date: z.optional(dateTimeForm),
  end_date: z.optional(dateTimeForm),
  log_types: z.optional(z.array(z.string())),
})

export const dataSourceSchema = z.strictObject({
  type: z.string(),
  parameters: z.optional(parametersSchema),
})

export const notificationSchema = z.strictObject({
  email: z.optional(z.email({ pattern: z.regexes.html5Email })),
  webhook_url: z.optional(z.url({ protocol: /^https?$/ })),
})

const date = z.optional(z.iso.datetime())

/** A job record (§2.4). The register decides which fields it has, and their names. */
export const jobSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  status: z.string(),
  analysis_type: z.optional(z.string()),
  type: z.optional(z.string()),
  data_source: z.optional(dataSourceSchema),
  output_format: z.optional(z.nullable(z.string())),
  created_at: date,
  created_date: date,
  updated_at: date,
  updated_date: date,
  completed_at: z.optional(z.nullable(z.iso.datetime())),
  completed_date: z.optional(z.nullable(z.iso.datetime())),
  results: z.optional(jobResultsSchema),
})

const nameFields = { id: uuidSchema, name: z.string(), description: z.optional(z.string()) }

const taskFields = {
  data_source: dataSourceSchema,
  analysis_type: z.string(),
  output_format: z.optional(z.string()),
  notification: z.optional(notificationSchema),
  ...extraFields,
}

const recordSchema = z.strictObject({
  ...nameFields,
  ...taskFields,
  lifecycle: lifecycleSchema,
  /** The results, or the label that draws them (none). `resultsOf` reads both. */
  found: z.optional(z.union([z.string(), jobResultsSchema])),
})

export type Job = Readonly<z.infer<typeof recordSchema>>

export function resultsOf({ found }: Pick<Job, 'found'>): JobResults {
  return typeof found === 'string' ? drawResults(found) : (found ?? { events_analyzed: 0, anomalies_detected: 0 })
}

const beginFields = { ...taskFields, created_at: instantSchema }

const endFields = {
  ...beginFields,
  started_at: instantSchema,
  completed_at: instantSchema,
  results: z.optional(jobResultsSchema),
}

const fixtureSchema = z.discriminatedUnion('status', [
  z.strictObject({ ...nameFields, status: z.literal('pending'), ...beginFields }),
  z.strictObject({ ...nameFields, status: z.literal('running'), ...beginFields, started_at: instantSchema }),
  z.strictObject({ ...nameFields, status: z.literal('completed'), ...endFields }),
  z.strictObject({ ...nameFields, status: z.literal('failed'), ...endFields }),
])

const notReached = { started_at: null, completed_at: null, results: undefined }

/** Converts between a job and its row in jobs.json. A row pins the status. */
export const jobCodec = z.codec(fixtureSchema, recordSchema, {
  decode: (row) => {
    const { status, created_at, started_at, completed_at, results, ...task } = { ...notReached, ...row }
    return { ...task, lifecycle: pinLifecycle(status, created_at, started_at, completed_at), found: results }
  },
  encode: ({ lifecycle, found, ...task }) => {
    const status = lifecycle.pinned ?? 'pending'
    const row = { ...task, created_at: lifecycle.createdAt }
    if (status === 'pending') return { ...row, status }
    const started_at = statusChangedAt(lifecycle, 'running')
    if (status === 'running') return { ...row, status, started_at }
    // A failed job never shows the results of its label.
    const shown = status === 'failed' && typeof found === 'string' ? undefined : found
    const results = shown === undefined ? undefined : resultsOf({ found: shown })
    const ended = { ...row, started_at, completed_at: statusChangedAt(lifecycle, status), results }
    return status === 'failed' ? { ...ended, status } : { ...ended, status }
  },
})

export const jobTable = defineTable<Job>({
  file: 'jobs.json',
  record: jobCodec,
  documented: jobSchema,
  id: (job) => job.id,
  ids: { id: { kind: (profile) => jobIdKind(profile.jobIdFormat) } },
  createdAt: (job) => job.lifecycle.createdAt,
  lifecycle: (job) => job.lifecycle,
  fields: {
    type: (job) => [job.analysis_type],
    source: (job) => [job.data_source.type],
    logType: (job) => job.data_source.parameters?.log_types ?? [],
    format: (job) => (job.output_format === undefined ? [] : [job.output_format]),
  },
})

export const jobs = defineCollection('jobs', jobTable, recordSchema)

export function jobIdKind(format: Choice<'jobIdFormat'>): IdKind {
  return { format, prefix: 'job' }
}

export const jobStateNames = {
  pending_running_completed_failed: recordOf(statuses, (status) => status),
  queued_processing_succeeded_failed: {
    pending: 'queued',
    running: 'processing',
    completed: 'succeeded',
    failed: 'failed',
  },
} as const satisfies Record<Choice<'jobStates'>, Record<Status, string>>

const knownStates: readonly string[] = Object.values(jobStateNames).flatMap((names) => Object.values(names))

export const jobStates: StatusNames = {
  names: ({ jobStates: option }) => Object.values(jobStateNames[option]),
  of: ({ status }) => knownStates.find((name) => name === status),
}
