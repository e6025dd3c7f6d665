import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { openValueShape } from '../../http/enums.ts'
import { valueTerms } from '../../http/filters.ts'
import { defineQuery, pagingQuery } from '../../http/query.ts'
import { dateBoundShape, dateError, readDateBound } from '../../http/read-date.ts'
import { filterText, type Shaping } from '../../http/schema-context.ts'
import { quote } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { ApiError } from '../../spec/api-error.ts'
import { shownMs } from '../../time/instant.ts'
import { type Phase, phases } from '../../time/lifecycle.ts'
import { defineList } from '../define-operation.ts'
import { knownIn } from './create-job.ts'
import { jobs, stateNames } from './job.ts'
import { jobItemShape, stateShape } from './schemas.ts'
import { itemWriter } from './serialize.ts'

const query = defineQuery({
  status: z.optional(z.string()),
  created_after: z.optional(z.string()),
  type: z.optional(z.string()),
  ...pagingQuery,
})

/** `GET /data/analysis/jobs` (§4.3). */
export const listJobs = defineList({
  id: 'listJobs',
  area: 'jobs',
  path: '/data/analysis/jobs',
  permission: 'analysis:read',
  summary: 'Lists analysis jobs',
  query,
  filters: {
    status: { meaning: 'Filter by job status.', shape: statusShape },
    created_after: { meaning: 'Filter by creation date.', shape: createdAfterShape },
    type: { meaning: 'Filter by analysis type.', shape: typeShape },
  },
  shape: jobItemShape,
  collection: jobs,
  select: (exchange, { status, created_after, type }) => {
    const { assume, sandbox } = exchange
    const phase = status === undefined ? undefined : readStatus(assume, status)
    const afterMs = created_after === undefined ? undefined : readCreatedAfter(assume, created_after)
    return {
      terms: valueTerms(
        jobs(sandbox),
        'type',
        type,
        () => assume('jobTypeFilter'),
        () => `type: no job has the type ${quote(type)}`,
      ),
      listing: status === undefined ? undefined : { isListed: (other) => other === phase },
      within:
        afterMs === undefined
          ? undefined
          : { hasBegun: (atMs) => isAfter(assume, atMs, afterMs), hasEnded: () => false },
    }
  },
  writer: itemWriter,
})

function statusShape({ assume }: Shaping): z.ZodMiniType {
  return assume('jobStatusFilter') === 'reject' ? stateShape(assume) : filterText({ assume })
}

/** The types that jobs can have, where neither a filter nor a create takes others. */
function typeShape({ assume, sandbox }: Shaping): z.ZodMiniType {
  const isClosed = assume('jobTypeFilter') === 'reject' && assume('jobValues') === 'reject'
  return isClosed
    ? openValueShape('reject', [...knownIn(sandbox, 'type'), ...jobs(sandbox).values('type')])
    : filterText({ assume })
}

function createdAfterShape({ assume }: Shaping): z.ZodMiniType {
  const format = assume('createdAfterFormat')
  if (format === 'unix_seconds') return z.int().check(z.gte(0), z.lt(1e12))
  return dateBoundShape(assume, format === 'iso_8601')
}

/** The phase that a status filter asks for; undefined for a name that no state has. The register is asked only where its options differ. */
function readStatus(assume: Assume, status: string): Phase | undefined {
  const meanings = keysOf(stateNames).map((states) => phaseNamed(states, status))
  const isPlain = new Set(meanings).size === 1
  const phase = isPlain ? meanings[0] : phaseNamed(assume('jobStates'), status)
  if (phase === undefined && assume('jobStatusFilter') === 'reject') {
    const names = Object.values(stateNames[assume('jobStates')]).join(', ')
    throw new ApiError('invalid_request', `status: expected one of ${names}, got ${quote(status)}`)
  }
  return phase
}

function phaseNamed(states: keyof typeof stateNames, name: string): Phase | undefined {
  return phases.find((phase) => stateNames[states][phase] === name)
}

function readCreatedAfter(assume: Assume, text: string): number {
  const format = assume('createdAfterFormat')
  if (format === 'unix_seconds') {
    if (/^\d{1,12}$/.test(text)) return Number(text) * 1000
    throw dateError('created_after', 'a Unix time in seconds', text)
  }
  const bound = readDateBound(assume, 'created_after', text, () => format === 'iso_8601')
  if (bound.untilMs === undefined) return bound.fromMs
  return assume('createdAfterDate') === 'start_of_day' ? bound.fromMs : bound.untilMs
}

function isAfter(assume: Assume, atMs: number, afterMs: number): boolean {
  const shown = shownMs(atMs, () => assume('timestampPrecision'))
  return shown > afterMs || (shown === afterMs && assume('createdAfterBound') === 'included')
}
