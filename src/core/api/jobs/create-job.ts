import * as z from 'zod/mini'

import { decide, type Deciding } from '../../assumptions/decided-by.ts'
import type { Choice } from '../../assumptions/register.ts'
import { openValueSchema, refuseUnknownValues, readSentDate } from '../../http/parameters.ts'
import type { RequestContext, SchemaContext } from '../../http/types.ts'
import { quote } from '../../lib/input-error.ts'
import { drawId } from '../../random/random.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { ApiError } from '../../spec/api-error.ts'
import { bodyDateForm, dateSchema } from '../../time/date-forms.ts'
import { beginLifecycle } from '../../time/lifecycle.ts'
import { lifecycleSettingOf } from '../define-area.ts'
import { defineCreate } from '../define-operation.ts'
import { jobResponse, jobText } from './forms.ts'
import {
  dataSourceSchema,
  type Job,
  jobs,
  notificationSchema,
  parametersSchema,
  jobStates,
  jobStateNames,
} from './job.ts'
import { follow } from './notices.ts'

const bodySchema = z.strictObject({
  name: z.string(),
  description: z.optional(z.string()),
  data_source: z.extend(dataSourceSchema, {
    parameters: z.optional(
      z.extend(parametersSchema, { start_date: z.optional(bodyDateForm), end_date: z.optional(bodyDateForm) }),
    ),
  }),
  analysis_type: z.string(),
  output_format: z.optional(z.string()),
  notification: z.optional(notificationSchema),
})

type Body = z.infer<typeof bodySchema>

const requiredFields = {
  all: [
    'data_source.parameters.start_date',
    'data_source.parameters.end_date',
    'data_source.parameters.log_types',
    'output_format',
  ],
  core: [],
} as const satisfies Record<Choice<'jobRequiredFields'>, readonly string[]>

/** The documented values (§2.4), by field. The dataset adds others. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  source: ['security_logs'],
  logType: ['firewall', 'authentication', 'system'],
  type: ['security_event_correlation'],
  format: ['json'],
}

export const createJob = defineCreate({
  id: 'createJob',
  path: '/data/analysis/jobs',
  permission: 'analysis:write',
  summary: 'Creates an analysis job',
  statusNames: { ...jobStates, names: ({ jobStates: option }) => [jobStateNames[option].pending] },
  body: {
    schema: bodySchema,
    requirable: requiredFields.all,
    required: (ctx) => requiredFields[decide(ctx, 'jobRequiredFields')],
    documentedSchema: documentedBody,
    example: ({ sandbox }) => exampleOf(jobs(sandbox).select({ terms: [] }).slice(0, 1)[0]),
  },
  schema: jobResponse,
  status: (ctx) => Number(decide(ctx, 'jobCreateStatus')),
  check: (ctx, body) => {
    const dated = withDates(ctx, body)
    checkValues(ctx, body)
    return dated
  },
  handle: (ctx, body, bytes) => {
    const { sandbox, nowMs } = ctx
    const label = sandbox.label('job', jobs(sandbox).takeNumber())
    const lifecycle = beginLifecycle(nowMs, lifecycleSettingOf(ctx))
    const job: Job = { id: drawId(label), ...body, lifecycle, found: label }
    jobs(sandbox).insert(job, bytes)
    follow(sandbox, job)
    return jobText(ctx, job, 'pending')
  },
})

/** The values of a field that a body may have if the register rejects others. */
export function knownValuesOf(sandbox: Sandbox, kind: string): readonly string[] {
  return [...(knownValues[kind] ?? []), ...jobs(sandbox).dataset.values(kind)]
}

function documentedBody({ choices, sandbox }: SchemaContext): z.ZodMiniType {
  const { jobValues, dateForms: forms, bodyDateOffset } = choices
  const open = (kind: string) => openValueSchema(jobValues, knownValuesOf(sandbox, kind))
  const date = z.optional(dateSchema({ forms, offset: bodyDateOffset === 'accept', local: false, dateOnly: false }))
  const parameters = z.extend(parametersSchema, {
    start_date: date,
    end_date: date,
    log_types: z.optional(z.array(open('logType'))),
  })
  return z.extend(bodySchema, {
    data_source: z.extend(dataSourceSchema, { type: open('source'), parameters: z.optional(parameters) }),
    analysis_type: open('type'),
    output_format: z.optional(open('format')),
  })
}

function exampleOf(job: Job | undefined): Body | undefined {
  if (job === undefined) return undefined
  const { name, description, data_source, analysis_type, output_format } = job
  return { name, description, data_source, analysis_type, output_format }
}

/** Converts the dates of a body to the extended form, which the job shows. @throws ApiError for an invalid date */
function withDates(ctx: Deciding, body: Body): Body {
  const { parameters } = body.data_source
  if (parameters === undefined) return body
  const start = readDate(ctx, 'start_date', parameters.start_date)
  const end = readDate(ctx, 'end_date', parameters.end_date)
  if (start !== undefined && end !== undefined && start.atMs > end.atMs && decide(ctx, 'dateRange') === 'reject') {
    const details = `data_source.parameters.start_date: expected an instant not after end_date, got ${quote(parameters.start_date)}`
    throw new ApiError('invalid_request', details)
  }
  const dates = { ...(start && { start_date: start.text }), ...(end && { end_date: end.text }) }
  return { ...body, data_source: { ...body.data_source, parameters: { ...parameters, ...dates } } }
}

function readDate(ctx: Deciding, name: string, sent: string | undefined) {
  if (sent === undefined) return undefined
  const field = `data_source.parameters.${name}`
  const { text, date } = readSentDate(ctx, field, sent)
  if (date?.kind !== 'instant') return undefined
  if (!date.utc && decide(ctx, 'bodyDateOffset') === 'reject') {
    throw new ApiError('invalid_request', `${field}: expected a date-time in UTC (Z), got ${quote(sent)}`)
  }
  return { text, atMs: date.atMs }
}

function checkValues(ctx: RequestContext, { data_source, analysis_type, output_format }: Body): void {
  const unknown: [field: string, value: string][] = []
  const check = (field: string, kind: string, value: string | undefined): void => {
    const isKnown = value === undefined || knownValues[kind]?.includes(value) === true
    if (!isKnown && !jobs(ctx.sandbox).dataset.has(kind, value)) unknown.push([field, value])
  }
  check('data_source.type', 'source', data_source.type)
  for (const type of data_source.parameters?.log_types ?? []) check('data_source.parameters.log_types', 'logType', type)
  check('analysis_type', 'type', analysis_type)
  check('output_format', 'format', output_format)
  refuseUnknownValues(ctx, 'jobValues', unknown)
}
