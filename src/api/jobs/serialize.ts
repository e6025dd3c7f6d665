import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import type { Exchange } from '../../http/request-context.ts'
import { defineText, type TextShape } from '../../lib/json-text.ts'
import { formatId } from '../../random/ids.ts'
import { formatInstant } from '../../time/instant.ts'
import { type Phase, reachedAt } from '../../time/lifecycle.ts'
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

interface MinimalShape extends TextShape {
  readonly phase: Phase
  readonly idFormat: Choice<'jobIdFormat'>
  readonly states: Choice<'jobStates'>
  readonly typeField: Choice<'jobTypeField'>
  readonly dateField: Choice<'jobDateField'>
  readonly precision: Choice<'timestampPrecision'>
}

interface FullShape extends MinimalShape {
  readonly absent: Choice<'absentOptional'> | 'none'
  readonly results: Choice<'jobResults'>
}

function toMinimal(job: Job, shape: MinimalShape) {
  return {
    id: formatId(job.id, jobIdKind(shape.idFormat)),
    name: job.name,
    status: stateNames[shape.states][shape.phase],
    [shape.typeField]: job.analysisType,
    [dateFields[shape.dateField].created]: formatInstant(job.course.createdAt, shape.precision),
  }
}

function toFull(job: Job, shape: FullShape) {
  const { created, updated, completed } = dateFields[shape.dateField]
  const instant = (atMs: number): string => formatInstant(atMs, shape.precision)
  const done = shape.phase === 'completed'
  const optional = <T>(name: string, value: T | undefined) => {
    if (value !== undefined) return { [name]: value }
    return shape.absent === 'null' ? { [name]: null } : {}
  }
  return {
    id: formatId(job.id, jobIdKind(shape.idFormat)),
    name: job.name,
    ...optional('description', job.description),
    status: stateNames[shape.states][shape.phase],
    [shape.typeField]: job.analysisType,
    data_source: job.dataSource,
    ...optional('output_format', job.outputFormat),
    [created]: instant(job.course.createdAt),
    [updated]: instant(reachedAt(job.course, shape.phase)),
    ...optional(completed, done ? instant(reachedAt(job.course, shape.phase)) : undefined),
    ...(done && shape.results === 'present' ? { results: resultsOf(job) } : {}),
  }
}

const minimalText = defineText<Job, MinimalShape>((job, shape) => JSON.stringify(toMinimal(job, shape)))
const fullText = defineText<Job, FullShape>((job, shape) => JSON.stringify(toFull(job, shape)))

function minimalShape(assume: Assume, phase: Phase): MinimalShape {
  return {
    phase,
    idFormat: assume('jobIdFormat'),
    states: assume('jobStates'),
    typeField: assume('jobTypeField'),
    dateField: assume('jobDateField'),
    precision: assume('timestampPrecision'),
  }
}

/** A job as JSON text. @param phase where on its course it is shown */
export function jobText(assume: Assume, job: Job, phase: Phase): string {
  return assume('jobRecord') === 'full' ? fullJob(assume, job, phase) : minimalText(minimalShape(assume, phase))(job)
}

function fullJob(assume: Assume, job: Job, phase: Phase): string {
  const lacksOptional = job.description === undefined || job.outputFormat === undefined || phase !== 'completed'
  return fullText({
    ...minimalShape(assume, phase),
    absent: lacksOptional ? assume('absentOptional') : 'none',
    results: phase === 'completed' ? assume('jobResults') : 'absent',
  })(job)
}

/** What writes a job as an item of the list. */
export function itemWriter(exchange: Exchange): (job: Job) => string {
  const { assume } = exchange
  const isFull = assume('jobRecord') === 'full' && assume('jobListItem') === 'same'
  return (job) => {
    const phase = exchange.phaseOf(job.course)
    return isFull ? fullJob(assume, job, phase) : minimalText(minimalShape(assume, phase))(job)
  }
}
