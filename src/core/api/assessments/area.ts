import type * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { type FilterContext, filterText, type SchemaContext } from '../../http/operation.ts'
import {
  openValueSchema,
  toFilters,
  findId,
  readId,
  dateFilterSchema,
  type DateBound,
  readDateFilter,
} from '../../http/parameters.ts'
import type { QueryParameters } from '../../http/query.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { quote } from '../../lib/input-error.ts'
import { lazily } from '../../lib/lazily.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Term } from '../../store/dataset-index.ts'
import type { DateRange, StatusFilter } from '../../store/query.ts'
import { roundToPrecision } from '../../time/instant.ts'
import { defineArea } from '../define-area.ts'
import { defineList } from '../define-list.ts'
import { defineGet } from '../define-operation.ts'
import { resourceIdKind, resources, resourceTable } from '../resources/resource.ts'
import { type Assessment, assessments, knownStates, shownState, stateName, assessmentTable } from './assessment.ts'
import { knownResourceTypes, createAssessment } from './create-assessment.ts'
import {
  assessmentResponse,
  unfinishedStatuses,
  assessmentIdKind,
  creationResult,
  recordOf,
  assessmentItemResponse,
  resourceIdSchema,
  itemWriter,
  unfinishedText,
} from './forms.ts'
import { nothingFound } from './scan.ts'

const getAssessment = defineGet({
  id: 'getAssessment',
  path: '/security/assessments/{id}',
  permission: 'security:read',
  summary: 'Gets an assessment',
  statusNames: { names: statesOf, of: shownState },
  idKind: () => assessmentIdKind,
  schema: assessmentResponse,
  handle: (ctx, id) => {
    const assessment = assessments(ctx.sandbox).get(id)
    return assessment === undefined ? undefined : toText(ctx, assessment)
  },
})

function statesOf(assume: Assume): readonly string[] {
  const unfinished = unfinishedStatuses(assume).map((status) => stateName(assume, status))
  const shown = new Set([...unfinished, 'completed'])
  if (assume('pendingRead') === 'blank_record') shown.add('pending')
  return knownStates.filter((name) => shown.has(name))
}

function toText(ctx: RequestContext, assessment: Assessment): string | undefined {
  const { assume } = ctx
  const status = ctx.recordStatusOf(assessment.lifecycle)
  if (status === 'completed') return recordOf(ctx, assessment)
  const answer = status === 'failed' ? assume('failedRead') : assume('pendingRead')
  if (answer === 'not_found') return undefined
  if (answer === 'blank_record') return unfinishedText(assume, assessment, nothingFound)
  return creationResult(assume, assessment, stateName(assume, status))
}

export const assessmentFilters = {
  resource_id: { description: 'Filter by resource id.', schema: filteredIdSchema },
  resource_type: { description: 'Filter by resource type.', schema: typeSchema },
  from_date: { description: 'Filter by start date.', schema: dateFilterSchema },
  to_date: { description: 'Filter by end date.', schema: dateFilterSchema },
} satisfies QueryParameters

const listAssessments = defineList({
  id: 'listAssessments',
  path: '/security/assessments',
  permission: 'security:read',
  summary: 'Lists assessments',
  filters: assessmentFilters,
  schema: assessmentItemResponse,
  collection: assessments,
  select: (ctx, { resource_id, resource_type, from_date, to_date }) => {
    const { assume, sandbox } = ctx
    const choice = () => assume('assessmentTypeFilter')
    const wrong = (type: string): string => `no assessment has the type ${type}`
    const name = ['resource_type', 'type'] as const
    return {
      resource_id: { terms: resourceTerm(assume, resource_id) },
      resource_type: { terms: toFilters(assessments(sandbox), name, resource_type, choice, wrong) },
      from_date: { within: readRange(assume, from_date, to_date) },
      // Part of the range above.
      to_date: {},
    }
  },
  shown,
  writer: (ctx) => {
    const { assume } = ctx
    return (assessment) =>
      ctx.statusOf(assessment.lifecycle) === 'completed'
        ? itemWriter(ctx)(assessment)
        : unfinishedText(assume, assessment, { score: assume('pendingListed') === 'score_null' ? null : 0 })
  },
})

