import * as z from 'zod/mini'

import { decide, DecidedBy, type Deciding } from '../../assumptions/decided-by.ts'
import type { Choice, Profile } from '../../assumptions/register.ts'
import type { RequestContext, SchemaContext } from '../../http/types.ts'
import { cacheJson } from '../../lib/json-text.ts'
import { memoizeByObject } from '../../lib/lazily.ts'
import { recordOf } from '../../lib/record-of.ts'
import { idSchema, formatId } from '../../random/ids.ts'
import { instantFormat, formatInstant } from '../../time/instant.ts'
import { type Status, statusAt, statusChangedAt, statuses } from '../../time/lifecycle.ts'
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

const schemaOf = (context: SchemaContext, isFull: boolean) =>
  isFull ? fullSchema(context) : minimalSchema(context.choices)

function minimalSchema(choices: Profile) {
  const { created } = dateFields[choices.jobDateField]
  return z.extend(z.pick(jobSchema, { name: true }), {
    id: idSchema(jobIdKind(choices.jobIdFormat)),
    status: stateSchema(choices),
    [choices.jobTypeField]: z.string(),
    [created]: instantFormat(choices.timestampPrecision),
  })
}

function fullSchema({ choices, component }: SchemaContext) {
  const { updated, completed } = dateFields[choices.jobDateField]
  const instant = instantFormat(choices.timestampPrecision)
  const optional = (schema: z.ZodMiniType) =>
    choices.absentOptional === 'null' ? z.nullable(schema) : z.optional(schema)
  const results = choices.jobResults === 'present' ? { results: z.optional(jobResultsSchema) } : {}
  return z.extend(minimalSchema(choices), {
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

function choicesOf(choices: Profile, status: Status) {
  return {
    idKind: jobIdKind(choices.jobIdFormat),
    state: jobStateNames[choices.jobStates][status],
    typeField: choices.jobTypeField,
    dates: dateFields[choices.jobDateField],
    precision: choices.timestampPrecision,
  }
}

/** The rows behind `choicesOf`. */
const commonRows = DecidedBy.of('jobIdFormat', 'jobStates', 'jobTypeField', 'jobDateField', 'timestampPrecision')

type Writer = (job: Job) => string

function byStatus(make: (choices: Profile, status: Status) => Writer): (choices: Profile, status: Status) => Writer {
  const writers = recordOf(statuses, (status) =>
    memoizeByObject((choices: Profile) => cacheJson(make(choices, status))),
  )
  return (choices, status) => writers[status](choices)
}

const minimal = byStatus((choices, status) => {
  const { idKind, state, typeField, dates, precision } = choicesOf(choices, status)
  return (job) =>
    jobs.table.text(job, {
      id: formatId(job.id, idKind),
      name: job.name,
      status: state,
      [typeField]: job.analysis_type,
      [dates.created]: formatInstant(job.lifecycle.createdAt, precision),
    })
})

const full = byStatus((choices, status) => {
  const { idKind, state, typeField, dates, precision } = choicesOf(choices, status)
  const isDone = status === 'completed'
  const hasResults = isDone && choices.jobResults === 'present'
  const optional = (name: string, value: string | undefined) => {
    if (value !== undefined) return { [name]: value }
    return choices.absentOptional === 'null' ? { [name]: null } : {}
  }
  return (job) => {
    const changed = formatInstant(statusChangedAt(job.lifecycle, status), precision)
    return jobs.table.text(job, {
      id: formatId(job.id, idKind),
      name: job.name,
      ...optional('description', job.description),
      status: state,
      [typeField]: job.analysis_type,
      data_source: job.data_source,
      ...optional('output_format', job.output_format),
      [dates.created]: formatInstant(job.lifecycle.createdAt, precision),
      [dates.updated]: changed,
      ...optional(dates.completed, isDone ? changed : undefined),
      ...(hasResults ? { results: resultsOf(job) } : {}),
    })
  }
})

function textOf({ choices, decidedBy }: Deciding, job: Job, status: Status, isFull: boolean): string {
  decidedBy.addAll(commonRows)
  if (!isFull) return minimal(choices, status)(job)
  if (status === 'completed') decidedBy.add('jobResults')
  const lacksOptional = job.description === undefined || job.output_format === undefined || status !== 'completed'
  if (lacksOptional) decidedBy.add('absentOptional')
  return full(choices, status)(job)
}

export function jobText(ctx: Deciding, job: Job, status: Status): string {
  return textOf(ctx, job, status, decide(ctx, 'jobRecord') === 'full')
}

export function itemWriter(ctx: RequestContext): Writer {
  const isFull = decide(ctx, 'jobRecord') === 'full' && decide(ctx, 'jobListItem') === 'same'
  return (job) => textOf(ctx, job, statusAt(job.lifecycle, ctx.nowMs), isFull)
}
