import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'

/** A folder for a test, and the path of a state file in it, which does not exist yet. */
export async function stateFolder(): Promise<{ readonly folder: string; readonly state: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, state: join(folder, 'state.json') }
}

/** The form of a state file. */
export const stateFile = z.looseObject({
  format: z.literal('cloudsec-fake/state'),
  names: z.looseObject({ drawn: z.int() }),
  sandboxes: z.array(
    z.looseObject({
      name: z.string(),
      incarnation: z.int(),
      seedName: z.string(),
      usedMs: z.int(),
      savedMs: z.int(),
      parts: z.record(z.string(), z.unknown()),
    }),
  ),
})
