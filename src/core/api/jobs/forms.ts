import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import { cachedPerProfile, type ChoiceReader } from '../../assumptions/used.ts'
import type { SchemaContext } from '../../http/operation.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { cacheJson } from '../../lib/json-text.ts'
import { recordOf } from '../../lib/record-of.ts'
import { idSchema, formatId } from '../../random/ids.ts'
import { instantFormat, formatInstant } from '../../time/instant.ts'
import { type Status, statusChangedAt, statuses } from '../../time/lifecycle.ts'
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

export function stateSchema(assume: Assume): z.ZodMiniType<string> {
  return z.enum(Object.values(jobStateNames[assume('jobStates')]))
}

export function jobResponse(context: SchemaContext): z.ZodMiniType {
  const isFull = context.assume('jobRecord') === 'full'
  // With `extra`, a record differs from an item.
  const name = isFull || hasExtra(jobs(context.sandbox)) ? 'Job' : 'JobItem'
  return context.component(name, () => extendedSchema(jobs(context.sandbox), schemaOf(context, isFull)))
}

export function jobItemResponse(context: SchemaContext): z.ZodMiniType {
  const isSame = context.assume('jobListItem') === 'same'
  if (isSame && !hasExtra(jobs(context.sandbox))) return jobResponse(context)
  const isFull = isSame && context.assume('jobRecord') === 'full'
  return context.component('JobItem', () => extendedSchema(jobs(context.sandbox), schemaOf(context, isFull), true))
}

const schemaOf = (context: SchemaContext, isFull: boolean) =>
  isFull ? fullSchema(context) : minimalSchema(context.assume)

function minimalSchema(assume: Assume) {
  const { created } = dateFields[assume('jobDateField')]
  return z.extend(z.pick(jobSchema, { name: true }), {
    id: idSchema(jobIdKind(assume('jobIdFormat'))),
    status: stateSchema(assume),
    [assume('jobTypeField')]: z.string(),
    [created]: instantFormat(assume('timestampPrecision')),
  })
}

function fullSchema({ assume, component }: SchemaContext) {
  const { updated, completed } = dateFields[assume('jobDateField')]
  const instant = instantFormat(assume('timestampPrecision'))
  const optional = (schema: z.ZodMiniType) =>
    assume('absentOptional') === 'null' ? z.nullable(schema) : z.optional(schema)
  const results = assume('jobResults') === 'present' ? { results: z.optional(jobResultsSchema) } : {}
  return z.extend(minimalSchema(assume), {
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

function choicesOf(assume: Assume, status: Status) {
  return {
    idKind: jobIdKind(assume('jobIdFormat')),
    state: jobStateNames[assume('jobStates')][status],
    typeField: assume('jobTypeField'),
    dates: dateFields[assume('jobDateField')],
    precision: assume('timestampPrecision'),
  }
}

type Writer = (job: Job) => string

function byStatus(make: (assume: Assume, status: Status) => Writer): (reading: ChoiceReader, status: Status) => Writer {
  const writers = recordOf(statuses, (status) => cachedPerProfile((assume) => cacheJson(make(assume, status))))
  return (reading, status) => writers[status](reading)
}

const minimal = byStatus((assume, status) => {
  const { idKind, state, typeField, dates, precision } = choicesOf(assume, status)
  return (job) =>
    jobs.table.text(job, {
      id: formatId(job.id, idKind),
      name: job.name,
      status: state,
      [typeField]: job.analysis_type,
      [dates.created]: formatInstant(job.lifecycle.createdAt, precision),
    })
})

/** Writes full jobs. @param isNull true if a missing optional field is null; called only if a job may lack one */
const full = (isNull: (assume: Assume) => boolean) =>
  byStatus((assume, status) => {
    const { idKind, state, typeField, dates, precision } = choicesOf(assume, status)
    const isDone = status === 'completed'
    const hasResults = isDone && assume('jobResults') === 'present'
    const showsAbsent = isNull(assume)
    const optional = (name: string, value: string | undefined) => {
      if (value !== undefined) return { [name]: value }
      return showsAbsent ? { [name]: null } : {}
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

const complete = full(() => false)
const incomplete = full((assume) => assume('absentOptional') === 'null')

const isFull = cachedPerProfile((assume) => assume('jobRecord') === 'full')
const isFullInList = cachedPerProfile((assume) => assume('jobListItem') === 'same')

function fullJob(reading: ChoiceReader, job: Job, status: Status): string {
  const lacksOptional = job.description === undefined || job.output_format === undefined || status !== 'completed'
  return (lacksOptional ? incomplete : complete)(reading, status)(job)
}

export function jobText(reading: ChoiceReader, job: Job, status: Status): string {
  return isFull(reading) ? fullJob(reading, job, status) : minimal(reading, status)(job)
}

export function itemWriter(ctx: RequestContext): Writer {
  const showsAll = isFull(ctx) && isFullInList(ctx)
  return (job) => {
    const status = ctx.statusOf(job.lifecycle)
    return showsAll ? fullJob(ctx, job, status) : minimal(ctx, status)(job)
  }
}
