import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { parseId } from '../../engine/ids.ts'
import { shownMs } from '../../engine/instant.ts'
import { phaseAt } from '../../engine/lifecycle.ts'
import type { Exchange } from '../../http/exchange.ts'
import { defineList } from '../../http/operation.ts'
import { defineQuery, pagingQuery } from '../../http/query.ts'
import { type DateBound, readDateFilter } from '../../http/read-date.ts'
import { readId } from '../../http/read-id.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import { listEnvelope } from '../../spec/envelope.ts'
import { type Assessment, assessmentItemSchema, assessments } from './assessment.ts'
import { itemWriter, timestampMs, unfinishedItem } from './text.ts'

const query = defineQuery({
  resource_id: z.optional(z.string()),
  resource_type: z.optional(z.string()),
  from_date: z.optional(z.string()),
  to_date: z.optional(z.string()),
  ...pagingQuery,
})

/** `GET /security/assessments` (§4.1). */
export const listAssessments = defineList({
  id: 'listAssessments',
  path: '/security/assessments',
  permission: { area: 'security', action: 'read' },
  query,
  answer: listEnvelope(assessmentItemSchema),
  collection: assessments,
  select: (exchange, { resource_id, resource_type, from_date, to_date }) => {
    const { assume } = exchange
    const from = from_date === undefined ? undefined : readDateFilter(assume, 'from_date', from_date)
    const to = to_date === undefined ? undefined : readDateFilter(assume, 'to_date', to_date)
    return {
      terms: [
        ...(resource_id === undefined ? [] : [{ field: 'resource', anyOf: [readResourceFilter(assume, resource_id)] }]),
        ...(resource_type === undefined ? [] : [{ field: 'type', anyOf: [resource_type] }]),
      ],
      at: (assessment) => listedAt(exchange, assessment),
      within: from === undefined && to === undefined ? undefined : (atMs) => isWithin(assume, atMs, from, to),
    }
  },
  writer: (exchange) => {
    const writeCompleted = itemWriter(exchange.assume)
    return (assessment) =>
      isCompleted(exchange, assessment) ? writeCompleted(assessment) : writeUnfinished(exchange.assume, assessment)
  },
})

function readResourceFilter(assume: Assume, text: string): string {
  const kind = resourceIdKind(assume('resourceIdFormat'))
  // An opaque id that is malformed is no id of a record, so it matches nothing.
  return kind.format === 'opaque' ? (parseId(text, kind) ?? text) : readId(text, 'resource_id', kind)
}

function isCompleted({ nowMs }: Exchange, assessment: Assessment): boolean {
  return phaseAt(assessment.course, nowMs) === 'completed'
}

function listedAt(exchange: Exchange, assessment: Assessment): number | undefined {
  const { assume } = exchange
  if (isCompleted(exchange, assessment)) return timestampMs(assessment, assume('assessmentTimestamp'))
  return assume('pendingListed') === 'hidden' ? undefined : assessment.course.createdAt
}

function writeUnfinished(assume: Assume, assessment: Assessment): string {
  return unfinishedItem(assume, assessment, assume('pendingListed') === 'score_null' ? null : 0)
}

function isWithin(assume: Assume, atMs: number, from: DateBound | undefined, to: DateBound | undefined): boolean {
  const shown = shownMs(atMs, assume('timestampPrecision'))
  if (from !== undefined && shown < from.fromMs) return false
  if (to === undefined) return true
  if (to.untilMs !== undefined) return shown < to.untilMs
  return shown < to.fromMs || (shown === to.fromMs && assume('dateBounds') === 'included')
}
