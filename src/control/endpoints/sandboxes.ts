import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { nameRule } from '../../lib/name-form.ts'
import { isSandboxName } from '../../sandbox/sandboxes.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, count, dateTime, defineEndpoints } from './endpoint.ts'

const sandboxInfo = lazily(() =>
  z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    controlUrl: z.string(),
    /** A key with full access; null where the fixtures have only its hash, and where it was revoked. */
    apiKey: z.nullable(z.string()),
    /** By the real clock, as `lastUsedAt`. */
    createdAt: dateTime(),
    lastUsedAt: dateTime(),
    /** Names of the scenarios that are on. */
    scenarios: z.array(z.string()),
    /** Numbers of records, by area. */
    counts: z.record(z.string(), count()),
    /** Bytes that requests have stored in it. */
    storedBytes: count(),
  }),
)

/** A sandbox in the list of its fake. */
export type SandboxInfo = z.infer<ReturnType<typeof sandboxInfo>>

export const sandboxEndpoints = defineEndpoints({
  listSandboxes: {
    method: 'GET',
    path: '/sandboxes',
    summary: 'Lists all sandboxes of this fake',
    answer: collectionOf(sandboxInfo),
  },
  createSandbox: {
    method: 'POST',
    path: '/sandboxes',
    summary: 'Creates a sandbox; without a name it gets one',
    body: lazily(() =>
      z.optional(z.strictObject({ name: z.optional(z.string().check(z.refine(isSandboxName, { error: nameRule }))) })),
    ),
    answer: sandboxInfo,
    status: 201,
    createsSandbox: false,
    isAside: true,
  },
  deleteSandbox: {
    method: 'DELETE',
    path: '/sandboxes/{name}',
    summary: 'Deletes a sandbox with everything in it',
    createsSandbox: false,
    isAside: true,
  },
})

const { listSandboxes, createSandbox, deleteSandbox } = sandboxEndpoints

/** Creates the calls about the sandboxes of a fake. */
export function createSandboxCalls(call: Call) {
  return {
    async list(): Promise<readonly SandboxInfo[]> {
      return (await call(listSandboxes, {})).items
    },
    async create(name?: string): Promise<SandboxInfo> {
      return await call(createSandbox, { body: { name } })
    },
    async delete(name: string): Promise<void> {
      await call(deleteSandbox, { path: { name } })
    },
  }
}

/** The calls about the sandboxes of a fake. */
export interface SandboxCalls extends ReturnType<typeof createSandboxCalls> {}
