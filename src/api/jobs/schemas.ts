import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import type { Shaping } from '../../http/schema-context.ts'
import { idShape } from '../../random/ids.ts'
import { instantShape } from '../../time/instant.ts'
import { dataSourceSchema, jobIdKind, stateNames } from './job.ts'
import { jobResultsSchema } from './results.ts'
import { dateFields, jobSchema } from './serialize.ts'

/** The names of the states (§3). */
export function stateShape(assume: Assume): z.ZodMiniType<string> {
  return z.enum(Object.values(stateNames[assume('jobStates')]))
}

/** A job record under the choices of a sandbox. */
export function jobShape(shaping: Shaping): z.ZodMiniType {
  return shaping.assume('jobRecord') === 'full' ? shaping.named('Job', () => fullShape(shaping)) : minimal(shaping)
}

/** An item of the job list under the choices of a sandbox. */
export function jobItemShape(shaping: Shaping): z.ZodMiniType {
  return shaping.assume('jobListItem') === 'same' ? jobShape(shaping) : minimal(shaping)
}

function minimal(shaping: Shaping): z.ZodMiniType {
  return shaping.named('JobItem', () => minimalShape(shaping.assume))
}

function minimalShape(assume: Assume) {
  const { created } = dateFields[assume('jobDateField')]
  return z.extend(z.pick(jobSchema, { name: true }), {
    id: idShape(jobIdKind(assume('jobIdFormat'))),
    status: stateShape(assume),
    [assume('jobTypeField')]: z.string(),
    [created]: instantShape(assume('timestampPrecision')),
  })
}

function fullShape({ assume, named }: Shaping) {
  const { updated, completed } = dateFields[assume('jobDateField')]
  const instant = instantShape(assume('timestampPrecision'))
  const optional = (schema: z.ZodMiniType) =>
    assume('absentOptional') === 'null' ? z.nullable(schema) : z.optional(schema)
  const results = assume('jobResults') === 'present' ? { results: z.optional(jobResultsSchema) } : {}
  return z.extend(minimalShape(assume), {
    description: optional(z.string()),
    data_source: named('DataSource', () => dataSourceSchema),
    output_format: optional(z.string()),
    [updated]: instant,
    [completed]: optional(instant),
    ...results,
  })
}
