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

/** A failure in one line, with what helps where the command line lacks something. @param args the whole command line */
export function describeFailure(
  error: unknown,
  args: readonly string[],
  program: Command,
  names: ReadonlyMap<string, unknown>,
): string {
  const message = oneLine(error).replace(/^error: /, '')
  if (!(error instanceof CommanderError)) return message
  switch (error.code) {
    // A group without a default command asks for one.
    case 'commander.help':
      return `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
    case 'commander.missingArgument':
    case 'commander.missingMandatoryOptionValue':
      return `${message}; usage: ${usageOf(program, args)}`
    case 'commander.unknownOption': {
      const name = args[0]?.startsWith('-') === true ? args.find((word) => names.has(word)) : undefined
      return name === undefined ? message : `${message}; put flags after the command: cloudsec-fake ${name} …`
    }
    default:
      return message
  }
}

function usageOf(program: Command, args: readonly string[]): string {
  let named = program
  for (const word of args) named = named.commands.find((command) => command.name() === word) ?? named
  return named.createHelp().commandUsage(named)
}