/** Restricts the filter to the known types if filter and create both reject others. */
function typeSchema({ assume, sandbox }: SchemaContext): z.ZodMiniType {
  const isOfInventory = assume('assessedResource') === 'must_exist' && assume('assessedResourceType') === 'reject'
  const isClosed = assume('assessmentValues') === 'reject' || isOfInventory
  if (assume('assessmentTypeFilter') !== 'reject' || !isClosed) return filterText({ assume })
  const inUse = [...resources(sandbox).values('type'), ...assessments(sandbox).values('type')]
  return openValueSchema('reject', [...knownResourceTypes(sandbox), ...inUse])
}

/** A filter accepts a malformed opaque id. */
function filteredIdSchema(context: SchemaContext): z.ZodMiniType {
  return context.assume('resourceIdFormat') === 'uuid' ? resourceIdSchema(context) : filterText(context)
}

function resourceTerm(assume: Assume, text: string | undefined): Term[] {
  if (text === undefined) return []
  const kind = resourceIdKind(assume('resourceIdFormat'))
  if (kind.format === 'uuid') return [{ field: 'resource', anyOf: [readId(text, 'resource_id', kind)] }]
  // A malformed opaque id matches nothing.
  const id = findId(text, 'resource_id', kind)
  return [{ field: 'resource', anyOf: id === undefined ? [] : [id] }]
}

/** The register decides whether the list shows unfinished assessments. Their date is their creation. */
function shown({ assume }: FilterContext): Pick<StatusFilter, 'isListed' | 'byStatusChange'> {
  return {
    isListed: (status) => status === 'completed' || assume('pendingListed') !== 'hidden',
    byStatusChange: (status) => status === 'completed' && assume('assessmentTimestamp') === 'completed',
  }
}

function readRange(assume: Assume, from: string | undefined, to: string | undefined): DateRange | undefined {
  if (from === undefined && to === undefined) return undefined
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : readDateFilter(assume, 'from_date', from).fromMs
  const until = to === undefined ? undefined : readDateFilter(assume, 'to_date', to)
  if (until !== undefined && isAfter(fromMs, until) && assume('filterRange') === 'reject') {
    const details = `from_date: expected an instant not after to_date, got ${quote(from)}`
    throw new ApiError('invalid_request', details, 'from_date')
  }
  const precision = lazily(() => assume('timestampPrecision'))
  return {
    hasBegun: (atMs) => roundToPrecision(atMs, precision) >= fromMs,
    hasEnded: (atMs) => until !== undefined && !isBefore(assume, roundToPrecision(atMs, precision), until),
  }
}

function isAfter(fromMs: number, until: DateBound): boolean {
  return until.untilMs === undefined ? fromMs > until.fromMs : fromMs >= until.untilMs
}

function isBefore(assume: Assume, shown: number, { fromMs, untilMs }: DateBound): boolean {
  if (untilMs !== undefined) return shown < untilMs
  return shown < fromMs || (shown === fromMs && assume('dateBounds') === 'included')
}

export const assessmentsArea = defineArea({
  name: 'assessments',
  section: '4.1',
  description: 'Security assessments: create, read and list (§4.1).',
  columns: ['id', 'resource_id', 'resource_type', 'status', 'score'],
  operations: [getAssessment, createAssessment, listAssessments],
  storage: [assessments],
  table: assessmentTable,
  admin: async () => (await import('./admin.ts')).assessmentAdmin,
  hasLifecycle: true,
  generate: async (dataset, seed) => {
    const { generateAssessments } = await import('./factory.ts')
    assessmentTable.put(dataset, generateAssessments(seed, resourceTable.index(dataset).records))
  },
})
