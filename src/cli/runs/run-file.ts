import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'

import * as z from 'zod/mini'

import { lazily } from '../../core/lib/lazily.ts'
import { wallNow } from '../../core/time/clock.ts'
import { formatInstant } from '../../core/time/instant.ts'

/** The variable that names the log file of a background start. */
export const detachedVariable = 'CLOUDSEC_DETACHED'

export const runSchema = lazily(() =>
  // Files of other versions may have other fields.
  z.object({
    /** Drawn by the start; `/_control/health` repeats it. */
    id: z.string(),
    pid: z.int().check(z.gte(1)),
    since: z.iso.datetime(),
    /** The name of the machine. */
    host: z.string(),
    version: z.string(),
    baseUrl: z.string(),
    controlUrl: z.string(),
    /** Where it was started. */
    folder: z.string(),
    /** Its log file; null for a fake in a terminal. */
    log: z.nullable(z.string()),
  }),
)

/** A fake that `start` serves, as its run file describes it. */
export type RunFile = Readonly<z.infer<ReturnType<typeof runSchema>>>

/** The argument of `recordRun`. */
export type Recorded = Pick<RunFile, 'id' | 'version' | 'baseUrl' | 'controlUrl' | 'log'>

/** Returns a folder for state that this user's fakes share. @throws Error if the user has no home folder */
export function stateFolder(name: 'runs' | 'logs'): string {
  const { XDG_STATE_HOME: named = '', LOCALAPPDATA: local = '' } = process.env
  const home = homedir()
  const defaults: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: local || join(home, 'AppData', 'Local'),
  }
  const base = isAbsolute(named) ? named : (defaults[process.platform] ?? join(home, '.local', 'state'))
  if (!isAbsolute(base)) throw new Error('this user has no home folder')
  return join(base, 'cloudsec-fake', name)
}

/** @throws Error if this user cannot write there */
export function makeStateFolder(name: 'runs' | 'logs'): string {
  const folder = stateFolder(name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

export const portOf = (baseUrl: string): string => /:(\d+)\/\w+$/.exec(baseUrl)?.[1] ?? ''

/**
 * Writes the run file of this process, with which other commands find the fake.
 * @returns a function that removes it
 * @throws Error if it cannot be written
 */
export function recordRun(known: Recorded): () => void {
  const { pid } = process
  const since = formatInstant(wallNow(), 'milliseconds')
  const run: RunFile = { ...known, pid, since, host: hostname(), folder: process.cwd() }
  // The id makes the name unique to this process.
  const file = join(makeStateFolder('runs'), `${portOf(run.baseUrl)}-${run.id}.json`)
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(run)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(`${file}.new`, file)
  } finally {
    // A full disk leaves an empty file.
    rmSync(`${file}.new`, { force: true })
  }
  return () => removeRun(file)
}

export const removeRun = (file: string): void => rmSync(file, { force: true })
