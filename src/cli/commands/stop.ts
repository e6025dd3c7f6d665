import { type Command, Option } from 'commander'

import { quote } from '../../core/lib/input-error.ts'
import { waitOnWall } from '../../core/time/clock.ts'
import { parseDuration } from '../../core/time/duration.ts'
import { exitCodes, exitWith, type Io, oneLine } from '../io.ts'
import { type FoundRun, isRunning, portFlag, requireOne, requireRuns, type Several } from '../runs/find-runs.ts'
import { removeRun } from '../runs/run-file.ts'

interface StopFlags {
  readonly port?: number
  readonly all?: boolean
  readonly timeout: string
}

const pollMs = 20

export function addStop(program: Command, io: Io): void {
  program
    .command('stop')
    .description('stop a running fake, as Ctrl+C does in its terminal')
    .addOption(portFlag('port of the fake; required if several run'))
    .addOption(new Option('--all', 'stop all fakes of this user').conflicts('port'))
    .addOption(new Option('--timeout <duration>', 'how long to wait for the fake to exit').default('10s'))
    .action(async ({ port, all = false, timeout }: StopFlags) => {
      const limitMs = parseDuration(timeout, '--timeout')
      const runs = await requireRuns(io, port)
      const chosen = all || port !== undefined ? runs : [requireOne(runs, port)]
      if (all) await confirm(runs, io)
      const ends = chosen.map(async (run) => {
        await end(run, timeout, limitMs)
        io.out(`stopped ${run.baseUrl} (pid ${run.pid})\n`)
      })
      const failures = (await Promise.allSettled(ends)).filter((one) => one.status === 'rejected')
      for (const { reason } of failures) io.err(`cloudsec-fake: ${oneLine(reason)}\n`)
      if (failures.length > 0) throw exitWith(exitCodes.failed)
    })
}

/** In a terminal, lists the fakes, and asks before it stops fakes of other folders. @throws Error if the answer is no */
async function confirm(runs: Several, { isInteractive, ask, err }: Io): Promise<void> {
  if (!isInteractive) return
  for (const { baseUrl, pid, folder } of runs) err(`${baseUrl} (pid ${pid}), started in ${quote(folder)}\n`)
  const elsewhere = runs.filter(({ folder }) => folder !== process.cwd()).length
  if (elsewhere === 0 || /^y/i.test(await ask(`Stop all, ${elsewhere} of them started elsewhere? [y/N] `))) return
  throw new Error('nothing was stopped')
}

/** Ends a fake, and waits until it has ended. @throws Error unless it answers with the id of its run file */
async function end(run: FoundRun, timeout: string, limitMs: number): Promise<void> {
  const { baseUrl, state, pid, file } = run
  const byHand = `end process ${pid} yourself, if it is the fake`
  if (state === 'silent') throw new Error(`${baseUrl}: does not answer; ${byHand}`)
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if (isRunning(run)) throw error
  }
  const endMs = performance.now() + limitMs
  while (isRunning(run)) {
    if (performance.now() >= endMs) throw new Error(`${baseUrl}: did not end within ${timeout}; ${byHand}`)
    await waitOnWall(pollMs)
  }
  removeRun(file)
}
