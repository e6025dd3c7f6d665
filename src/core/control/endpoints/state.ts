import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { type Snapshot, snapshotSchema } from '../../sandbox/snapshot.ts'
import type { Call } from '../client/call.ts'
import { choices } from './assumptions.ts'
import { clockState } from './clock.ts'
import { anything, count, get, namedObject, post, put } from './endpoint.ts'
import { quotaInfo } from './keys.ts'

const summary = namedObject('Summary', () => ({
  name: z.string(),
  version: z.string(),
  /** A key with full access; null if the fixtures have only its hash, or it was revoked. */
  apiKey: z.nullable(z.string()),
  /** Scheme, host and port of the API by https; missing without https. */
  httpsOrigin: z.optional(z.string()),
  clock: clockState(),
  /** Names of the scenarios that are on. */
  scenarios: z.array(z.string()),
  /** The choices that differ from the defaults of the register. */
  assumptions: choices(),
  quotas: z.array(quotaInfo()),
  /** Numbers of records, by area. */
  counts: z.record(z.string(), count()),
}))

/** The summary of a sandbox. */
export type Summary = z.infer<ReturnType<typeof summary>>

const overview = namedObject('Overview', () => ({
  ...summary().shape,
  /** The endpoints of the control plane, with absolute paths. */
  links: z.array(z.strictObject({ method: z.string(), path: z.string(), summary: z.string() })),
}))

const health = lazily(() =>
  z.strictObject({
    status: z.string(),
    /** The run of `cloudsec-fake start`; missing in other programs. */
    run: z.optional(z.strictObject({ id: z.string(), version: z.string() })),
  }),
)

const ready = lazily(() =>
  z.strictObject({
    status: z.string(),
    /** The state file; missing without one. */
    state: z.optional(
      z.strictObject({
        saved: z.boolean(),
        /** Why the last save failed; null if it did not. */
        reason: z.nullable(z.string()),
        /** When the file was last complete, by the wall clock; null if it never was. */
        lastSaveAt: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
)

export const stateEndpoints = {
  health: get('/health', 'Reports that the fake is alive', { answer: health, open: true }),
  ready: get('/ready', 'Reports whether the fake takes requests, and whether its state is saved', {
    answer: ready,
    open: true,
  }),
  showSummary: get('', 'Shows a summary of the sandbox, and lists the endpoints of the control plane', {
    answer: overview,
  }),
  clearSandbox: post('/clear', 'Removes all records of the sandbox, and nothing else', {
    answer: summary,
    commands: { clear: { needsSandbox: true, text: ({ name }: Summary) => `cleared: ${name}` } },
  }),
  resetSandbox: post('/reset', 'Resets the whole sandbox to its state at the start', {
    answer: summary,
    commands: { reset: { needsSandbox: true, text: ({ name }: Summary) => `reset: ${name}` } },
  }),
}

/** Limit of a snapshot in bytes: 16 MiB, enough for some 20,000 jobs. */
export const maxSnapshotBytes = 16_777_216

export const snapshotEndpoints = {
  saveSnapshot: get('/snapshot', 'Saves the whole sandbox as one document', {
    isSecret: true,
    answer: () => snapshotSchema,
    commands: { 'snapshot save <file>': { about: 'write the whole sandbox to a JSON file' } },
  }),
  loadSnapshot: put('/snapshot', 'Replaces the sandbox with a snapshot', {
    // The handler checks the version before the form.
    body: anything,
    maxBodyBytes: maxSnapshotBytes,
    answer: summary,
    commands: { 'snapshot load <file>': { about: 'replace the sandbox with the snapshot in a file' } },
  }),
}

export const createStateControl = (call: Call) => ({
  summary: async (): Promise<Summary> => {
    const { links: _, ...shown } = await call(stateEndpoints.showSummary, {})
    return shown
  },
  /** Removes all resources, assessments and jobs of the sandbox, and their pending notifications. */
  clear: async (): Promise<void> => void (await call(stateEndpoints.clearSandbox, {})),
  /** Resets the whole sandbox to its state at the start. */
  reset: async (): Promise<void> => void (await call(stateEndpoints.resetSandbox, {})),
})

/** Creates the control of snapshots. @param onLoad runs after each load */
export const createSnapshotControl = (call: Call, onLoad: () => Promise<void>) => ({
  /** Saves the whole sandbox as it is now: everything that differs from the dataset, as plain data without a secret. */
  save: (): Promise<Snapshot> => call(snapshotEndpoints.saveSnapshot, {}),
  /**
   * Replaces the sandbox with a snapshot. From then on, it answers as the saved sandbox would have.
   * @param document the result of `save`, or the same after a round trip through JSON
   * @throws InputError also for a snapshot of another version, seed or dataset
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
