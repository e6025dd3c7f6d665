import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

import type { Command } from 'commander'

import { maxBytes } from '../../core/lib/read-bounded.ts'
import { waitOnWall } from '../../core/time/clock.ts'
import type { Io } from '../io.ts'
import { type FoundRun, isRunning, portFlag, requireOne, requireRuns } from '../runs/find-runs.ts'
import { lastLogOf } from '../runs/run-file.ts'

interface LogsFlags {
  readonly port?: number
  readonly follow?: boolean
}

const pollMs = 100

/** The bytes printed at once. It is bounded, because `visible` may make six characters of one. */
const chunkBytes = 1_048_576

export function addLogs(program: Command, io: Io): void {
  program
    .command('logs')
    .description('print the log of a fake in the background')
    .option('-f, --follow', 'also print new lines, until the fake ends')
    .addOption(portFlag('port of the fake, or of the last fake there; required if several run'))
    .action(async ({ port, follow = false }: LogsFlags) => {
      const run = await requireRuns(io, port).then(
        (runs) => requireOne(runs, port),
        (error: unknown) => {
          if (port === undefined || !existsSync(lastLogOf(String(port)))) throw error
          return undefined
        },
      )
      const log = run === undefined ? lastLogOf(String(port)) : run.log
      if (log === null) throw new Error(`${run?.baseUrl}: its log is in its terminal`)
      await show(io, log, follow ? run : undefined)
    })
}

/** Prints a log. @param followed a fake whose new lines are printed until it ends */
async function show(io: Io, path: string, followed: FoundRun | undefined): Promise<void> {
  const stop = { isAsked: false }
  if (followed !== undefined) {
    io.handleSignals()
    void io.stopped().then(() => (stop.isAsked = true))
  }
  const log = openSync(path, 'r')
  const { size } = fstatSync(log)
  let at = Math.max(0, size - maxBytes.log)
  if (at > 0) io.err(`cloudsec-fake: ${path}: showing the last ${maxBytes.log} of ${size} bytes\n`)
  const [buffer, decoder] = [Buffer.alloc(chunkBytes), new TextDecoder()]
  for (;;) {
    // Checked before reading, so that the last lines before its end are not missed.
    const isLast = followed === undefined || stop.isAsked || !isRunning(followed)
    // The fake may have truncated it.
    if (fstatSync(log).size < at) at = 0
    const read = readSync(log, buffer, 0, buffer.length, at)
    io.out(decoder.decode(buffer.subarray(0, read), { stream: true }))
    at += read
    if (read === buffer.length) continue
    if (isLast) return closeSync(log)
    await waitOnWall(pollMs)
  }
}
