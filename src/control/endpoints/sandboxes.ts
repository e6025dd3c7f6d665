import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { nameRule } from '../../lib/name-form.ts'
import { tableOf } from '../../lib/table.ts'
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

function toRow({ name, lastUsedAt, baseUrl, scenarios }: SandboxInfo): readonly string[] {
  return [name, lastUsedAt, baseUrl, scenarios.join(', ')]
}

export const sandboxEndpoints = defineEndpoints({
  listSandboxes: {
    method: 'GET',
    path: '/sandboxes',
    summary: 'Lists all sandboxes of this fake, the oldest first',
    answer: collectionOf(sandboxInfo),
    commands: [{ usage: 'sandboxes list', text: tableOf(['NAME', 'LAST USED', 'BASE URL', 'SCENARIOS'], toRow) }],
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
    commands: [{ usage: 'sandboxes create [name]', body: (name) => ({ name }) }],
  },
  deleteSandbox: {
    method: 'DELETE',
    path: '/sandboxes/{name}',
    summary: 'Deletes a sandbox with everything in it',
    createsSandbox: false,
    isAside: true,
    commands: [{ usage: 'sandboxes delete <name...>', about: 'delete sandboxes with everything in them' }],
  },
})

const { listSandboxes, createSandbox, deleteSandbox } = sandboxEndpoints

export const createSandboxCalls = (call: Call) => ({
  list: async (): Promise<readonly SandboxInfo[]> => (await call(listSandboxes, {})).items,
  create: (name?: string): Promise<SandboxInfo> => call(createSandbox, { body: { name } }),
  delete: (name: string): Promise<void> => call(deleteSandbox, { path: { name } }),
})

/** The calls about the sandboxes of a fake. */
export interface SandboxCalls extends ReturnType<typeof createSandboxCalls> {}
