import * as z from 'zod/mini'

import { decide, DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { Choice, Profile } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/types.ts'
import { recordOf } from '../../lib/record-of.ts'
import { idSchema, formatId } from '../../random/ids.ts'
import { instantFormat, formatInstant } from '../../time/instant.ts'
import { type Status, statusAt, statusChangedAt, statuses } from '../../time/lifecycle.ts'
import { cacheTexts } from '../define-area.ts'
import type { ListContext } from '../define-list.ts'
import { extendedSchema, hasExtra } from '../extended-schema.ts'
import {
  dataSourceSchema,
  jobIdKind,
  jobSchema,
  jobs,
  jobStateNames,
  type Job,
  resultsOf,
  jobResultsSchema,
} from './job.ts'

export function stateSchema(choices: Profile): z.ZodMiniType<string> {
  return z.enum(Object.values(jobStateNames[choices.jobStates]))
}

export function jobResponse(context: SchemaContext): z.ZodMiniType {
  const isFull = context.choices.jobRecord === 'full'
  // With `extra`, a record differs from an item.
  const name = isFull || hasExtra(jobs(context.sandbox)) ? 'Job' : 'JobItem'
  return context.component(name, () => extendedSchema(jobs(context.sandbox), schemaOf(context, isFull)))
}

export function jobItemResponse(context: SchemaContext): z.ZodMiniType {
  const isSame = context.choices.jobListItem === 'same'
  if (isSame && !hasExtra(jobs(context.sandbox))) return jobResponse(context)
  const isFull = isSame && context.choices.jobRecord === 'full'
  return context.component('JobItem', () => extendedSchema(jobs(context.sandbox), schemaOf(context, isFull), true))
}

function schemaOf({ choices, component }: SchemaContext, isFull: boolean) {
  const { created, updated, completed } = dateFields[choices.jobDateField]
  const instant = instantFormat(choices.timestampPrecision)
  const minimal = z.extend(z.pick(jobSchema, { name: true }), {
    id: idSchema(jobIdKind(choices.jobIdFormat)),
    status: stateSchema(choices),
    [choices.jobTypeField]: z.string(),
    [created]: instant,
  })
  if (!isFull) return minimal
  const optional = (schema: z.ZodMiniType) =>
    choices.absentOptional === 'null' ? z.nullable(schema) : z.optional(schema)
  const results = choices.jobResults === 'present' ? { results: z.optional(jobResultsSchema) } : {}
  return z.extend(minimal, {
    description: optional(z.string()),
    data_source: component('DataSource', () => dataSourceSchema),
    output_format: optional(z.string()),
    [updated]: instant,
    [completed]: optional(instant),
    ...results,
  })
}

const dateFields = {
  created_at: { created: 'created_at', updated: 'updated_at', completed: 'completed_at' },
  created_date: { created: 'created_date', updated: 'updated_date', completed: 'completed_date' },
} as const satisfies Record<Choice<'jobDateField'>, Record<string, string>>

function toAnswer(job: Job, choices: Profile, status: Status, isFull: boolean) {
  const { created, updated, completed } = dateFields[choices.jobDateField]
  const instant = (atMs: number) => formatInstant(atMs, choices.timestampPrecision)
  const optional = (name: string, value: string | undefined) => {
    if (value !== undefined) return { [name]: value }
    return choices.absentOptional === 'null' ? { [name]: null } : {}
  }
  const isDone = status === 'completed'
  const changed = instant(statusChangedAt(job.lifecycle, status))
  return {
    id: formatId(job.id, jobIdKind(choices.jobIdFormat)),
    name: job.name,
    ...(isFull && optional('description', job.description)),
    status: jobStateNames[choices.jobStates][status],
    [choices.jobTypeField]: job.analysis_type,
    ...(isFull && { data_source: job.data_source, ...optional('output_format', job.output_format) }),
    [created]: instant(job.lifecycle.createdAt),
    ...(isFull && { [updated]: changed, ...optional(completed, isDone ? changed : undefined) }),
    ...(isFull && isDone && choices.jobResults === 'present' && { results: resultsOf(job) }),
  }
}

const textsOf = (isFull: boolean) =>
  recordOf(statuses, (status) => cacheTexts(jobs, (job, choices) => toAnswer(job, choices, status, isFull)))

const full = textsOf(true)
const minimal = textsOf(false)

/** The rows behind every job. */
const commonRows = DecidedBy.of('jobIdFormat', 'jobStates', 'jobTypeField', 'jobDateField', 'timestampPrecision')

function textOf({ choices, decidedBy }: Deciding, job: Job, status: Status, isFull: boolean): string {
  decidedBy.addAll(commonRows)
  if (!isFull) return minimal[status](choices)(job)
  if (status === 'completed') decidedBy.add('jobResults')
  const lacksOptional = job.description === undefined || job.output_format === undefined || status !== 'completed'
  if (lacksOptional) decidedBy.add('absentOptional')
  return full[status](choices)(job)
}

export function jobText(ctx: Deciding, job: Job, status: Status): string {
  return textOf(ctx, job, status, decide(ctx, 'jobRecord') === 'full')
}

export function itemText(ctx: ListContext, job: Job): string {
  const isFull = decide(ctx, 'jobRecord') === 'full' && decide(ctx, 'jobListItem') === 'same'
  return textOf(ctx, job, statusAt(job.lifecycle, ctx.nowMs), isFull)
}
