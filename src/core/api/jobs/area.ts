import * as z from 'zod/mini'

import { decide, type Deciding } from '../../assumptions/decided-by.ts'
import {
  filterText,
  openValueSchema,
  toFilters,
  dateBoundSchema,
  dateError,
  readDateBound,
  shownMs,
} from '../../http/parameters.ts'
import { recordStatusOf } from '../../http/request-context.ts'
import type { SchemaContext } from '../../http/types.ts'
import { quote } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { ApiError } from '../../spec/api-error.ts'
import { type Status, statuses } from '../../time/lifecycle.ts'
import { defineArea } from '../define-area.ts'
import { defineList, type Filters } from '../define-list.ts'
import { defineGet } from '../define-operation.ts'
import { knownValuesOf, createJob } from './create-job.ts'
import { jobResponse, jobText, jobItemResponse, stateSchema, itemText } from './forms.ts'
import { jobIdKind, jobs, jobStates, jobStateNames } from './job.ts'
import { notify } from './notices.ts'

const getJob = defineGet({
  id: 'getJob',
  path: '/data/analysis/jobs/{id}',
  permission: 'analysis:read',
  summary: 'Gets an analysis job',
  statusNames: jobStates,
  idKind: (ctx) => jobIdKind(decide(ctx, 'jobIdFormat')),
  schema: jobResponse,
  handle: (ctx, id) => {
    const job = jobs(ctx.sandbox).get(id)
    return job === undefined ? undefined : jobText(ctx, job, recordStatusOf(ctx, job.lifecycle))
  },
})

export const jobFilters = {
  status: {
    description: 'Filter by job status.',
    schema: statusSchema,
    select: (ctx, name) => {
      const wanted = readStatus(ctx, name)
      return { hasStatus: (status) => status === wanted }
    },
  },
  created_after: {
    description: 'Filter by creation date.',
    schema: createdAfterSchema,
    select: (ctx, text) => {
      const afterMs = readCreatedAfter(ctx, text)
      return { within: { hasBegun: (atMs) => isAfter(ctx, atMs, afterMs), hasEnded: () => false } }
    },
  },
  type: {
    description: 'Filter by analysis type.',
    schema: typeSchema,
    select: (ctx, type) => {
      const wrong = (got: string) => `no job has the type ${got}`
      return { terms: toFilters(ctx, jobs(ctx.sandbox), 'jobTypeFilter', ['type', 'type'], type, wrong) }
    },
  },
} satisfies Filters

const listJobs = defineList({
  id: 'listJobs',
  path: '/data/analysis/jobs',
  permission: 'analysis:read',
  summary: 'Lists analysis jobs',
  statusNames: jobStates,
  filters: jobFilters,
  schema: jobItemResponse,
  collection: jobs,
  write: itemText,
})

function statusSchema({ choices }: SchemaContext): z.ZodMiniType {
  return choices.jobStatusFilter === 'reject' ? stateSchema(choices) : filterText({ choices })
}

/** Restricts the filter to the known types if filter and create both reject others. */
function typeSchema({ choices, sandbox }: SchemaContext): z.ZodMiniType {
  const isClosed = choices.jobTypeFilter === 'reject' && choices.jobValues === 'reject'
  return isClosed
    ? openValueSchema('reject', [...knownValuesOf(sandbox, 'type'), ...jobs(sandbox).values('type')])
    : filterText({ choices })
}

function createdAfterSchema({ choices }: SchemaContext): z.ZodMiniType {
  const format = choices.createdAfterFormat
  if (format === 'unix_seconds') return z.int().check(z.gte(0), z.lt(1e12))
  return dateBoundSchema(choices, format === 'iso_8601')
}

/** Reads the status filter; undefined for an unknown name. It reads the register only if the options differ. */
function readStatus(ctx: Deciding, text: string): Status | undefined {
  const meanings = keysOf(jobStateNames).map((states) => statusNamed(states, text))
  const isPlain = new Set(meanings).size === 1
  const status = isPlain ? meanings[0] : statusNamed(decide(ctx, 'jobStates'), text)
  if (status === undefined && decide(ctx, 'jobStatusFilter') === 'reject') {
    const names = Object.values(jobStateNames[decide(ctx, 'jobStates')]).join(', ')
    throw new ApiError('invalid_request', `status: expected one of ${names}, got ${quote(text)}`, 'status')
  }
  return status
}

function statusNamed(states: keyof typeof jobStateNames, name: string): Status | undefined {
  return statuses.find((status) => jobStateNames[states][status] === name)
}

function readCreatedAfter(ctx: Deciding, text: string): number {
  const format = decide(ctx, 'createdAfterFormat')
  if (format === 'unix_seconds') {
    if (/^\d{1,12}$/.test(text)) return Number(text) * 1000
    throw dateError('created_after', 'a Unix time in seconds', text)
  }
  const bound = readDateBound(ctx, 'created_after', text, format === 'iso_8601')
  if (bound.untilMs === undefined) return bound.fromMs
  return decide(ctx, 'createdAfterDate') === 'start_of_day' ? bound.fromMs : bound.untilMs
}

function isAfter(ctx: Deciding, atMs: number, afterMs: number): boolean {
  const shown = shownMs(ctx, atMs)
  return shown > afterMs || (shown === afterMs && decide(ctx, 'createdAfterBound') === 'included')
}

export const jobsArea = defineArea({
  name: 'jobs',
  section: '4.3',
  description: 'Data analysis jobs: create, read and list (§4.3).',
  columns: ['id', 'name', 'analysis_type', 'status', 'created_at'],
  operations: [createJob, getJob, listJobs],
  collection: jobs,
  notify,
  admin: async () => (await import('./admin.ts')).jobAdmin,
  generate: async (_, seed, count) => (await import('./factory.ts')).generateJobs(seed, count),
  hasLifecycle: true,
})
