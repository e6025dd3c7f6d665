import { type Command, CommanderError } from 'commander'

import { jsonLine } from '../core/lib/log.ts'
import { messageOf } from '../core/lib/message-of.ts'

export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when standard input ends, for example with the program that writes it. */
  readonly inputEnd: () => Promise<void>
  /** Bytes of `err` that are not written yet. */
  readonly waitingBytes: number
  readonly isTerminal: boolean
  /** Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on; until then they end the process. */
  readonly handleSignals: () => void
  /** Resolves with the first of these signals after `takeSignals`; a second one, but SIGTERM, ends the process at once. */
  readonly stopped: () => Promise<void>
  /** Forwards each of these signals, which then have no other effect. @returns a function that stops it */
  readonly onSignal: (tell: (signal: NodeJS.Signals) => void) => () => void
  /** True if a person types standard input. The terminal then sends SIGINT and SIGQUIT to the child processes, too. */
  readonly isInteractive: boolean
  /** Asks this person for a line. */
  readonly ask: (question: string) => Promise<string>
}

/** Exit codes. Codes from 126 on are for the command that `exec` runs, as in a shell; `ofSignal` is added to the signal number. */
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

const exitId = 'cloudsec-fake.exit'

/** Ends a command with an exit code and no further message. */
export const exitWith = (code: number): CommanderError => new CommanderError(code, exitId, `ends with ${code}`)

/** The exit code of an error without a message for people; undefined for any other. */
export const exitCodeIn = (error: unknown): number | undefined =>
  error instanceof CommanderError && (error.exitCode === 0 || error.code === exitId) ? error.exitCode : undefined

export function oneLine(error: unknown): string {
  return messageOf(error)
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}

/** Formats a failure as one line for stderr, in JSON if a log is. @param commands the commands, one of which may have a log */
export function failureLine(message: string, commands: readonly Command[]): string {
  const isJson = commands.some((one) => one.getOptionValue('logFormat') === 'json')
  return isJson ? `${jsonLine('error', message)}\n` : `cloudsec-fake: ${message}\n`
}
