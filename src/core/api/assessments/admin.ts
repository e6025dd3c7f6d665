import * as z from 'zod/mini'

import { mergePatch } from '../../lib/merge-patch.ts'
import { parseBy } from '../../lib/read-by.ts'
import { toStoredId } from '../../random/ids.ts'
import { drawId, RandomStream, streamLabel } from '../../random/random.ts'
import {
  defineRecordAdmin,
  type RecordAdmin,
  type RecordChange,
  type Drawing,
  type FixtureRecord,
} from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { instantIn, onlyFieldsOfStatus, withoutGiven } from '../../store/fixture-rows.ts'
import { formatExact } from '../../time/instant.ts'
import { resourceIdKind, resources } from '../resources/resource.ts'
import { type Assessment, assessments, estimateMs, resultOf } from './assessment.ts'
import { documentedResourceType } from './create-assessment.ts'
import { defaultScan, findingSchema, type Result, resultFields, scan, toResult } from './scan.ts'

const ofResult = Object.keys(resultFields)

const fieldsOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['pending', []],
  ['in_progress', []],
  ['failed', ['completed_at']],
  ['completed', ['completed_at', ...ofResult]],
])

export const assessmentAdmin: RecordAdmin = defineRecordAdmin<Assessment>({
  collection: assessments,
  loadDraw: async () => draw,
  complete,
  // A changed assessment keeps the result that it found, or would find.
  inherit: (assessment, { found }) => (assessment.found === undefined ? { ...assessment, found } : assessment),
  shownStatus: 'completed',
})

function draw({ sandbox, label, given }: Drawing): FixtureRecord {
  const isGiven = Object.hasOwn(given, 'resource_id')
  return { ...(!isGiven && { resource_id: drawResourceId(sandbox, label) }), status: 'completed' }
}

function drawResourceId(sandbox: Sandbox, label: string): string {
  const { total, slice } = resources(sandbox).select({ terms: [], order: 'newest_first' })
  const position = new RandomStream(`${label} resource`).int(0, Math.max(0, total - 1))
  return slice(position, position + 1)[0]?.id ?? drawId(`${label} resource`)
}

/** Adds the fields that the status of an assessment needs. A new assessment reached its status at its creation; a changed one reaches it now. */
function complete(row: FixtureRecord, change: RecordChange<Assessment>): FixtureRecord {
  const { given, before, nowMs } = change
  const kept = onlyFieldsOfStatus(row, given, fieldsOf)
  const createdAt = instantIn(kept, 'created_at') ?? Math.min(nowMs, instantIn(given, 'completed_at') ?? nowMs)
  const reached = before === undefined ? createdAt : Math.max(nowMs, createdAt)
  const isMoved = before?.row['status'] !== kept['status']
  const fields = isMoved ? (fieldsOf.get(kept['status']) ?? []) : []
  const needed = {
    created_at: formatExact(createdAt),
    estimated_completion_time: formatExact(createdAt + estimateMs),
    ...(fields.includes('completed_at') ? { completed_at: formatExact(reached) } : {}),
  }
  const typed = withoutGiven(typeOf(kept, change), given)
  const hasResult = kept['status'] === 'completed' && (isMoved || Object.hasOwn(given, 'findings'))
  return {
    ...withoutGiven(needed, given),
    ...kept,
    ...typed,
    ...(hasResult ? resultFor({ ...kept, ...typed }, change) : {}),
  }
}

/** The type of the resource, if the row names another resource than before. */
function typeOf({ resource_id }: FixtureRecord, { before, sandbox }: RecordChange<Assessment>): FixtureRecord {
  const id = toStoredId(String(resource_id), resourceIdKind('any'))
  if (before?.record.resource_id === id) return {}
  const type = resources(sandbox).get(id)?.type ?? (before === undefined ? documentedResourceType : undefined)
  return type === undefined ? {} : { resource_type: type }
}

function resultFor(row: FixtureRecord, change: RecordChange<Assessment>): FixtureRecord {
  const { given } = change
  const givenFields = ofResult.filter((field) => Object.hasOwn(given, field)).map((field) => [field, given[field]])
  return mergePatch({ ...foundBy(row, change) }, Object.fromEntries(givenFields))
}

/** Builds the result from the given findings, or else from the scan. */
function foundBy({ id, resource_type }: FixtureRecord, { given, before, sandbox }: RecordChange<Assessment>): Result {
  if (Object.hasOwn(given, 'findings')) {
    const wasCompleted = before?.row['status'] === 'completed'
    const passing = wasCompleted ? resultOf(before.record).summary.passing_checks : 0
    // The schema reports invalid findings.
    const findings = parseBy(z.array(findingSchema), given['findings'])
    return toResult(findings.success ? findings.data : [], passing)
  }
  if (before?.record.found !== undefined) return resultOf(before.record)
  return scan(
    streamLabel(sandbox.seed, 'scan of assessment', String(id).toLowerCase()),
    defaultScan,
    String(resource_type),
  )
}
