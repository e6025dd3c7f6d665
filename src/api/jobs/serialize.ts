import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import { perProfile, type Reading } from '../../assumptions/used.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { defineText, type TextChoices } from '../../lib/json-text.ts'
import { recordOf } from '../../lib/record-of.ts'
import { formatId } from '../../random/ids.ts'
import { formatInstant } from '../../time/instant.ts'
import { type Status, statusChangedAt, statuses } from '../../time/lifecycle.ts'
import { dataSourceSchema, type Job, jobIdKind, resultsOf, stateNames } from './job.ts'
import { jobResultsSchema } from './results.ts'

/** The names of a job's dates, under the options of jobDateField. */
export const dateFields = {
  created_at: { created: 'created_at', updated: 'updated_at', completed: 'completed_at' },
  created_date: { created: 'created_date', updated: 'updated_date', completed: 'completed_date' },
} as const satisfies Record<Choice<'jobDateField'>, Record<string, string>>

const date = z.optional(z.iso.datetime())

/** A job record (§2.4): which of the fields are there, and under which name, is in the register. */
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

interface MinimalChoices extends TextChoices {
  readonly status: Status
  readonly idFormat: Choice<'jobIdFormat'>
  readonly states: Choice<'jobStates'>
  readonly typeField: Choice<'jobTypeField'>
  readonly dateField: Choice<'jobDateField'>
  readonly precision: Choice<'timestampPrecision'>
}

interface FullChoices extends MinimalChoices {
  readonly absent: Choice<'absentOptional'> | 'none'
  readonly results: Choice<'jobResults'>
}

function toMinimal(job: Job, choices: MinimalChoices) {
  return {
    id: formatId(job.id, jobIdKind(choices.idFormat)),
    name: job.name,
    status: stateNames[choices.states][choices.status],
    [choices.typeField]: job.analysisType,
    [dateFields[choices.dateField].created]: formatInstant(job.lifecycle.createdAt, choices.precision),
  }
}

function toFull(job: Job, choices: FullChoices) {
  const { created, updated, completed } = dateFields[choices.dateField]
  const instant = (atMs: number): string => formatInstant(atMs, choices.precision)
  const done = choices.status === 'completed'
  const optional = <T>(name: string, value: T | undefined) => {
    if (value !== undefined) return { [name]: value }
    return choices.absent === 'null' ? { [name]: null } : {}
  }
  return {
    id: formatId(job.id, jobIdKind(choices.idFormat)),
    name: job.name,
    ...optional('description', job.description),
    status: stateNames[choices.states][choices.status],
    [choices.typeField]: job.analysisType,
    data_source: job.dataSource,
    ...optional('output_format', job.outputFormat),
    [created]: instant(job.lifecycle.createdAt),
    [updated]: instant(statusChangedAt(job.lifecycle, choices.status)),
    ...optional(completed, done ? instant(statusChangedAt(job.lifecycle, choices.status)) : undefined),
    ...(done && choices.results === 'present' ? { results: resultsOf(job) } : {}),
  }
}

const minimalText = defineText<Job, MinimalChoices>((job, choices) => JSON.stringify(toMinimal(job, choices)))
const fullText = defineText<Job, FullChoices>((job, choices) => JSON.stringify(toFull(job, choices)))

type Writer = (job: Job) => string

/** Makes a writer once for each profile and status. */
function byStatus(make: (assume: Assume, status: Status) => Writer): (reading: Reading, status: Status) => Writer {
  const writers = recordOf(statuses, (status) => perProfile((assume) => make(assume, status)))
  return (reading, status) => writers[status](reading)
}

function minimalChoices(assume: Assume, status: Status): MinimalChoices {
  return {
    status,
    idFormat: assume('jobIdFormat'),
    states: assume('jobStates'),
    typeField: assume('jobTypeField'),
    dateField: assume('jobDateField'),
    precision: assume('timestampPrecision'),
  }
}

function fullChoices(assume: Assume, status: Status, absent: FullChoices['absent']): FullChoices {
  const results = status === 'completed' ? assume('jobResults') : 'absent'
  return { ...minimalChoices(assume, status), absent, results }
}

const minimal = byStatus((assume, status) => minimalText(minimalChoices(assume, status)))
const complete = byStatus((assume, status) => fullText(fullChoices(assume, status, 'none')))
const incomplete = byStatus((assume, status) => fullText(fullChoices(assume, status, assume('absentOptional'))))

const isFull = perProfile((assume) => assume('jobRecord') === 'full')
const isFullInList = perProfile((assume) => assume('jobListItem') === 'same')

function fullJob(reading: Reading, job: Job, status: Status): string {
  const lacksOptional = job.description === undefined || job.outputFormat === undefined || status !== 'completed'
  return (lacksOptional ? incomplete : complete)(reading, status)(job)
}

export function jobText(reading: Reading, job: Job, status: Status): string {
  return isFull(reading) ? fullJob(reading, job, status) : minimal(reading, status)(job)
}

export function itemWriter(ctx: RequestContext): Writer {
  const showsAll = isFull(ctx) && isFullInList(ctx)
  return (job) => {
    const status = ctx.statusOf(job.lifecycle)
    return showsAll ? fullJob(ctx, job, status) : minimal(ctx, status)(job)
  }
}
