import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

import { spawn } from 'cross-spawn'

import { InputError } from '../../core/lib/input-error.ts'
import { waitOnWall } from '../../core/time/clock.ts'
import type { RunLimits } from './run.ts'

interface CommandOptions extends RunLimits {
  readonly env: NodeJS.ProcessEnv
  /** A number that differs after the command did something that is not output. */
  readonly activity: () => number
  readonly signal: AbortSignal
}

/** Most characters of stdout, and of the end of both. */
const [maxStdout, maxTail] = [16_777_216, 4000]

/** Time between two looks, from SIGTERM to SIGKILL, and for the rest of the output, which a daemon may hold open. */
const [lookMs, graceMs, outputMs] = [200, 1000, 500]

/** The commands that run. Each has a process group of its own, which nothing else ends with this process. */
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

/**
 * Runs a command in a process group of its own, and ends the whole group with it.
 * @returns with the beginning of stdout, where a report may be, the end of all output, and how a limit ended it (none): it `hung`
 * after too long without a request or output
 * @throws the reason of the signal, or an InputError where the command cannot be started
 */
export async function runCommand(command: readonly string[], { env, signal, ...limits }: CommandOptions) {
  const [file = '', ...args] = command
  signal.throwIfAborted()
  const startMs = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true, windowsHide: true })
  const exited = once(child, 'exit')
  running.add(child)
  const over = new AbortController()
  let [stdout, tail, pieces, longestSilenceMs] = ['', '', 0, 0]
  let overran: 'timed_out' | 'hung' | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (stream === child.stdout && stdout.length < maxStdout) stdout += text
      tail = (tail + text).slice(-maxTail)
      pieces += 1
    })
  }
  const watch = async (): Promise<void> => {
    let [seen, sinceMs] = [0, startMs]
    while (overran === undefined && !signal.aborted && (await passes(lookMs, over.signal))) {
      const [nowMs, did] = [performance.now(), limits.activity() + pieces]
      if (did !== seen) [seen, sinceMs] = [did, nowMs]
      longestSilenceMs = Math.max(longestSilenceMs, nowMs - sinceMs)
      if (nowMs - startMs > limits.timeoutMs) overran = 'timed_out'
      else if (nowMs - sinceMs > limits.silenceMs) overran = 'hung'
    }
    if (over.signal.aborted) return
    killGroup(child, 'SIGTERM')
    // A person who ends the sweep waits no second.
    if (await passes(signal.aborted ? graceMs / 2 : graceMs, over.signal)) killGroup(child, 'SIGKILL')
  }
  void watch()
  try {
    await exited.catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'no such command' : `cannot be run (${error.message})`
      throw new InputError(reason, { field: file, cause: error })
    })
    const durationMs = performance.now() - startMs
    over.abort()
    killGroup(child, 'SIGKILL')
    const rest = { writable: false, signal: AbortSignal.timeout(outputMs) }
    await Promise.allSettled([finished(child.stdout, rest), finished(child.stderr, rest)])
    signal.throwIfAborted()
    const exitCode = overran === undefined ? child.exitCode : null
    return { exitCode, overran, durationMs, longestSilenceMs, stdout, tail }
  } finally {
    over.abort()
    running.delete(child)
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

/** Waits for a time. @returns false where the signal ended that early */
async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  await waitOnWall(ms, signal).catch(() => {})
  return !signal.aborted
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  // Windows has no process groups, and a script such as npm runs below a shell.
  if (process.platform === 'win32') return endTree(pid)
  try {
    process.kill(-pid, signal)
  } catch {
    // Nothing is left of it.
  }
}

/** Ends a process and its children, on Windows. */
function endTree(pid: number): void {
  spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
}
