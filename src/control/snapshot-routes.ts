import * as z from 'zod/mini'

import { loadSnapshot, snapshotSchema, takeSnapshot } from '../engine/snapshot.ts'
import { defineBodyRoute, defineRoute } from './route.ts'
import { summaryShape } from './shapes.ts'
import { toSummary } from './state-routes.ts'

/** Most bytes of a snapshot that is loaded: 64 MiB. */
const maxSnapshotBytes = 67_108_864

/** A sandbox as one document. */
export const snapshotRoutes = [
  defineRoute({
    id: 'saveSnapshot',
    method: 'GET',
    path: '/snapshot',
    summary: 'the whole sandbox, as one document',
    answer: snapshotSchema,
    handle: ({ service, sandbox }) => takeSnapshot(sandbox, service.version),
  }),
  defineBodyRoute({
    id: 'loadSnapshot',
    method: 'PUT',
    path: '/snapshot',
    summary: 'puts the sandbox of a snapshot in the place of this one',
    // What is wrong with it is told by its version before its form.
    body: z.unknown(),
    maxBodyBytes: maxSnapshotBytes,
    answer: summaryShape,
    handle: ({ service, sandbox, body }) => {
      const { sandboxes, version } = service
      loadSnapshot(sandboxes, sandbox, body, version)
      return toSummary(service, sandboxes.look(sandbox.name))
    },
  }),
]
