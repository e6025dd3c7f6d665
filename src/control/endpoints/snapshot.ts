import { type Snapshot, snapshotSchema } from '../../sandbox/snapshot.ts'
import type { Call } from '../client/call.ts'
import { anything, defineEndpoints } from './endpoint.ts'
import { summary } from './state.ts'

/** Limit of a snapshot in bytes: 16 MiB, enough for some 20,000 jobs. */
export const maxSnapshotBytes = 16_777_216

export const snapshotEndpoints = defineEndpoints({
  saveSnapshot: {
    method: 'GET',
    path: '/snapshot',
    summary: 'Saves the whole sandbox as one document',
    isSecret: true,
    answer: () => snapshotSchema,
    commands: [{ usage: 'snapshot save <file>', about: 'write the whole sandbox to a JSON file' }],
  },
  loadSnapshot: {
    method: 'PUT',
    path: '/snapshot',
    summary: 'Replaces the sandbox by the one in a snapshot',
    // The handler checks the version before the form.
    body: anything,
    maxBodyBytes: maxSnapshotBytes,
    answer: summary,
    commands: [{ usage: 'snapshot load <file>', about: 'replace the sandbox by the one in a file' }],
  },
})

/** Creates the control of snapshots. @param onLoad runs after each load */
export const createSnapshotControl = (call: Call, onLoad: () => Promise<void>) => ({
  /** Saves the whole sandbox as it is now: everything that differs from the dataset, as plain data without a secret. */
  save: (): Promise<Snapshot> => call(snapshotEndpoints.saveSnapshot, {}),
  /**
   * Replaces the sandbox by the one in a snapshot: from then on it answers as that one would have.
   * @param document the result of `save`, or the same after a round trip through JSON
   * @throws InputError for a snapshot of another version, seed or dataset, and for anything else; then nothing changes
   * @example
   * ```ts
   * const before = await fake.snapshot.save()
   * await fake.snapshot.load(before)
   * ```
   */
  load: async (document: unknown): Promise<void> => {
    await call(snapshotEndpoints.loadSnapshot, { body: document })
    await onLoad()
  },
})

/** The snapshots of one sandbox. */
export interface SnapshotControl extends ReturnType<typeof createSnapshotControl> {}
