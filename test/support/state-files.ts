import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { hold } from './held-timers.ts'

/** Makes the state save only when a test of this file advances the time. */
export function holdSaves(): void {
  let release = (): void => {}
  beforeEach(() => {
    release = hold(['setInterval', 'clearInterval', 'Date', 'performance'], Date.parse('2026-11-22T12:00:00Z'))
  })
  afterEach(() => release())
}

/** Creates a folder for a test. @returns also the path of a new state file in it */
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

/** Moves a folder away, so that saves fail. @returns its new path */
export async function moveAway(folder: string): Promise<string> {
  const away = `${folder}-away`
  await rename(folder, away)
  onTestFinished(() => rm(away, { recursive: true, force: true }))
  return away
}
