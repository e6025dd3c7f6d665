import { Command, CommanderError } from 'commander'

import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { version } from '../lib/version.ts'
import { addAssumptions } from './assumptions.ts'
import { addClock } from './clock.ts'
import { addEnv } from './env.ts'
import { addExec } from './exec.ts'
import { Ended, exitCodes } from './exit.ts'
import type { Io } from './io.ts'
import { addKeys } from './keys.ts'
import { oneLine } from './one-line.ts'
import { addOutbox } from './outbox.ts'
import { addRequests } from './requests.ts'
import { addReset } from './reset.ts'
import { addResolve } from './resolve.ts'
import { addSandboxes } from './sandboxes.ts'
import { addScenario } from './scenario.ts'
import { addSnapshot } from './snapshot.ts'
import { addStart } from './start.ts'
import { addWait } from './wait.ts'

/** The commands, in the order of the help. */
const commands = [
  addStart,
  addExec,
  addWait,
  addEnv,
  addScenario,
  addAssumptions,
  addClock,
  addKeys,
  addRequests,
  addOutbox,
  addSandboxes,
  addSnapshot,
  addReset,
  addResolve,
]

/**
 * Runs a command line to its end.
 * @param args what follows the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 differences found, or that of the command that `exec` ran; what went wrong is told in one line on stderr
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command('cloudsec-fake')
  program
    .description('A fake of the security, cloud resource and data analysis service, for development and tests.')
    .version(version, '-v, --version')
    .addHelpText('after', '\nWithout a command it starts; the flags are those of `cloudsec-fake start --help`.')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  for (const add of commands) add(program, io, args)
  try {
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    if (error instanceof Ended) return error.code
    io.err(`cloudsec-fake: ${describe(error, args)}\n`)
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

/** What went wrong, in one line; a group that has no command to run where it is named alone says so. */
function describe(error: unknown, args: readonly string[]): string {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
  }
  return oneLine(error).replace(/^error: /, '')
}

function refuseUnknownCommand(program: Command, args: readonly string[]): void {
  const known = [...program.commands.map((command) => command.name()), 'help']
  const [first, second] = args
  const word = first === 'help' ? second : first
  if (word === undefined || word.startsWith('-') || known.includes(word)) return
  throw new InputError(`${quote(word)} is not a command.${didYouMean(word, known)}`)
}
