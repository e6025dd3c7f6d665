import * as z from 'zod/mini'

import { type Choices, createProfile } from '../../src/assumptions/profile.ts'
import { AnswerRoom } from '../../src/engine/answers.ts'
import { Dataset } from '../../src/engine/dataset.ts'
import { JournalRoom } from '../../src/engine/journal.ts'
import { keyTable } from '../../src/engine/keys.ts'
import { createScenarioReader, ScenarioLibrary } from '../../src/engine/library.ts'
import { Sandboxes } from '../../src/engine/sandboxes.ts'
import { Storage } from '../../src/engine/storage.ts'
import { parseAddress } from '../../src/http/address.ts'
import { defineGet } from '../../src/http/operation.ts'
import { serve } from '../../src/http/pipeline.ts'
import { createRouter } from '../../src/http/router.ts'
import { CallWire } from '../../src/http/wire.ts'
import { createLog } from '../../src/index.ts'
import type { Answer } from './fake.ts'
import { idleCourier } from './idle-courier.ts'

const course = { completeAfterMs: 0, estimateMs: 0, outcome: 'completed' } as const
const secret = 'csf_full_access'

const brokenOperation = defineGet({
  id: 'broken',
  area: 'resources',
  path: '/broken',
  collection: () => ({ version: 0 }),
  permission: 'cloud:read',
  summary: 'Fails',
  idShape: () => z.string(),
  shape: () => z.unknown(),
  readId: () => '',
  handle: () => {
    throw new Error('a defect')
  },
})

/** Asks an app for an operation that has a defect. @returns the answer, and what the log was told */
export async function askBroken(assume: Choices = {}): Promise<Answer & { readonly lines: readonly string[] }> {
  const dataset = new Dataset(secret)
  keyTable.load(dataset, [{ id: 'full', name: 'Full', permissions: ['cloud:read'], secret }], 'keys')
  const sandboxes = new Sandboxes(
    {
      dataset,
      seed: 1,
      clock: { mode: 'real' },
      base: { profile: createProfile(assume), courses: { assessments: course, jobs: course } },
      library: new ScenarioLibrary(createScenarioReader([]), []),
      scenarios: [],
      storage: new Storage(1),
      courier: idleCourier,
      journals: new JournalRoom(0),
      answers: new AnswerRoom(0),
    },
    1,
  )
  const lines: string[] = []
  const service = {
    sandboxes,
    operations: [brokenOperation],
    router: createRouter([brokenOperation]),
    arrangers: [],
    ended: new AbortController().signal,
    log: createLog('warn', (line) => lines.push(line)),
  }
  const request = new Request('http://localhost/v1/broken', { headers: { Authorization: `Bearer ${secret}` } })
  const wire = new CallWire(request, new AbortController().signal)
  const response = await serve(service, request.method, parseAddress(request.url), wire)
  if (response === undefined) throw new Error('a call is answered by its Response')
  return { status: response.status, headers: response.headers, text: await response.text(), lines }
}
