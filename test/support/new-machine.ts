import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running program. */
export interface Started {
  /** The first match of a pattern in its output. @throws Error if it ends before */
  readonly printed: (pattern: RegExp) => Promise<string>
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>
  /** All output so far. */
  readonly out: () => string
  /** Ends it and its children. */
  readonly end: () => Promise<void>
}

/** A machine that never ran npm: an empty home and an empty cache. */
export interface NewMachine {
  readonly home: string
  readonly start: (line: readonly string[], cwd: string, env?: Readonly<Record<string, string>>) => Started
  /** Runs a program to its end. @returns its output @throws Error for another exit code */
  readonly run: (
    line: readonly string[],
    cwd: string,
    env?: Readonly<Record<string, string>>,
    code?: number,
  ) => Promise<string>
  /** Ends all started programs. */
  readonly end: () => Promise<unknown>
}

/** The time limit of a program, in milliseconds. */
const maxMs = 1_800_000

/** @param registry the host of its npm registry */
export async function createNewMachine(folder: string, registry: string): Promise<NewMachine> {
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const npmrc = [
    `registry=http://${registry}/`,
    `//${registry}/:_authToken=rehearsal`,
    'fund=false',
    'audit=false',
    'update-notifier=false',
    '',
  ]
  await writeFile(join(home, '.npmrc'), npmrc.join('\n'))
  const variables = Object.entries(process.env).filter(([name]) => !/^(npm_|CLOUDSEC_)/i.test(name))
  const all: Started[] = []
  const start: NewMachine['start'] = (line, cwd, env = {}) => {
    const started = startIn(line, cwd, { ...Object.fromEntries(variables), HOME: home, ...env })
    all.push(started)
    return started
  }
  return {
    home,
    start,
    run: async (line, cwd, env, code = 0) => {
      const { ended, out } = start(line, cwd, env)
      const found = await ended
      if (found !== code) throw new Error(`${line.join(' ')} ended with ${found}, not ${code}:\n${out()}`)
      return out()
    },
    end: async () => await Promise.all(all.map(async ({ end }) => await end())),
  }
}

function startIn([file = '', ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Started {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (data) => (text += data))
  const ended = once(child, 'close').then(() => child.exitCode)
  // Its children form its process group, and may outlive it.
  const send = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The group is empty.
    }
  }
  const killAfter = async (ms: number): Promise<void> => {
    await Promise.race([ended, sleep(ms, undefined, { ref: false })])
    if (child.exitCode === null) send('SIGKILL')
  }
  void killAfter(maxMs)
  return {
    ended,
    out: () => text,
    printed: async (pattern) => {
      for (;;) {
        const found = pattern.exec(text)?.[0]
        if (found !== undefined) return found
        const next = await Promise.race([once(child.stdout, 'data'), ended.then(() => 'end')])
        if (next === 'end') throw new Error(`${file} ${args.join(' ')} ended before it printed ${pattern}:\n${text}`)
      }
    },
    end: async () => {
      send('SIGTERM')
      await killAfter(10_000)
      await ended
      send('SIGKILL')
    },
  }
}
