import * as z from 'zod/mini'

import { loadSnapshot, type Snapshot, snapshotSchema, takeSnapshot } from '../../sandbox/snapshot.ts'
import { Problem } from '../problem.ts'
import { type ControlRequest, defineBodyRoute, defineRoute } from '../route.ts'
import { summarySchema } from '../schemas.ts'
import { toSummary } from './state.ts'

/** Most bytes of a snapshot: 16 MiB, which some 20,000 jobs take. */
const maxSnapshotBytes = 16_777_216

/** Writes a sandbox down, unless that would be more than can be loaded again. @throws Problem */
function save({ service, sandbox }: ControlRequest<undefined>): Snapshot {
  const snapshot = takeSnapshot(sandbox, service.version)
  const bytes = Buffer.byteLength(JSON.stringify(snapshot))
  if (bytes <= maxSnapshotBytes) return snapshot
  throw new Problem(
    'tooLarge',
    `the snapshot: expected at most ${maxSnapshotBytes} bytes, which is what can be loaded, got ${bytes}; delete records or reset the sandbox`,
  )
}

/** A sandbox as one document. */
export const snapshotRoutes = [
  defineRoute({
    id: 'saveSnapshot',
    method: 'GET',
    path: '/snapshot',
    summary: 'the whole sandbox, as one document',
    answer: snapshotSchema,
    handle: save,
  }),
  defineBodyRoute({
    id: 'loadSnapshot',
    method: 'PUT',
    path: '/snapshot',
    summary: 'puts the sandbox of a snapshot in the place of this one',
    // What is wrong with it is told by its version before its form.
    body: z.unknown(),
    maxBodyBytes: maxSnapshotBytes,
    answer: summarySchema,
    handle: ({ service, sandbox, body }) => {
      const { sandboxes, version } = service
      loadSnapshot(sandboxes, sandbox, body, version)
      return toSummary(service, sandboxes.getOrCreate(sandbox.name))
    },
  }),
]
