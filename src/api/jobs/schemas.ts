import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import type { SchemaContext } from '../../http/schema-context.ts'
import { idSchema } from '../../random/ids.ts'
import { instantFormat } from '../../time/instant.ts'
import { dataSourceSchema, jobIdKind, stateNames } from './job.ts'
import { jobResultsSchema } from './results.ts'
import { dateFields, jobSchema } from './serialize.ts'

/** The names of the states (§3). */
export function stateSchema(assume: Assume): z.ZodMiniType<string> {
  return z.enum(Object.values(stateNames[assume('jobStates')]))
}

export function jobResponse(context: SchemaContext): z.ZodMiniType {
  return context.assume('jobRecord') === 'full' ? context.component('Job', () => fullSchema(context)) : minimal(context)
}

export function jobItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.assume('jobListItem') === 'same' ? jobResponse(context) : minimal(context)
}

function minimal(context: SchemaContext): z.ZodMiniType {
  return context.component('JobItem', () => minimalSchema(context.assume))
}

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
