import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { codeOf } from './child.ts'
import { Ended, exitCodes, type Io, oneLine } from './io.ts'
import { detachedVariable, lastLogOf, makeStateFolder, portOf } from './runs/run-file.ts'

const toldSchema = z.object({ out: z.string(), err: z.string() })

/** Runs this command line in a session of its own, and returns once that fake is ready. @throws Ended or Error if it does not start */
export async function detach(line: readonly string[], io: Io): Promise<void> {
  const { path, log, written } = openLog()
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...line], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, [detachedVariable]: path },
  })
  const release = io.onSignal(() => child.kill())
  try {
    const told = once(child, 'message').then(([message]) => toldSchema.parse(message))
    const ended = once(child, 'exit').then(([code, signal]) => codeOf(code, signal))
    const outcome = await Promise.race([told, ended])
    // Also warnings, which a start in a terminal shows there.
    io.err(readFileSync(written, 'utf8'))
    if (typeof outcome === 'number') {
      rmSync(path, { force: true })
      if (outcome === exitCodes.failed || outcome === exitCodes.usage) throw new Ended(outcome)
      throw new Error(`--detach: the fake ended before it was ready (exit code ${outcome})`)
    }
    io.err(outcome.err)
    io.out(outcome.out)
    child.disconnect()
    child.unref()
  } finally {
    release()
  }
}

function openLog() {
  try {
    const path = join(makeStateFolder('logs'), `${process.pid}.starting.log`)
    rmSync(path, { force: true })
    return { path, log: openSync(path, 'ax', 0o600), written: openSync(path, 'r') }
  } catch (error) {
    const right = 'XDG_STATE_HOME names another folder for its log and its run file'
    throw new Error(`--detach: cannot write a log (${oneLine(error)}); ${right}`, { cause: error })
  }
}

/** Gives the log of a start in the background the name of its port, if the system lets it. @returns its path */
export function nameLog(path: string, baseUrl: string): string {
  const named = lastLogOf(portOf(baseUrl))
  try {
    renameSync(path, named)
    return named
  } catch {
    return path
  }
}

/** Gives what is printed to the start that waits for this one, unless it has gone, and lets it end. */
export function tellStarter(print: (io: Pick<Io, 'out' | 'err'>) => void): void {
  const told = { out: '', err: '' }
  print({ out: (text) => (told.out += text), err: (text) => (told.err += text) })
  process.send?.(told, undefined, undefined, () => {
    if (process.connected) process.disconnect()
  })
}
