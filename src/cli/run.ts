import { readFileSync } from 'node:fs'

import { Command, CommanderError } from 'commander'
import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { Io } from './io.ts'
import { addStart } from './start.ts'

/** Exit codes: done, failed, wrong usage. */
const exitCodes = { done: 0, failed: 1, usage: 2 } as const

const packageFile = z.object({ version: z.string() })
const { version } = packageFile.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))

/**
 * Runs a command line to its end.
 * @param args what follows the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, which is told in one line on stderr
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command('cloudsec-fake')
  program
    .description('A fake of the security, cloud resource and data analysis service, for development and tests.')
    .version(version, '-v, --version')
    .addHelpText('after', '\nWithout a command it starts; the flags are those of `cloudsec-fake start --help`.')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  addStart(program, io, version)
  for (const command of program.commands) command.copyInheritedSettings(program).allowExcessArguments(false)
  try {
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    io.err(`cloudsec-fake: ${oneLine(error)}\n`)
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

function refuseUnknownCommand(program: Command, args: readonly string[]): void {
  const known = [...program.commands.map((command) => command.name()), 'help']
  const [first, second] = args
  const word = first === 'help' ? second : first
  if (word === undefined || word.startsWith('-') || known.includes(word)) return
  throw new InputError(`${quote(word)} is not a command.${didYouMean(word, known)}`)
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')
}
