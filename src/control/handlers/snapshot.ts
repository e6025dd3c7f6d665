import { loadSnapshot, takeSnapshot } from '../../sandbox/snapshot.ts'
import { maxSnapshotBytes, snapshotEndpoints } from '../endpoints/state.ts'
import { Problem } from '../problem.ts'
import { toRoutes } from '../route.ts'
import { toSummary } from './state.ts'

export const snapshotRoutes = toRoutes(snapshotEndpoints, {
  saveSnapshot: ({ service, sandbox }) => {
    const snapshot = takeSnapshot(sandbox, service.version)
    const bytes = Buffer.byteLength(JSON.stringify(snapshot))
    if (bytes <= maxSnapshotBytes) return snapshot
    const expected = `expected at most ${maxSnapshotBytes} bytes, which is what can be loaded`
    throw new Problem('tooLarge', `the snapshot: ${expected}, got ${bytes}; delete records or reset the sandbox`)
  },
  loadSnapshot: ({ service, sandbox, body }) => {
    loadSnapshot(service.sandboxes, sandbox, body, service.version)
    return toSummary(service, service.sandboxes.getOrCreate(sandbox.name))
  },
})
