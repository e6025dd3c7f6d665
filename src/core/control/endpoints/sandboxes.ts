import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { nameRule } from '../../lib/name-form.ts'
import { isSandboxName } from '../../sandbox/sandboxes.ts'
import { collectionOf, count, dateTime, del, get, post } from './endpoint.ts'

const sandboxInfo = lazily(() =>
  z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    controlUrl: z.string(),
    /** A key with full access; null if the fixtures have only its hash, or it was revoked. */
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

export const sandboxEndpoints = {
  listSandboxes: get('/sandboxes', 'Lists all sandboxes of this fake, the oldest first', {
    answer: collectionOf(sandboxInfo),
    commands: { 'sandboxes list': { columns: ['name', 'lastUsedAt', 'baseUrl', 'scenarios'] } },
  }),
  createSandbox: post('/sandboxes', 'Creates a sandbox, by default with a generated name', {
    body: lazily(() =>
      z.optional(z.strictObject({ name: z.optional(z.string().check(z.refine(isSandboxName, { error: nameRule }))) })),
    ),
    answer: sandboxInfo,
    status: 201,
    createsSandbox: false,
    leavesAnswersUnchanged: true,
    commands: { 'sandboxes create [name]': { body: (name) => ({ name }) } },
  }),
  deleteSandbox: del('/sandboxes/{name}', 'Deletes a sandbox with everything in it', {
    createsSandbox: false,
    leavesAnswersUnchanged: true,
    commands: { 'sandboxes delete <name>': {} },
  }),
}
