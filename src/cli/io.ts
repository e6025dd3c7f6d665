import type { Command } from 'commander'

import { jsonLine } from '../lib/log.ts'

export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when standard input ends, as it does with the program that holds its other end. */
  readonly inputEnd: () => Promise<void>
  /** Bytes of `err` that still wait for a reader. */
  readonly waitingBytes: number
  readonly isTerminal: boolean
  /** Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on; before, they kill the process. */
  readonly takeSignals: () => void
  /** Resolves with the first of these signals since `takeSignals`; a second one ends the process at once. */
  readonly stopped: () => Promise<void>
  /** Passes on each of these signals, which then do nothing else. @returns a function that ends that */
  readonly onSignal: (tell: (signal: NodeJS.Signals) => void) => () => void
  /** True if SIGINT and SIGQUIT come from a terminal, which also sends them to the child processes. */
  readonly sharesInterrupt: boolean
  /** Asks a person at the terminal for a line; undefined where standard input is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

/** Exit codes. Those from 126 are for the command that `exec` runs, as in a shell; `ofSignal` is added to the number of a signal. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  differences: 3,
  unproved: 4,
  notRun: 126,
  notFound: 127,
  ofSignal: 128,
} as const

/** Ends a command with an exit code and no further message. */
export class Ended extends Error {
  readonly code: number

  constructor(code: number) {
    super(`ends with ${code}`)
    this.code = code
  }
}

export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}

/** The failure of a command as one line on stderr: in JSON where its log is. @param commands one of them may have a log */
export function failureLine(message: string, commands: readonly Command[]): string {
  const isJson = commands.some((one) => one.getOptionValue('logFormat') === 'json')
  return isJson ? `${jsonLine('error', message)}\n` : `cloudsec-fake: ${message}\n`
}
