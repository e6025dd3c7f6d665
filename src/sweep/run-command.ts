import { type ChildProcess, spawn } from 'node:child_process'

import { InputError, quote } from '../lib/input-error.ts'
import { waitOnWall } from '../time/clock.ts'

export interface CommandRun {
  readonly file: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
  /** Longest time without activity. */
  readonly silenceMs: number
  /** A number that differs after the command did something that is not output. */
  readonly activity: () => number
  readonly signal: AbortSignal
}

export interface Ended {
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  /** The limit that ended it (none). */
  readonly overran: 'time' | 'silence' | undefined
  readonly durationMs: number
  readonly longestSilenceMs: number
  /** The beginning of stdout, where a report may be. */
  readonly stdout: string
  /** The end of stdout and stderr as they came. */
  readonly tail: string
}

/** Most characters of stdout, and of the end of both. */
const mostStdout = 16_777_216
const mostTail = 4000

/** Time between two looks for activity. */
const lookMs = 200

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
export async function runCommand({ file, args, env, signal, ...limits }: CommandRun): Promise<Ended> {
  signal.throwIfAborted()
  const startMs = performance.now()
  const child = start(file, args, env)
  running.add(child)
  const output = collect(child)
  let outputs = 0
  for (const stream of [child.stdout, child.stderr]) stream.on('data', () => (outputs += 1))
  const over = new AbortController()
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(file, error)))
    child.once('exit', resolve)
  })
  const wait = (ms: number): Promise<boolean> =>
    waitOnWall(ms, over.signal).then(
      () => true,
      () => false,
    )
  const stop = async (): Promise<void> => {
    killGroup(child, 'SIGTERM')
    if (await wait(graceMs)) killGroup(child, 'SIGKILL')
  }
  let overran: Ended['overran']
  const overrun = (limit: Ended['overran']): void => {
    overran ??= limit
    void stop()
  }
  void wait(limits.timeoutMs).then((isUp) => isUp && overrun('time'))
  const silence = watchSilence(
    () => limits.activity() + outputs,
    limits.silenceMs,
    wait,
    () => overrun('silence'),
  )
  signal.addEventListener('abort', () => void stop(), { signal: over.signal })
  try {
    const exitCode = await exited
    const durationMs = performance.now() - startMs
    over.abort()
    killGroup(child, 'SIGKILL')
    const [longestSilenceMs, printed] = await Promise.all([silence, output()])
    signal.throwIfAborted()
    return { exitCode: overran === undefined ? exitCode : null, overran, durationMs, longestSilenceMs, ...printed }
  } finally {
    running.delete(child)
    over.abort()
  }
}

/** Looks for activity until a command has ended. @param wait resolves with false at its end. @returns the longest time without any */
async function watchSilence(
  activity: () => number,
  mostMs: number,
  wait: (ms: number) => Promise<boolean>,
  end: () => void,
): Promise<number> {
  let [last, sinceMs, longestMs] = [activity(), performance.now(), 0]
  while (await wait(lookMs)) {
    const now = activity()
    if (now !== last) [last, sinceMs] = [now, performance.now()]
    longestMs = Math.max(longestMs, performance.now() - sinceMs)
    if (performance.now() - sinceMs > mostMs) end()
  }
  return longestMs
}

function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  try {
    return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true, windowsHide: true })
  } catch (error) {
    const reason = `${quote(file)} is no command that can be run, such as npm test`
    throw new InputError(reason, { field: 'sweep', cause: error })
  }
}

function refusalOf(file: string, error: NodeJS.ErrnoException): InputError {
  const reason = error.code === 'ENOENT' ? 'no such command' : `cannot be run (${error.message})`
  return new InputError(reason, { field: file, cause: error })
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

/** Collects the output of a command. @returns a function that waits until it is complete, or nobody can tell */
function collect({ stdout, stderr }: ReturnType<typeof start>): () => Promise<Pick<Ended, 'stdout' | 'tail'>> {
  let [all, tail] = ['', '']
  const closed = [stdout, stderr].map((stream) => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (stream === stdout && all.length < mostStdout) all += text
      tail = (tail + text).slice(-mostTail)
    })
    return new Promise((resolve) => {
      stream.once('close', resolve)
    })
  })
  return async () => {
    const patience = new AbortController()
    await Promise.race([Promise.all(closed), waitOnWall(outputMs, patience.signal).catch(() => {})])
    patience.abort()
    stdout.destroy()
    stderr.destroy()
    return { stdout: all, tail }
  }
}
