import { existsSync, readdirSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { Option } from 'commander'
import * as z from 'zod/mini'

import { controlPath } from '../../control/path.ts'
import { hasCode } from '../../lib/has-code.ts'
import { InputError, inTermsOf, quote } from '../../lib/input-error.ts'
import { readJsonText, readTextFile } from '../../lib/json-files.ts'
import { maxBytes } from '../../lib/read-bounded.ts'
import { readBy } from '../../lib/read-by.ts'
import { tryJson } from '../../lib/try-json.ts'
import { versionPath } from '../../spec/version.ts'
import { readAnswer } from '../../time/read-answer.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { isProcessOf } from './process-start.ts'
import { portOf, removeRun, type Run, runSchema, stateFolder } from './run-file.ts'

export interface Found extends Run {
  readonly file: string
  /**
   * `silent`: its process runs, but does not answer. `unproved`: another program answers in its place, its process is
   * in a container, or this system does not tell when a process started.
   */
  readonly state: 'serving' | 'silent' | 'unproved' | 'gone'
}

export type Several = readonly [Found, ...Found[]]

export const portFlag = (about: string): Option => wholeNumber(new Option('-p, --port <port>', about), 1, 65_535)

/** Reads the run files of this user. @param port of the API; default: any @returns also an error line for each invalid run file */
export async function findRuns(port?: number) {
  const folder = stateFolder('runs')
  const wrong: string[] = []
  const found = (existsSync(folder) ? readdirSync(folder) : []).map(async (name): Promise<readonly Found[]> => {
    const [, filePort] = /^(\d+)-[\w-]+\.json$/.exec(name) ?? []
    if (filePort === undefined || (port !== undefined && filePort !== String(port))) return []
    const file = join(folder, name)
    try {
      const run = readRun(file, filePort)
      return [{ ...run, file, state: await stateOf(run) }]
    } catch (error) {
      // It may be removed while it is read.
      if (!existsSync(file)) return []
      if (!(error instanceof InputError)) throw error
      wrong.push(`${error.message}; repair or delete it`)
      return []
    }
  })
  return { found: (await Promise.all(found)).flat().toSorted((a, b) => a.since.localeCompare(b.since)), wrong }
}

function readRun(file: string, port: string): Run {
  const text = readTextFile(file)
  return inTermsOf(file, () => {
    const { mode, uid } = statSync(file)
    const rights = (mode & 0o777).toString(8)
    const user = process.getuid?.()
    if (user !== undefined && !rights.endsWith('00')) throw new InputError(`expected mode 600, got ${rights}`)
    if (user !== undefined && user !== uid) throw new InputError(`expected a file of user ${user}, got one of ${uid}`)
    const run = readBy(runSchema(), readJsonText('the run file', text).content, 'the run file')
    if (portOf(run.baseUrl) === port) return run
    throw new InputError(`expected port ${port}, as its name says, got ${quote(run.baseUrl)}`, { field: 'baseUrl' })
  })
}

async function stateOf({ id, controlUrl, ...recorded }: Run): Promise<Found['state']> {
  const answer = await askRun(controlUrl)
  const isHere = isProcessOf(recorded)
  if (typeof answer === 'object' && answer.id === id) return isHere ? 'serving' : 'unproved'
  if (!isHere) return 'gone'
  const isSilent = answer === 'nothing' || answer === 'silence'
  return isSilent && recorded.started !== null ? 'silent' : 'unproved'
}

/**
 * Returns the running fakes of this user. It removes run files of ended fakes, unless another machine wrote them into a
 * shared folder.
 * @throws Error if there are none; it names what else is at the port
 */
export async function requireRuns(io: Io, port: number | undefined): Promise<Several> {
  const { found, wrong } = await findRuns(port)
  for (const { file, state, host } of found) if (state === 'gone' && host === hostname()) removeRun(file)
  const [first, ...rest] = found.filter(({ state }) => state !== 'gone')
  if (first === undefined) throw new Error(wrong.length > 0 ? wrong.join('; ') : await describeNone(port))
  for (const line of wrong) io.err(`cloudsec-fake: ${line}\n`)
  return [first, ...rest]
}

/** @throws InputError for several, unless a port was named */
export function requireOne(runs: Several, port: number | undefined): Found {
  const [first] = runs
  if (runs.length === 1 || port !== undefined) return first
  const running = runs.map(({ baseUrl }) => baseUrl).join(', ')
  throw new InputError(`required, since several fakes run: ${running}`, { field: '--port' })
}

const askMs = 3_000

const healthSchema = z.object({ run: z.object({ id: z.string(), version: z.string() }) })

/** Asks a control plane for its run of `start`. */
async function askRun(controlUrl: string) {
  try {
    const limits = { ms: askMs, bytes: maxBytes.health }
    const { text } = await readAnswer(fetch, `${controlUrl}/health`, { redirect: 'manual' }, limits)
    const { data } = healthSchema.safeParse(tryJson(text))
    return data?.run ?? 'other'
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined
    return hasCode(cause, 'ECONNREFUSED') ? 'nothing' : 'silence'
  }
}

/** Describes what is at a port instead of a fake with a run file. */
async function describeNone(port: number | undefined): Promise<string> {
  if (port === undefined) return 'no fake of this user runs'
  const answer = await askRun(`http://127.0.0.1:${port}${controlPath}`)
  if (answer === 'nothing') return `no fake of this user runs on port ${port}; cloudsec-fake status lists running fakes`
  return typeof answer === 'object'
    ? `port ${port}: its fake has no run file of this user; stop it where it was started, such as in a container`
    : `port ${port}: the program that listens there is not a fake; stop it yourself`
}

/** Describes the fake that answers at an address, and how to stop it; undefined for another program. */
export async function describeHolder(host: string, port: number): Promise<string | undefined> {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const address = `${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  const answer = await askRun(`http://${address}${controlPath}`)
  const isFake = typeof answer === 'object'
  // The port of a fake with https speaks only TLS, so its control plane answers.
  const { found } = await findRuns().catch(() => ({ found: [] }))
  const run = found.find(({ id, state, baseUrl }) =>
    isFake ? id === answer.id : state === 'serving' && baseUrl === `https://${address}${versionPath}`,
  )
  if (!isFake && run === undefined) return undefined
  const { version, baseUrl } = { ...(isFake ? answer : {}), baseUrl: `http://${address}${versionPath}`, ...run }
  const stop = `cloudsec-fake stop --port ${portOf(baseUrl)}`
  return `cloudsec-fake ${version} already serves ${baseUrl} (${stop} ends it)`
}
