import { Command, CommanderError } from 'commander'

import { InputError, quote } from '../lib/input-error.ts'
import { version } from '../lib/version.ts'
import { Ended, exitCodes } from './exit.ts'
import type { Io } from './io.ts'

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

/** Other names that mean exactly what a command does. */
const aliases: ReadonlyMap<string, string> = new Map([
  ...['assumption', 'key', 'request'].map((name) => [name, `${name}s`] as const),
  ...['quota', 'record', 'scenario', 'snapshot'].map((name) => [`${name}s`, name] as const),
  ['sandbox', 'sandboxes'],
  ['journal', 'requests'],
  ['serve', 'start'],
])

/** A command line that calls its command by the name in the help. */
function withoutAlias(line: readonly string[]): readonly string[] {
  const place = line[0] === 'help' ? 1 : 0
  const name = aliases.get(line[place] ?? '')
  return name === undefined ? line : line.with(place, name)
}

/**
 * Runs a command line to its end.
 * @param words the arguments after the name of the program
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 differences found, or that of the command that `exec` ran. A failure writes one line to stderr.
 */
export async function run(words: readonly string[], io: Io): Promise<number> {
  const args = withoutAlias(words)
  const program = new Command('cloudsec-fake')
  program
    .description('A fake of a security, cloud resource and data analysis API, for development and tests.')
    .version(version, '-v, --version')
    .addHelpText('after', '\nWithout a command, it starts a fake, with the flags of `cloudsec-fake start --help`.')
    // Otherwise a group with long arguments would not be wrapped.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  try {
    await refuseUnknownCommand(args)
    for (const add of await Promise.all(neededBy(args).map((load) => load()))) add(program, io, args)
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    if (error instanceof Ended) return error.code
    const { describeFailure } = await import('./format/describe-failure.ts')
    const { failureLine } = await import('./format/failure.ts')
    io.err(failureLine(describeFailure(error, args, program, commands), program.commands))
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

async function refuseUnknownCommand(args: readonly string[]): Promise<void> {
  const known = [...commands.keys(), 'help']
  const [first, second] = args
  const word = first === 'help' ? second : first
  if (word === undefined || word.startsWith('-') || known.includes(word)) return
  const { hintFor } = await import('./suggest-command.ts')
  throw new InputError(`${quote(word)} is not a command${hintFor(word, known)}`)
}

/** The commands to load: the one that a command line names, or all for the help of the program. */
function neededBy(args: readonly string[]) {
  const [word = ''] = args
  const named = commands.get(word)
  if (named !== undefined) return [named]
  const isHelp = word === 'help' || args.includes('-h') || args.includes('--help')
  return [...commands].filter(([name]) => isHelp || name === defaultCommand).map(([, load]) => load)
}
