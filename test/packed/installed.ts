import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

import { type Ran, run } from '../support/consumer.ts'

/** A version of Node. */
export interface NodeVersion {
  readonly version: string
  /** The folder of its executable. */
  readonly folder: string
}

/** The program while it runs. */
export interface Running {
  /** The base URL, once it serves. */
  readonly ready: Promise<string>
  /** The text on stderr by now. */
  readonly err: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<unknown>
}

/** The installed package on one version of Node. */
export interface Installed {
  /** The version of Node. */
  readonly version: string
  /** Runs a command of the program to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ran>
  /** The same in another folder. */
  readonly runIn: (cwd: string, ...args: readonly string[]) => Promise<Ran>
  /** Starts the program on a free port. */
  readonly start: (...args: readonly string[]) => Running
  /** Runs Node in the folder that the package is installed in. */
  readonly runNode: (...args: readonly string[]) => Promise<Ran>
}

/** The folder for temporary files of programs that run in a project. */
export const temporaryIn = (project: string): string => join(project, 'tmp')

/** @param project the folder that the package is installed in */
export function installedIn(project: string, { version, folder }: NodeVersion): Installed {
  // Node keeps compiled code in the folder for temporary files.
  const variables = { PATH: `${folder}${delimiter}${process.env['PATH']}`, TMPDIR: temporaryIn(project) }
  const program = join(project, 'node_modules/.bin/cloudsec-fake')
  return {
    version,
    run: (...args) => run(program, args, project, variables),
    runIn: (cwd, ...args) => run(program, args, cwd, variables),
    start: (...args) => {
      const child = spawn(program, ['start', '--port', '0', '--print-url', ...args], { cwd: project, env: variables })
      const ended = once(child, 'exit').then(([code, signal]: readonly unknown[]) => code ?? signal)
      let err = ''
      child.stderr.on('data', (data: Buffer) => (err += String(data)))
      const ready = Promise.race([once(child.stdout, 'data'), ended]).then((line) => {
        if (!Array.isArray(line)) throw new Error(`it did not start: it ended with ${String(line)}: ${err}`)
        return String(line[0]).trim()
      })
      return { ready, err: () => err, kill: (signal) => void child.kill(signal), ended }
    },
    runNode: (...args) => run(join(folder, 'node'), args, project, variables),
  }
}
