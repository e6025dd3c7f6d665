import * as z from 'zod/mini'

import { defineGet } from '../../src/core/api/define-operation.ts'
import { createApp } from '../../src/core/app/create-app.ts'
import { type Choices, createProfile } from '../../src/core/assumptions/profile.ts'
import { keyTable } from '../../src/core/auth/keys.ts'
import { Permissions } from '../../src/core/auth/permission.ts'
import { createLimits } from '../../src/core/sandbox/limits.ts'
import { Sandboxes } from '../../src/core/sandbox/sandboxes.ts'
import { ScenarioLibrary } from '../../src/core/scenarios/library.ts'
import { createLog } from '../../src/index.ts'
import type { Answer } from './fake.ts'
import { idleTransport } from './transports.ts'

const lifecycle = { completeAfterMs: 0, estimateMs: 0, outcome: 'completed' } as const
const secret = 'csf_full_access'

const brokenOperation = {
  area: 'resources',
  ...defineGet({
    id: 'broken',
    path: '/broken/{id}',
    idKind: () => ({ format: 'any', prefix: '' }),
    permission: 'cloud:read',
    summary: 'Fails',
    schema: () => z.unknown(),
    handle: () => {
      throw new Error('a defect')
    },
  }),
}

/** Requests an operation that has a defect. @returns the answer, and the lines of the log */
export async function askBroken(assume: Choices = {}): Promise<Answer & { readonly lines: readonly string[] }> {
  const dataset = { apiKey: secret }
  keyTable.load(dataset, [{ id: 'full', name: 'Full', permissions: ['cloud:read'], secret }], 'keys')
  const sandboxes = new Sandboxes(
    {
      dataset,
      seed: 1,
      clock: { mode: 'real' },
      base: { profile: createProfile(assume), lifecycles: { assessments: lifecycle, jobs: lifecycle } },
      library: new ScenarioLibrary({ operations: [], lifecycles: [] }),
      scenarios: [],
      limits: createLimits(1, 0),
      areas: [],
      transport: idleTransport,
    },
    1,
  )
  const lines: string[] = []
  const never = new AbortController().signal
  const shared = {
    sandboxes,
    permissions: new Permissions(['cloud:read']),
    stopping: never,
    log: createLog('warn', (line) => lines.push(line)),
  }
  const app = createApp(
    { ...shared, operations: [brokenOperation], recordAdmins: async () => [], tags: [], ended: never },
    {
      ...shared,
      operations: [brokenOperation],
      apiKey: () => undefined,
      secretOf: () => undefined,
      tls: () => undefined,
      runId: () => undefined,
    },
  )
  const response = await app.request('/v1/broken/1', { headers: { Authorization: `Bearer ${secret}` } })
  return { status: response.status, headers: response.headers, text: await response.text(), lines }
}
