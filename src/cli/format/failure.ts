import { type Command, CommanderError } from 'commander'

import { jsonLine } from '../../lib/log.ts'

export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** The failure of a command as one line on stderr: in JSON where its log is. @param commands one of them may have a log */
export function failureLine(message: string, commands: readonly Command[]): string {
  const isJson = commands.some((one) => one.getOptionValue('logFormat') === 'json')
  return isJson ? `${jsonLine('error', message)}\n` : `cloudsec-fake: ${message}\n`
}

/** A failure in one line. @param args the whole command line */
export function describeFailure(error: unknown, args: readonly string[]): string {
  // A group without a default command asks for one.
  return error instanceof CommanderError && error.code === 'commander.help'
    ? `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
    : oneLine(error).replace(/^error: /, '')
}
