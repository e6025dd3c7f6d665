import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { clearTimeout, setTimeout } from 'node:timers'

import { cleanEnvironment } from './places.ts'

/** True if a command is installed. */
export const hasCommand = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** True if servers and load have a core each: two cores and `taskset` are there. */
export const isPinned: boolean = availableParallelism() >= 2 && hasCommand('taskset')

/** A command on a core of its own, where that can be had. */
export function onCore(core: 'server' | 'load', command: readonly string[]): readonly string[] {
  return isPinned ? ['taskset', '-c', core === 'server' ? '0' : '1', ...command] : command
}

/** Longest time of a server to its first answer. */
const startLimitMs = 120_000

const stopLimitMs = 10_000

/** The start of a server. */
export interface Launch {
  readonly command: readonly string[]
  /** Its working folder. */
  readonly folder: string
  /** Variables in addition to those of every server. */
  readonly variables?: Readonly<Record<string, string>>
  /** True if it shares the core for servers (true). */
  readonly pinned?: boolean
}

/** A server that runs. */
export interface Server {
  /** Scheme, host and port. */
  readonly origin: string
  readonly pid: number
  /** Ends it. */
  readonly stop: () => Promise<void>
}

/** Starts a Node program that prints its address as its first line. @throws Error where it ends before, or takes more than two minutes */
export async function startServer(launch: Launch): Promise<Server> {
  const { command, folder, pinned = true } = launch
  const line = [process.execPath, ...command]
  const [file = '', ...rest] = pinned ? onCore('server', line) : line
  const child = spawn(file, rest, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...launch.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  const output: string[] = []
  const keep = (chunk: Buffer): void => {
    if (output.length < 100) output.push(String(chunk))
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const late = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  try {
    const ended = once(child, 'exit').then(() => undefined)
    const first = await Promise.race([once(child.stdout, 'data'), ended])
    if (first === undefined)
      throw new Error(`it ended, or did not answer in two minutes: ${output.join('').trim().slice(-300)}`)
    return { origin: new URL(String(first[0]).trim()).origin, pid: child.pid ?? 0, stop: () => stop(child) }
  } finally {
    clearTimeout(late)
  }
}

const running = new Set<ChildProcess>()

/** Ends a server with this process, in every case. */
function endWithUs(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', () => running.forEach((one) => one.kill()))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  }
  running.add(child)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await gone
  clearTimeout(late)
}
