import { streamLabel } from '../../random/random.ts'
import {
  defineRecordAdmin,
  type RecordAdmin,
  type RecordChange,
  type FixtureRecord,
} from '../../sandbox/record-admin.ts'
import { instantIn, onlyFieldsOfStatus, withoutGiven } from '../../store/fixture-rows.ts'
import { formatExact } from '../../time/instant.ts'
import { type Job, jobs, resultsOf, drawResults } from './job.ts'
import { manualNotifications, moved } from './notices.ts'

const fieldsOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['pending', []],
  ['running', ['started_at']],
  ['completed', ['started_at', 'completed_at', 'results']],
  ['failed', ['started_at', 'completed_at', 'results']],
])

export const jobAdmin: RecordAdmin = defineRecordAdmin<Job>({
  collection: jobs,
  loadDraw: async () => {
    const { drawTask } = await import('./factory.ts')
    return ({ sandbox, label, given, nowMs }) => ({
      ...drawTask(sandbox.seed, label, createdMs(given, nowMs), given),
      status: 'completed',
    })
  },
  complete,
  changed: moved,
  notices: manualNotifications,
  inherit,
})

/** The creation of a new job in Unix milliseconds: as given, else now, and never after its start or end. */
function createdMs(given: FixtureRecord, nowMs: number): number {
  const [createdAt, ...later] = ['created_at', 'started_at', 'completed_at'].map((field) => instantIn(given, field))
  return createdAt ?? Math.min(nowMs, ...later.map((atMs) => atMs ?? nowMs))
}

/** Adds the fields that the status of a job needs. A new job reached its status at its creation; a changed one reaches it now. */
function complete(row: FixtureRecord, change: RecordChange<Job>): FixtureRecord {
  const { given, before, nowMs } = change
  const kept = onlyFieldsOfStatus(row, given, fieldsOf)
  const fields = fieldsOf.get(kept['status'])
  if (fields === undefined || before?.row['status'] === kept['status']) return kept
  const createdAt = instantIn(kept, 'created_at') ?? createdMs(given, nowMs)
  const reached = before === undefined ? createdAt : Math.max(nowMs, createdAt)
  const startedAt =
    instantIn(kept, 'started_at') ?? Math.max(createdAt, Math.min(reached, instantIn(kept, 'completed_at') ?? reached))
  const needed: FixtureRecord = {
    created_at: formatExact(createdAt),
    started_at: formatExact(startedAt),
    completed_at: formatExact(Math.max(reached, startedAt)),
    ...resultsFor(kept, change),
  }
  const missing = Object.entries(needed).filter(([field]) => field === 'created_at' || fields.includes(field))
  return { ...withoutGiven(Object.fromEntries(missing), given), ...kept }
}

/** A job that completes gets the results that it was to have. A job that fails keeps only visible results. */
function resultsFor({ id, status }: FixtureRecord, { sandbox, before }: RecordChange<Job>) {
  const found = before?.record.found
  if (status === 'failed') return typeof found === 'object' ? { results: found } : {}
  if (before !== undefined && found !== undefined) return { results: resultsOf(before.record) }
  return { results: drawResults(streamLabel(sandbox.seed, 'results of job', String(id).toLowerCase())) }
}

/** A changed job keeps its results, or the label of its future results, unless its row has results or must not have any. */
function inherit(job: Job, { found }: Job): Job {
  const { pinned } = job.lifecycle
  const isHidden = pinned === 'pending' || pinned === 'running' || (pinned === 'failed' && typeof found === 'string')
  return job.found === undefined && isHidden ? { ...job, found } : job
}
