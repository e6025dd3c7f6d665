import { type ChildProcess, spawn } from 'node:child_process'

import { InputError, quote } from '../lib/input-error.ts'
import { waitOnWall } from '../time/clock.ts'

/** A command, and the limits of its run. */
export interface CommandRun {
  readonly file: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Undefined for no limit. */
  readonly timeoutMs: number | undefined
  /** Ends the command. */
  readonly signal: AbortSignal
}

/** The end of a command. */
export interface Ended {
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  readonly isTimedOut: boolean
  readonly durationMs: number
  /** The beginning of stdout, where a report may be. */
  readonly stdout: string
  /** The end of stdout and stderr as they came. */
  readonly tail: string
}

/** Most characters of stdout, and of the end of both. */
const mostStdout = 16_777_216
const mostTail = 4000

/** Time from SIGTERM to SIGKILL. */
const graceMs = 1000

/** Longest time to read what is left of the output, which a daemon of the command may hold open. */
const outputMs = 500

/** The commands that run. Each has a process group of its own, which nothing else ends with this process. */
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

/**
 * Runs a command in a process group of its own, and ends the whole group with it.
 * @throws the reason of the signal, or an InputError where the command cannot be started
 */
export async function runCommand({ file, args, env, timeoutMs, signal }: CommandRun): Promise<Ended> {
  signal.throwIfAborted()
  const startMs = performance.now()
  const child = start(file, args, env)
  running.add(child)
  const output = collect(child)
  const limit = new AbortController()
  const time = { isUp: false }
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(file, error)))
    child.once('exit', resolve)
  })
  const timer =
    timeoutMs === undefined
      ? Promise.resolve()
      : waitOnWall(timeoutMs, limit.signal).then(
          () => {
            time.isUp = true
            return terminate(child, limit.signal)
          },
          () => {},
        )
  const stop = (): void => void terminate(child, limit.signal)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const exitCode = await exited
    const durationMs = performance.now() - startMs
    limit.abort()
    await timer
    killGroup(child, 'SIGKILL')
    await output.ended
    signal.throwIfAborted()
    return {
      exitCode: time.isUp ? null : exitCode,
      isTimedOut: time.isUp,
      durationMs,
      stdout: output.stdout(),
      tail: output.tail(),
    }
  } finally {
    running.delete(child)
    limit.abort()
    signal.removeEventListener('abort', stop)
  }
}

function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  try {
    return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true, windowsHide: true })
  } catch (error) {
    throw new InputError(`${quote(file)} is no command that can be run, such as npm test`, {
      field: 'sweep',
      cause: error,
    })
  }
}

function refusalOf(file: string, error: NodeJS.ErrnoException): InputError {
  const reason = error.code === 'ENOENT' ? 'no such command' : `cannot be run (${error.message})`
  return new InputError(reason, { field: file, cause: error })
}

/** Asks a group to end, and ends it if it does not. @param ended aborted when the command has ended */
async function terminate(child: ChildProcess, ended: AbortSignal): Promise<void> {
  killGroup(child, 'SIGTERM')
  await waitOnWall(graceMs, ended).catch(() => {})
  killGroup(child, 'SIGKILL')
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    // Windows has no process groups.
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Nothing is left of it.
  }
}

function collect({ stdout, stderr }: ChildProcess) {
  let [all, tail] = ['', '']
  const ends: Promise<void>[] = []
  for (const stream of [stdout, stderr]) {
    if (stream === null) continue
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      if (stream === stdout && all.length < mostStdout) all += text
      tail = (tail + text).slice(-mostTail)
    })
    ends.push(
      new Promise((resolve) => {
        stream.once('close', resolve)
      }),
    )
  }
  return {
    stdout: () => all,
    tail: () => tail,
    /** Resolves when the output is complete, or nobody can tell. */
    get ended(): Promise<unknown> {
      const patience = new AbortController()
      const waited = waitOnWall(outputMs, patience.signal).catch(() => {})
      return Promise.race([Promise.all(ends), waited]).finally(() => {
        patience.abort()
        stdout?.destroy()
        stderr?.destroy()
      })
    },
  }
}
