import { Command, CommanderError } from 'commander'

import { InputError, quote } from '../lib/input-error.ts'
import { version } from '../lib/version.ts'
import { commandOf } from './command-of.ts'
import { Ended, exitCodes, failureLine, type Io, oneLine } from './io.ts'
import { suggestCommand } from './suggest-command.ts'

/** Adds a command to the program. @param line the whole command line */
type Add = (program: Command, io: Io, line: readonly string[]) => void

const remote =
  'scenario assumptions clock keys quota record requests conduct outbox sandboxes tls snapshot reset'.split(' ')

async function declared(name: string): Promise<Add> {
  const { addGroup } = await import('./group.ts')
  const { groups } = await import('./commands/groups.ts')
  // That of records needs every area.
  const group = groups[name] ?? (await import('./commands/record.ts')).recordGroup
  return (program, io) => addGroup(program, io, name, group)
}

/** The commands by name, in the order of the help. Each is loaded when it is needed. */
const commands: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ['start', async () => (await import('./commands/start.ts')).addStart],
  ['status', async () => (await import('./commands/status.ts')).addStatus],
  ['logs', async () => (await import('./commands/logs.ts')).addLogs],
  ['stop', async () => (await import('./commands/stop.ts')).addStop],
  ['exec', async () => (await import('./commands/exec.ts')).addExec],
  ['init', async () => (await import('./commands/init.ts')).addInit],
  ['wait', async () => (await import('./commands/wait.ts')).addWait],
  ['env', async () => (await import('./commands/env.ts')).addEnv],
  ...remote.map((name) => [name, () => declared(name)] as const),
  ['check', async () => (await import('./commands/check.ts')).addCheck],
  ['capture', async () => (await import('./commands/capture.ts')).addCapture],
  ['resolve', async () => (await import('./commands/resolve.ts')).addResolve],
  ['drift', async () => (await import('./commands/drift.ts')).addDrift],
  ['sweep', async () => (await import('./commands/sweep.ts')).addSweep],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcp],
  ['completion', async () => (await import('./commands/completion.ts')).addCompletion],
])

/** The commands that the help shows first. */
const everyDay: ReadonlySet<string> = new Set(
  'start exec init status stop logs scenario clock requests reset'.split(' '),
)

const helpEnd = `
Without a command, it starts a fake, with the flags of cloudsec-fake start --help.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 differences found, 4 nothing proved.`

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
    .commandsGroup('Everything else:')
    .helpCommand('help [command]')
    .addHelpText('after', helpEnd)
    // Otherwise a group with long arguments would not be wrapped.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  try {
    refuseUnknownCommand(args)
    for (const add of await Promise.all(neededBy(args).map((load) => load()))) add(program, io, args)
    for (const command of program.commands) if (everyDay.has(command.name())) command.helpGroup('Every day:')
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    if (error instanceof Ended) return error.code
    io.err(failureLine(describeFailure(error, args, program), program.commands))
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

function refuseUnknownCommand(args: readonly string[]): void {
  const known = [...commands.keys(), 'help']
  const [first, second] = args
  const word = first === 'help' ? second : first
  if (word === undefined || word.startsWith('-') || known.includes(word)) return
  const hint = suggestCommand(word, known) || ' cloudsec-fake --help lists them.'
  throw new InputError(`${quote(word)} is not a command.${hint}`)
}

/** The commands to load: all for the help of the program and for completion, otherwise the named one. */
function neededBy(args: readonly string[]) {
  const [word = ''] = args
  if (word === 'completion') return [...commands.values()]
  const named = commands.get(word)
  if (named !== undefined) return [named]
  const isHelp = word === 'help' || args.includes('-h') || args.includes('--help')
  return [...commands].filter(([name]) => isHelp || name === 'start').map(([, load]) => load)
}

function describeFailure(error: unknown, args: readonly string[], program: Command): string {
  const code = error instanceof CommanderError ? error.code : undefined
  // A group without a default command asks for one.
  if (code === 'commander.help')
    return `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
  const message = oneLine(error).replace(/^error: /, '')
  if (code !== 'commander.missingArgument') return message
  return `${message}; usage: ${program.createHelp().commandUsage(commandOf(program, args))}`
}
