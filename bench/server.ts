import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import * as z from 'zod/mini'

import { hasCommand } from './commands.ts'
import { cleanEnvironment } from './places.ts'

/** True if servers and load have a core each, which needs two cores and `taskset`. */
export const isPinned: boolean = availableParallelism() >= 2 && hasCommand('taskset')

/** Pins a command to a core, if possible. */
export function onCore(core: 'server' | 'load', command: readonly string[]): readonly string[] {
  return isPinned ? ['taskset', '-c', core === 'server' ? '0' : '1', ...command] : command
}

/** The time limit for a server to print its address. */
const startLimitMs = 120_000

const stopLimitMs = 10_000

/** The start of a server. */
export interface Launch {
  readonly command: readonly string[]
  /** Its working folder. */
  readonly folder: string
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[]
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>
  /** True if it runs on the core for servers. Default: true. */
  readonly pinned?: boolean
}

/** A running server. */
export interface Server {
  /** Scheme, host and port. */
  readonly origin: string
  readonly pid: number
  /** Ends it. */
  readonly stop: () => Promise<void>
  /** Returns its heap after a collection; needs `heapOptions`. */
  readonly heap: () => Promise<Heap>
}

const heapShape = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number(), arrayBuffers: z.number() })

/** Memory of a process after a collection, in bytes. */
type Heap = z.infer<typeof heapShape>

const probe = `
process.on('message', () => { gc(); process.send(process.memoryUsage()) })
process.channel.unref()
`

/** Options that make a Node program report its heap on request. */
export const heapOptions: readonly string[] = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(probe)}`,
]

/** Starts a Node program that prints its address as its first line. @throws Error if it ends before or takes over two minutes */
export async function startServer(launch: Launch): Promise<Server> {
  const { command, folder, nodeOptions = [], pinned = true } = launch
  const line = [process.execPath, ...nodeOptions, ...command]
  const [file = '', ...rest] = pinned ? onCore('server', line) : line
  const child = spawn(file, rest, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...launch.variables },
    stdio: ['ignore', 'pipe', 'pipe', nodeOptions.length === 0 ? 'ignore' : 'ipc'],
  })
  endWithUs(child)
  const output: string[] = []
  const keep = (chunk: Buffer): void => {
    if (output.length < 100) output.push(String(chunk))
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code}: ${output.join('').trim().slice(-300)}`)
  })
  const late = new AbortController()
  try {
    const origin = await Promise.race([
      firstAddress(child),
      ended,
      wait(startLimitMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer in two minutes: ${output.join('').slice(-300)}`)
      }),
    ])
    ended.catch(() => undefined)
    return { origin, pid: child.pid ?? 0, stop: () => stop(child), heap: () => askHeap(child) }
  } catch (error) {
    await stop(child)
    throw error
  } finally {
    late.abort()
  }
}

const running = new Set<ChildProcess>()

/** Makes a server end with this process, in every case. */
function endWithUs(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', () => running.forEach((one) => one.kill()))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  }
  running.add(child)
}

async function firstAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no standard output')
  const [line] = await once(child.stdout, 'data')
  return new URL(String(line).trim()).origin
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = new AbortController()
  const force = wait(stopLimitMs, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => false,
  )
  await gone
  late.abort()
  await force
}

async function askHeap(child: ChildProcess): Promise<Heap> {
  const report = once(child, 'message')
  child.send('heap')
  const [usage] = await report
  return heapShape.parse(usage)
}
