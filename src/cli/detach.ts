import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { repeatOnWall } from '../core/time/clock.ts'
import { exitCodeOf } from './child.ts'
import { flagOf, variableOf } from './config/flags.ts'
import { exitCodes, exitWith, type Io, oneLine } from './io.ts'
import { detachedVariable, makeStateFolder, portOf } from './runs/run-file.ts'

const outputSchema = z.object({ out: z.string(), err: z.string() })

/** The options that hold a secret: a process list shows everybody the arguments of a command, but not its environment. */
const secretOptions = ['controlToken', 'controlReadToken', 'upstreamKey']

/** Runs this command line in a new session, and returns once its fake is ready. @throws Error if it does not start */
export async function detach(line: readonly string[], command: Command, io: Io): Promise<void> {
  const { path, log, written } = openLog()
  const { words, secrets } = withoutSecrets(line, command)
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...words], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...process.env,
      ...Object.fromEntries(secrets.map(({ variable, value }) => [variable, value])),
      [detachedVariable]: path,
    },
  })
  let received: NodeJS.Signals | undefined
  const release = io.onSignal((signal) => {
    received = signal
    child.kill(signal)
  })
  try {
    const printed = once(child, 'message').then(([message]) => outputSchema.parse(message))
    const ended = once(child, 'exit').then(([code, signal]) => ({ code: Number(code ?? Number.NaN), signal }))
    const outcome = await Promise.race([printed, ended])
    // The log may have warnings, which a start in a terminal shows.
    const logged = readFileSync(written, 'utf8')
    io.err(secrets.reduce((text, { variable, flag }) => text.replaceAll(variable, flag), logged))
    if ('code' in outcome) {
      rmSync(path, { force: true })
      const { code, signal } = outcome
      if (received !== undefined) throw exitWith(exitCodeOf(null, received))
      if (logged !== '' && (code === exitCodes.failed || code === exitCodes.usage)) throw exitWith(code)
      const how = `${signal ?? `exit code ${code}`}${logged === '' ? ', no output' : ''}`
      throw new Error(`--detach: the fake ended before it was ready (${how})`)
    }
    io.err(outcome.err)
    io.out(outcome.out)
    child.disconnect()
    child.unref()
  } finally {
    release()
  }
}

/** Moves secrets from the command line into variables. */
function withoutSecrets(line: readonly string[], command: Command) {
  const secrets = secretOptions
    .filter((name) => command.getOptionValueSource(name) === 'cli')
    .map((name) => ({ flag: flagOf(name), variable: variableOf(name), value: command.getOptionValue(name) }))
  const isPart = (word: string, at: number): boolean =>
    secrets.some(({ flag }) => word === flag || line[at - 1] === flag || word.startsWith(`${flag}=`))
  return { words: line.filter((word, at) => !isPart(word, at)), secrets }
}

function openLog() {
  let path = ''
  try {
    path = join(makeStateFolder('logs'), `${process.pid}.starting.log`)
    rmSync(path, { force: true })
    const log = openSync(path, 'ax', 0o600)
    // Fails here if the disk is full: the fake could not log why it does not start.
    writeSync(log, '\n')
    ftruncateSync(log)
    return { path, log, written: openSync(path, 'r') }
  } catch (error) {
    rmSync(path, { force: true })
    const remedy = 'set XDG_STATE_HOME to another folder for log and run file'
    throw new Error(`--detach: cannot write a log (${oneLine(error)}); ${remedy}`, { cause: error })
  }
}

/** Names the log of a background start by its port, if the system allows it. @returns its path */
export function nameLog(path: string, baseUrl: string): string {
  const named = join(dirname(path), `${portOf(baseUrl)}.log`)
  try {
    renameSync(path, named)
    return named
  } catch {
    return path
  }
}

const maxLogBytes = 16_777_216

/** Rotates the log of this process to `.old` once it is long. */
export function rotateLog(path: string): void {
  repeatOnWall(1000, new AbortController().signal, () => {
    try {
      if (statSync(path).size < maxLogBytes) return
      copyFileSync(path, `${path}.old`)
      truncateSync(path)
    } catch {
      // The file was removed, or the disk is full.
    }
  })
}

/** Sends the ready message to the waiting parent, unless it has ended, and disconnects. */
export function sendReady(print: (io: Pick<Io, 'out' | 'err'>) => void): void {
  const printed = { out: '', err: '' }
  print({ out: (text) => (printed.out += text), err: (text) => (printed.err += text) })
  process.send?.(printed, undefined, undefined, () => {
    if (process.connected) process.disconnect()
  })
}
