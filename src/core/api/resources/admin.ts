import {
  defineRecordAdmin,
  type RecordAdmin,
  type RecordChange,
  type FixtureRecord,
} from '../../sandbox/record-admin.ts'
import { instantIn, withoutGiven } from '../../store/fixture-rows.ts'
import { formatExact } from '../../time/instant.ts'
import { type Resource, resources } from './resource.ts'

export const resourceAdmin: RecordAdmin = defineRecordAdmin<Resource>({
  collection: resources,
  loadDraw: async () => {
    const { drawResource } = await import('./factory.ts')
    return ({ sandbox, label, given }) => {
      const { created_at: _, updated_at: __, ...row } = drawResource(sandbox.seed, label, given)
      return row
    }
  },
  complete,
})

/** Adds missing dates: now is the creation of a new resource, and the update of a changed one. */
function complete(row: FixtureRecord, { given, before, nowMs }: RecordChange<Resource>): FixtureRecord {
  const stamps = before === undefined ? creation(given, nowMs) : { updated_at: updatedAt(row, nowMs) }
  return { ...row, ...withoutGiven(stamps, given) }
}

function creation(given: FixtureRecord, nowMs: number): FixtureRecord {
  const created_at = formatExact(Math.min(nowMs, instantIn(given, 'updated_at') ?? nowMs))
  return { created_at, updated_at: updatedAt(given, nowMs) }
}

function updatedAt(row: FixtureRecord, nowMs: number): string {
  return formatExact(Math.max(nowMs, instantIn(row, 'created_at') ?? nowMs))
}
