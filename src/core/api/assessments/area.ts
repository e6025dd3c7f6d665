import type * as z from 'zod/mini'

import { decide, type Deciding } from '../../assumptions/decided-by.ts'
import type { Profile } from '../../assumptions/register.ts'
import {
  openValueSchema,
  toFilters,
  findId,
  readId,
  dateFilterSchema,
  type DateBound,
  readDateBound,
  shownMs,
  filterText,
} from '../../http/parameters.ts'
import { recordStatusOf } from '../../http/request-context.ts'
import type { FilterContext, RequestContext, SchemaContext } from '../../http/types.ts'
import { quote } from '../../lib/input-error.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { Term } from '../../store/dataset-index.ts'
import type { StatusFilter } from '../../store/query.ts'
import { statusAt } from '../../time/lifecycle.ts'
import { defineArea } from '../define-area.ts'
import { defineList, type Filters, type Sent } from '../define-list.ts'
import { defineGet } from '../define-operation.ts'
import { resourceIdKind, resources, resourceTable } from '../resources/resource.ts'
import { type Assessment, assessments, knownStates, shownState, stateName } from './assessment.ts'
import { knownResourceTypes, createAssessment } from './create-assessment.ts'
import {
  assessmentResponse,
  unfinishedStatuses,
  assessmentIdKind,
  creationResult,
  recordText,
  assessmentItemResponse,
  resourceIdSchema,
  itemText,
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

function statesOf(choices: Profile): readonly string[] {
  const unfinished = unfinishedStatuses(choices).map((status) => stateName(choices, status))
  const shown = new Set([...unfinished, 'completed'])
  if (choices.pendingRead === 'blank_record') shown.add('pending')
  return knownStates.filter((name) => shown.has(name))
}

function toText(ctx: RequestContext, assessment: Assessment): string | undefined {
  const status = recordStatusOf(ctx, assessment.lifecycle)
  if (status === 'completed') return recordText(ctx, assessment)
  const answer = status === 'failed' ? decide(ctx, 'failedRead') : decide(ctx, 'pendingRead')
  if (answer === 'not_found') return undefined
  if (answer === 'blank_record') return unfinishedText(ctx, assessment, nothingFound)
  return creationResult(ctx, assessment, status)
}

export const assessmentFilters = {
  resource_id: {
    description: 'Filter by resource id.',
    schema: filteredIdSchema,
    select: (ctx, id) => ({ terms: [resourceTerm(ctx, id)] }),
  },
  resource_type: {
    description: 'Filter by resource type.',
    schema: typeSchema,
    select: (ctx, type) => {
      const name = ['resource_type', 'type'] as const
      const wrong = (got: string) => `no assessment has the type ${got}`
      return { terms: toFilters(ctx, assessments(ctx.sandbox), 'assessmentTypeFilter', name, type, wrong) }
    },
  },
  from_date: { description: 'Filter by start date.', schema: dateFilterSchema, select: inRange },
  to_date: { description: 'Filter by end date.', schema: dateFilterSchema, select: inRange },
} satisfies Filters

const listAssessments = defineList({
  id: 'listAssessments',
  path: '/security/assessments',
  permission: 'security:read',
  summary: 'Lists assessments',
  filters: assessmentFilters,
  schema: assessmentItemResponse,
  collection: assessments,
  shown,
  write: (ctx, assessment) =>
    statusAt(assessment.lifecycle, ctx.nowMs) === 'completed'
      ? itemText(ctx, assessment)
      : unfinishedText(ctx, assessment, { score: decide(ctx, 'pendingListed') === 'score_null' ? null : 0 }),
})

/** Restricts the filter to the known types if filter and create both reject others. */
function typeSchema({ choices, sandbox }: SchemaContext): z.ZodMiniType {
  const isOfInventory = choices.assessedResource === 'must_exist' && choices.assessedResourceType === 'reject'
  const isClosed = choices.assessmentValues === 'reject' || isOfInventory
  if (choices.assessmentTypeFilter !== 'reject' || !isClosed) return filterText({ choices })
  const inUse = [...resources(sandbox).values('type'), ...assessments(sandbox).values('type')]
  return openValueSchema('reject', [...knownResourceTypes(sandbox), ...inUse])
}

/** A filter accepts a malformed opaque id. */
function filteredIdSchema(context: SchemaContext): z.ZodMiniType {
  return context.choices.resourceIdFormat === 'uuid' ? resourceIdSchema(context) : filterText(context)
}

function resourceTerm(ctx: Deciding, text: string): Term {
  const kind = resourceIdKind(decide(ctx, 'resourceIdFormat'))
  // A malformed opaque id matches nothing.
  const id = kind.format === 'uuid' ? readId(text, 'resource_id', kind) : findId(text, 'resource_id', kind)
  return { field: 'resource', anyOf: id === undefined ? [] : [id] }
}

/** The register decides whether the list shows unfinished assessments. Their date is their creation. */
function shown(ctx: FilterContext): Pick<StatusFilter, 'isListed' | 'byStatusChange'> {
  return {
    isListed: (status) => status === 'completed' || decide(ctx, 'pendingListed') !== 'hidden',
    byStatusChange: (status) => status === 'completed' && decide(ctx, 'assessmentTimestamp') === 'completed',
  }
}

/** The range from one date to the other, for both filters. */
function inRange(ctx: Deciding, _: string, { from_date: from, to_date: to }: Sent) {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : readDateBound(ctx, 'from_date', from).fromMs
  const until = to === undefined ? undefined : readDateBound(ctx, 'to_date', to)
  if (until !== undefined && isAfter(fromMs, until) && decide(ctx, 'filterRange') === 'reject') {
    const details = `from_date: expected an instant not after to_date, got ${quote(from)}`
    throw new ApiError('invalid_request', details, 'from_date')
  }
  const hasBegun = (atMs: number) => shownMs(ctx, atMs) >= fromMs
  const hasEnded = (atMs: number) => until !== undefined && !isBefore(ctx, shownMs(ctx, atMs), until)
  return { within: { hasBegun, hasEnded } }
}

function isAfter(fromMs: number, until: DateBound): boolean {
  return until.untilMs === undefined ? fromMs > until.fromMs : fromMs >= until.untilMs
}

function isBefore(ctx: Deciding, shown: number, { fromMs, untilMs }: DateBound): boolean {
  if (untilMs !== undefined) return shown < untilMs
  return shown < fromMs || (shown === fromMs && decide(ctx, 'dateBounds') === 'included')
}

export const assessmentsArea = defineArea({
  name: 'assessments',
  section: '4.1',
  description: 'Security assessments: create, read and list (§4.1).',
  columns: ['id', 'resource_id', 'resource_type', 'status', 'score'],
  operations: [getAssessment, createAssessment, listAssessments],
  collection: assessments,
  admin: async () => (await import('./admin.ts')).assessmentAdmin,
  hasLifecycle: true,
  generate: async (dataset, seed) =>
    (await import('./factory.ts')).generateAssessments(seed, resourceTable.index(dataset).records),
})
