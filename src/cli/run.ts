import { Command, CommanderError } from 'commander'

import { InputError, quote } from '../lib/input-error.ts'
import { version } from '../lib/version.ts'
import { Ended, exitCodes } from './exit.ts'
import { failureLine } from './format/failure.ts'
import { oneLine } from './format/one-line.ts'
import type { Io } from './io.ts'
import { suggestCommand } from './suggest-command.ts'

/** Adds a command to the program. @param line the whole command line */
type Add = (program: Command, io: Io, line: readonly string[]) => void

/** The commands by name, in the order of the help. Each is loaded when it is needed. */
const commands: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['start', async () => (await import('./commands/start.ts')).addStart],
  ['exec', async () => (await import('./commands/exec.ts')).addExec],
  ['wait', async () => (await import('./commands/wait.ts')).addWait],
  ['env', async () => (await import('./commands/env.ts')).addEnv],
  ['scenario', async () => (await import('./commands/scenario.ts')).addScenario],
  ['assumptions', async () => (await import('./commands/assumptions.ts')).addAssumptions],
  ['clock', async () => (await import('./commands/clock.ts')).addClock],
  ['keys', async () => (await import('./commands/keys.ts')).addKeys],
  ['quota', async () => (await import('./commands/quota.ts')).addQuota],
  ['record', async () => (await import('./commands/record.ts')).addRecord],
  ['requests', async () => (await import('./commands/requests.ts')).addRequests],
  ['conduct', async () => (await import('./commands/conduct.ts')).addConduct],
  ['outbox', async () => (await import('./commands/outbox.ts')).addOutbox],
  ['sandboxes', async () => (await import('./commands/sandboxes.ts')).addSandboxes],
  ['tls', async () => (await import('./commands/tls.ts')).addTls],
  ['snapshot', async () => (await import('./commands/snapshot.ts')).addSnapshot],
  ['reset', async () => (await import('./commands/reset.ts')).addReset],
  ['check', async () => (await import('./commands/check.ts')).addCheck],
  ['resolve', async () => (await import('./commands/resolve.ts')).addResolve],
  ['sweep', async () => (await import('./commands/sweep.ts')).addSweep],
])

/** The command that runs when the command line names none. */
const defaultCommand = 'start'

/**
 * Runs a command line to its end.
 * @param args the arguments after the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 differences found, or that of the command that `exec` ran. A failure writes one line to stderr.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command('cloudsec-fake')
  program
    .description('A fake of a security, cloud resource and data analysis API, for development and tests.')
    .version(version, '-v, --version')
    .addHelpText('after', '\nWithout a command, it starts a fake, with the flags of `cloudsec-fake start --help`.')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  try {
    refuseUnknownCommand(args)
    for (const add of await Promise.all(neededBy(args).map((load) => load()))) add(program, io, args)
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    if (error instanceof Ended) return error.code
    io.err(failureLine(describe(error, args), program.commands))
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

/** The failure in one line. A group without a default command asks for one. */
function describe(error: unknown, args: readonly string[]): string {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
  }
  return oneLine(error).replace(/^error: /, '')
}

function refuseUnknownCommand(args: readonly string[]): void {
  const known = [...commands.keys(), 'help']
  const [first, second] = args
  const word = first === 'help' ? second : first
  if (word === undefined || word.startsWith('-') || known.includes(word)) return
  throw new InputError(`${quote(word)} is not a command.${suggestCommand(word, known)}`)
}

/** The commands to load: the one that a command line names, or all for the help of the program. */
function neededBy(args: readonly string[]) {
  const [word = ''] = args
  const named = commands.get(word)
  if (named !== undefined) return [named]
  const isHelp = word === 'help' || args.includes('-h') || args.includes('--help')
  return [...commands].filter(([name]) => isHelp || name === defaultCommand).map(([, load]) => load)
}
