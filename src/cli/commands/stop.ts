import { writeFileSync } from 'node:fs'

import { type Command, Option } from 'commander'

import { hasCode } from '../../lib/has-code.ts'
import { quote } from '../../lib/input-error.ts'
import { waitOnWall } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { Ended, exitCodes, type Io, oneLine } from '../io.ts'
import { type Found, portFlag, requireOne, requireRuns, type Several } from '../runs/find-runs.ts'
import { isProcessOf } from '../runs/process-start.ts'
import { markOf, removeRun } from '../runs/run-file.ts'

interface StopFlags {
  readonly port?: number
  readonly all?: boolean
  readonly timeout: string
}

const pollMs = 20

/** The time that the system may take to end a killed process. */
const maxKillMs = 5_000

export function addStop(program: Command, io: Io): void {
  program
    .command('stop')
    .description('stop a running fake, as Ctrl+C does in its terminal')
    .addOption(portFlag('port of the fake; required if several run'))
    .addOption(new Option('--all', 'stop all fakes of this user').conflicts('port'))
    .addOption(new Option('--timeout <duration>', 'the longest wait before the fake is killed').default('10s'))
    .action(async ({ port, all = false, timeout }: StopFlags) => {
      const limitMs = parseDuration(timeout, '--timeout')
      const runs = await requireRuns(io, port)
      const chosen = all || port !== undefined ? runs : [requireOne(runs, port)]
      if (all) await confirm(runs, io)
      const ends = chosen.map(async (run) => {
        const how = await end(run, limitMs)
        io.out(`${how} ${run.baseUrl} (pid ${run.pid})\n`)
      })
      const failures = (await Promise.allSettled(ends)).filter((one) => one.status === 'rejected')
      for (const { reason } of failures) io.err(`cloudsec-fake: ${oneLine(reason)}\n`)
      if (failures.length > 0) throw new Ended(exitCodes.failed)
    })
}

/** In a terminal, lists the fakes, and asks before it stops fakes of other folders. @throws Error if the answer is no */
async function confirm(runs: Several, { ask, err }: Io): Promise<void> {
  if (ask === undefined) return
  for (const { baseUrl, pid, folder } of runs)
    err(`${baseUrl} (pid ${pid}), started in ${folder === undefined ? 'an unknown folder' : quote(folder)}\n`)
  const elsewhere = runs.filter(({ folder }) => folder !== process.cwd()).length
  if (elsewhere === 0 || /^y/i.test(await ask(`Stop all, ${elsewhere} of them started elsewhere? [y/N] `))) return
  throw new Error('nothing was stopped')
}

/** Ends a fake, and waits until its process has ended. @throws Error unless the process is proved to be the fake */
async function end(run: Found, limitMs: number): Promise<string> {
  const { baseUrl, state, pid, host, file } = run
  if (state === 'unproved') {
    throw new Error(
      `${baseUrl}: process ${pid} on this machine may not be its fake; end it on ${host}, or delete ${file}`,
    )
  }
  if (isFirst(run)) signal(run, 'SIGTERM')
  const isInTime = await hasEnded(run, limitMs)
  if (!isInTime) {
    signal(run, 'SIGKILL')
    if (!(await hasEnded(run, maxKillMs))) throw new Error(`${baseUrl}: process ${pid} did not end after SIGKILL`)
  }
  removeRun(file)
  return isInTime ? 'stopped' : 'killed'
}

/** False if another `stop` has signalled the fake: a second signal would abort the requests in progress. */
function isFirst({ file }: Found): boolean {
  try {
    writeFileSync(markOf(file), '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Sends a signal to the process of a fake, but not to a later process with the same id. */
function signal(run: Found, name: NodeJS.Signals): void {
  try {
    if (isProcessOf(run)) process.kill(run.pid, name)
  } catch {
    // It has just ended, or `hasEnded` finds out that it did not.
  }
}

async function hasEnded(run: Found, limitMs: number): Promise<boolean> {
  const endMs = performance.now() + limitMs
  while (isProcessOf(run)) {
    if (performance.now() >= endMs) return false
    await waitOnWall(pollMs)
  }
  return true
}
