import type { Command } from 'commander'

/** The command that words name; flags between them are skipped. */
export function commandOf(parent: Command, words: readonly string[]): Command {
  const place = words.findIndex((word) => parent.commands.some((command) => command.name() === word))
  const command = parent.commands.find((other) => other.name() === words[place])
  return command === undefined ? parent : commandOf(command, words.slice(place + 1))
}
