import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import type { Call } from '../client/call.ts'
import { choices } from './assumptions.ts'
import { clockState } from './clock.ts'
import { component, count, defineEndpoints } from './endpoint.ts'
import { quotaInfo } from './keys.ts'

export const summary = component('Summary', () =>
  z.strictObject({
    name: z.string(),
    /** Version of the package. */
    version: z.string(),
    /** A key with full access; null where the fixtures have only its hash, and where it was revoked. */
    apiKey: z.nullable(z.string()),
    /** Scheme, host and port of the API by https; missing where the fake serves none. */
    httpsOrigin: z.optional(z.string()),
    clock: clockState(),
    /** Names of the scenarios that are on. */
    scenarios: z.array(z.string()),
    /** The choices that differ from the defaults of the register. */
    assumptions: choices(),
    quotas: z.array(quotaInfo()),
    /** Numbers of records, by area. */
    counts: z.record(z.string(), count()),
  }),
)

/** A sandbox at a glance. */
export type Summary = z.infer<ReturnType<typeof summary>>

const overview = component('Overview', () =>
  z.strictObject({
    ...summary().shape,
    /** Every request that the control plane takes; a path begins at the host. */
    links: z.array(z.strictObject({ method: z.string(), path: z.string(), summary: z.string() })),
  }),
)

const state = lazily(() => z.strictObject({ status: z.string() }))

const ready = lazily(() =>
  z.strictObject({
    status: z.string(),
    /** The file that keeps the state; missing where the fake keeps none. */
    state: z.optional(
      z.strictObject({
        saved: z.boolean(),
        /** Why the last save failed; null where it did not. */
        reason: z.nullable(z.string()),
        /** When the file was last seen to have everything, by the wall clock; null where it never was. */
        lastSaveAt: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
)

export const stateEndpoints = defineEndpoints({
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Says that the fake is alive',
    answer: state,
    open: true,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    summary: 'Says whether the fake takes requests, and whether its state is saved',
    answer: ready,
    open: true,
  },
  showSummary: {
    method: 'GET',
    path: '',
    summary: 'Shows the sandbox at a glance, and lists what the control plane can be asked',
    answer: overview,
  },
  resetSandbox: {
    method: 'POST',
    path: '/reset',
    summary: 'Resets the sandbox to the dataset, in every part',
    answer: summary,
    commands: [{ usage: 'reset', text: ({ name }: Summary) => `reset: ${name}` }],
  },
})

export const createStateControl = (call: Call) => ({
  /** Shows the sandbox at a glance. */
  summary: async (): Promise<Summary> => {
    const { links: _, ...shown } = await call(stateEndpoints.showSummary, {})
    return shown
  },
  /** Resets the sandbox to its state at the start, in every part. */
  reset: async (): Promise<void> => {
    await call(stateEndpoints.resetSandbox, {})
  },
})

/** One sandbox as a whole. */
export interface StateControl extends ReturnType<typeof createStateControl> {}
