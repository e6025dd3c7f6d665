import * as z from 'zod/mini'

import type { Sandbox } from './sandbox.ts'
import type { Sandboxes } from './sandboxes.ts'
import { headFields, headOf, readSaved, savedIncarnation, savedName } from './saved-head.ts'

const kind = { noun: 'snapshot', format: 'cloudsec-fake/snapshot', version: 3 }

/** A whole sandbox as one document: the fake that can load it, the identity of the sandbox, and the differences from the dataset. */
export const snapshotSchema = z.strictObject({
  ...headFields,
  sandbox: z.strictObject({
    /** The name that its random draws follow from. */
    name: savedName,
    /** Counts its resets. */
    incarnation: savedIncarnation,
  }),
  /** The state of each part that differs from a new sandbox, by id. */
  parts: z.record(z.string(), z.unknown()),
})

/** A whole sandbox as one document. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** Takes a snapshot of a sandbox. @param version of the package */
export function takeSnapshot(taken: Sandbox, version: string): Snapshot {
  const { seedName, incarnation, states } = taken
  return { ...headOf(kind, taken, version), sandbox: { name: seedName, incarnation }, parts: states }
}

/**
 * Puts the sandbox of a snapshot in the place of another, under the name of that one.
 * @param version of the package
 * @throws InputError with the reason for a snapshot that cannot be used here; then nothing changes
 */
export function loadSnapshot(sandboxes: Sandboxes, replaced: Sandbox, content: unknown, version: string): void {
  const { sandbox, parts } = readSaved(snapshotSchema, content, kind, replaced, version)
  sandboxes.replace({ seedName: sandbox.name, parts, replaced }, sandbox.incarnation)
}
