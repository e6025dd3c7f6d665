import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { Option } from 'commander'
import * as z from 'zod/mini'

import { hasCode } from '../../core/lib/has-code.ts'
import { InputError, withSubject } from '../../core/lib/input-error.ts'
import { readJsonFile } from '../../core/lib/json-files.ts'
import { maxBytes } from '../../core/lib/read-bounded.ts'
import { readBy } from '../../core/lib/read-by.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { readAnswer } from '../../core/time/read-answer.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { portOf, removeRun, type RunFile, runSchema, stateFolder } from './run-file.ts'

export interface FoundRun extends RunFile {
  readonly file: string
  /** `silent`: something has its process id and its address, but does not answer. */
  readonly state: 'serving' | 'silent'
}

export type Several = readonly [FoundRun, ...FoundRun[]]

export const portFlag = (about: string): Option => wholeNumber(new Option('-p, --port <port>', about), 1, 65_535)

/**
 * Finds the running fakes of this user, the oldest first, and removes the run files of ended fakes.
 * @param port of the API; default: any
 * @param warn receives a line for each invalid run file
 */
export async function findRuns(port?: number, warn: (line: string) => void = () => {}): Promise<readonly FoundRun[]> {
  const folder = stateFolder('runs')
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'))
  const found = files.map(async (name): Promise<readonly FoundRun[]> => {
    const file = join(folder, name)
    try {
      const run = readRun(file)
      if (run === undefined || (port !== undefined && portOf(run.baseUrl) !== String(port))) return []
      const state = await stateOf(run)
      if (state !== 'gone') return [{ ...run, file, state }]
      removeRun(file)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      // It may be removed while it is read.
      if (existsSync(file)) warn(`${error.message}; delete it`)
    }
    return []
  })
  return (await Promise.all(found)).flat().toSorted((a, b) => a.since.localeCompare(b.since))
}

/** Reads the run file of a fake on this machine: several may share a home folder. @throws InputError for an invalid file */
function readRun(file: string): RunFile | undefined {
  const { content } = readJsonFile(file)
  const owner = z.pick(runSchema(), { pid: true, host: true }).safeParse(content).data
  if (owner !== undefined && owner.host !== hostname()) return undefined
  try {
    return withSubject(file, () => readBy(runSchema(), content, 'the run file'))
  } catch (error) {
    if (owner === undefined || isAlive(owner.pid)) throw error
    // Another version wrote it, and its fake was killed.
    removeRun(file)
    return undefined
  }
}

const healthSchema = z.object({ run: z.object({ id: z.string() }) })

async function stateOf({ id, pid, controlUrl }: RunFile): Promise<FoundRun['state'] | 'gone'> {
  try {
    const limits = { ms: 3_000, bytes: maxBytes.health }
    const { text } = await readAnswer(fetch, `${controlUrl}/health`, { redirect: 'manual' }, limits)
    return healthSchema.safeParse(tryJson(text)).data?.run.id === id ? 'serving' : 'gone'
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined
    return !hasCode(cause, 'ECONNREFUSED') && isAlive(pid) ? 'silent' : 'gone'
  }
}

/** True if this user has a process with this id. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** True until a fake has ended: it removes its run file, and an ended process may stay listed. */
export const isRunning = ({ file, pid }: FoundRun): boolean => existsSync(file) && isAlive(pid)

/** Returns the running fakes of this user. @throws Error if there are none */
export async function requireRuns(io: Io, port: number | undefined): Promise<Several> {
  const [first, ...rest] = await findRuns(port, (line) => io.err(`cloudsec-fake: ${line}\n`))
  if (first !== undefined) return [first, ...rest]
  const where = port === undefined ? '' : ` on port ${port}; cloudsec-fake status lists running fakes`
  throw new Error(`no fake of this user runs${where}`)
}

/** @throws InputError for several, unless a port was named */
export function requireOne(runs: Several, port: number | undefined): FoundRun {
  const [first] = runs
  if (runs.length === 1 || port !== undefined) return first
  const running = runs.map(({ baseUrl }) => baseUrl).join(', ')
  throw new InputError(`required, since several fakes run: ${running}`, { field: '--port' })
}
