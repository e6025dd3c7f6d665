import { loadSnapshot, type Snapshot, takeSnapshot } from '../../sandbox/snapshot.ts'
import { maxSnapshotBytes, snapshotEndpoints } from '../endpoints/snapshot.ts'
import { Problem } from '../problem.ts'
import { type RequestBasics, toRoutes } from '../route.ts'
import { toSummary } from './state.ts'

/** Takes a snapshot. @throws Problem for one that would be too large to load */
function save({ service, sandbox }: RequestBasics): Snapshot {
  const snapshot = takeSnapshot(sandbox, service.version)
  const bytes = Buffer.byteLength(JSON.stringify(snapshot))
  if (bytes <= maxSnapshotBytes) return snapshot
  throw new Problem(
    'tooLarge',
    `the snapshot: expected at most ${maxSnapshotBytes} bytes, which is what can be loaded, got ${bytes}; delete records or reset the sandbox`,
  )
}

export const snapshotRoutes = toRoutes(snapshotEndpoints, {
  saveSnapshot: save,
  loadSnapshot: ({ service, sandbox, body }) => {
    const { sandboxes, version } = service
    loadSnapshot(sandboxes, sandbox, body, version)
    return toSummary(service, sandboxes.getOrCreate(sandbox.name))
  },
})
