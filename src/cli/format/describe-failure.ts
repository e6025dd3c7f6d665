import { type Command, CommanderError } from 'commander'

import { oneLine } from './one-line.ts'

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

/** The usage of the command that a command line names. */
function usageOf(program: Command, args: readonly string[]): string {
  let named = program
  for (const word of args) named = named.commands.find((command) => command.name() === word) ?? named
  return named.createHelp().commandUsage(named)
}
