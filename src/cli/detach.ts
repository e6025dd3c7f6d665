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
import { join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { maxBytes } from '../lib/read-bounded.ts'
import { repeatOnWall } from '../time/clock.ts'
import { codeOf } from './child.ts'
import { flagOf, variableOf } from './config/flags.ts'
import { Ended, exitCodes, type Io, oneLine } from './io.ts'
import { detachedVariable, lastLogOf, makeStateFolder, portOf } from './runs/run-file.ts'

const toldSchema = z.object({ out: z.string(), err: z.string() })

/** The options that hold a secret: a list of processes shows the words of a command to everybody, and not its environment. */
const secretOptions = ['controlToken', 'controlReadToken', 'upstreamKey']

/** Runs this command line in a session of its own, and returns once that fake is ready. @throws Ended or Error if it does not start */
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
  let asked: NodeJS.Signals | undefined
  const release = io.onSignal((signal) => {
    asked = signal
    child.kill(signal)
  })
  try {
    const told = once(child, 'message').then(([message]) => toldSchema.parse(message))
    const ended = once(child, 'exit').then(([code, signal]) => ({ code: Number(code ?? Number.NaN), signal }))
    const outcome = await Promise.race([told, ended])
    // Also warnings, which a start in a terminal shows there.
    const said = readFileSync(written, 'utf8')
    io.err(secrets.reduce((text, { variable, flag }) => text.replaceAll(variable, flag), said))
    if ('code' in outcome) {
      rmSync(path, { force: true })
      const { code, signal } = outcome
      if (asked !== undefined) throw new Ended(codeOf(null, asked))
      if (said !== '' && (code === exitCodes.failed || code === exitCodes.usage)) throw new Ended(code)
      const how = `${signal ?? `exit code ${code}`}${said === '' ? ', without a word' : ''}`
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

/** Moves the secrets of a command line into variables. */
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
    // On a full disk, the fake could not say why it does not start.
    writeSync(log, '\n')
    ftruncateSync(log)
    return { path, log, written: openSync(path, 'r') }
  } catch (error) {
    rmSync(path, { force: true })
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

/** Puts the log of this process aside, in place of the one before, once it has as many bytes as `logs` shows. */
export function boundLog(path: string): void {
  repeatOnWall(1000, new AbortController().signal, () => {
    try {
      if (statSync(path).size < maxBytes.log) return
      copyFileSync(path, `${path}.old`)
      truncateSync(path)
    } catch {
      // Somebody has taken it away, or the disk is full.
    }
  })
}

/** Gives what is printed to the start that waits for this one, unless it has gone, and lets it end. */
export function tellStarter(print: (io: Pick<Io, 'out' | 'err'>) => void): void {
  const told = { out: '', err: '' }
  print({ out: (text) => (told.out += text), err: (text) => (told.err += text) })
  process.send?.(told, undefined, undefined, () => {
    if (process.connected) process.disconnect()
  })
}
