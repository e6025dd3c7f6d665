import { Command, CommanderError } from 'commander'

import { InputError, quote } from '../core/lib/input-error.ts'
import { version } from '../core/lib/version.ts'
import { exitCodeIn, exitCodes, failureLine, type Io, oneLine } from './io.ts'
import { suggestCommand } from './suggest-command.ts'

/** Adds a command to the program. @param line the whole command line */
type Add = (program: Command, io: Io, line: readonly string[]) => void

/** Commands by name, in the order of the help. Each is loaded on demand. */
type Commands = readonly (readonly [name: string, load: () => Promise<Add>])[]

const fakeCommands: Commands = [
  ['start', async () => (await import('./commands/start.ts')).addStart],
  ['status', async () => (await import('./commands/status.ts')).addStatus],
  ['stop', async () => (await import('./commands/stop.ts')).addStop],
  ['exec', async () => (await import('./commands/exec.ts')).addExec],
  ['init', async () => (await import('./commands/init.ts')).addInit],
  ['wait', async () => (await import('./commands/wait.ts')).addWait],
  ['env', async () => (await import('./commands/env.ts')).addEnv],
]

const fileCommands: Commands = [
  ['check', async () => (await import('./commands/check.ts')).addCheck],
  ['capture', async () => (await import('./commands/capture.ts')).addCapture],
  ['resolve', async () => (await import('./commands/resolve.ts')).addResolve],
  ['drift', async () => (await import('./commands/drift.ts')).addDrift],
  ['sweep', async () => (await import('./commands/sweep.ts')).addSweep],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcp],
]

async function allCommands(): Promise<Commands> {
  const [{ groups }, { addGroup }] = await Promise.all([import('./commands/groups.ts'), import('./group.ts')])
  const endpointCommands = Object.entries(groups).map(([name, group]) => {
    const load = async (): Promise<Add> => {
      const loaded = typeof group === 'function' ? await group() : group
      return (program, io) => addGroup(program, io, name, loaded)
    }
    return [name, load] as const
  })
  return [...fakeCommands, ...endpointCommands, ...fileCommands]
}

/** The commands that the help shows first. */
const common: ReadonlySet<string> = new Set('start exec init status stop scenario clock requests reset'.split(' '))

const helpEnd = `
Without a command, it starts a fake and takes the flags of cloudsec-fake start --help.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 differences found, 4 nothing proved.`

/**
 * Runs a command line to its end. A failure writes one line to stderr.
 * @param args the arguments after the name of the program
 * @returns the exit code, for `exec` the exit code of its command
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command('cloudsec-fake')
  program
    .description('A fake of a security, cloud resource and data analysis API, for development and tests.')
    .version(version, '-v, --version')
    .commandsGroup('Everything else:')
    .helpCommand('help [command]')
    .addHelpText('after', helpEnd)
    // Without it, a group with long arguments is not wrapped.
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
  try {
    for (const add of await Promise.all((await commandsFor(args)).map(([, load]) => load()))) add(program, io, args)
    for (const command of program.commands) if (common.has(command.name())) command.helpGroup('Every day:')
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    const code = exitCodeIn(error)
    if (code !== undefined) return code
    io.err(failureLine(describeFailure(error, args, program), program.commands))
    return error instanceof CommanderError || error instanceof InputError ? exitCodes.usage : exitCodes.failed
  }
}

/** The commands to load: all for help, otherwise the named command. */
async function commandsFor(args: readonly string[]): Promise<Commands> {
  const [first = 'start', second] = args
  const isFlag = first.startsWith('-')
  const isHelp = first === 'help' || (isFlag && args.some((arg) => arg === '-h' || arg === '--help'))
  const own = [...fakeCommands, ...fileCommands].filter(([name]) => name === (isFlag ? 'start' : first))
  if (own.length > 0 && !isHelp) return own
  const all = await allCommands()
  rejectUnknown((first === 'help' ? second : first) ?? 'help', [...all.map(([name]) => name), 'help'])
  return isHelp ? all : all.filter(([name]) => name === first)
}

function rejectUnknown(word: string, known: readonly string[]): void {
  if (word.startsWith('-') || known.includes(word)) return
  const hint = suggestCommand(word, known) || ' cloudsec-fake --help lists them.'
  throw new InputError(`${quote(word)} is not a command.${hint}`)
}

function describeFailure(error: unknown, args: readonly string[], program: Command): string {
  const code = error instanceof CommanderError ? error.code : undefined
  // A group without a default command requires one.
  if (code === 'commander.help')
    return `${args.join(' ')}: expected a command; see cloudsec-fake ${args.join(' ')} --help`
  const message = oneLine(error).replace(/^error: /, '')
  if (code !== 'commander.missingArgument' && code !== 'commander.excessArguments') return message
  const command = commandOf(program, args)
  const flags = command.options.map((option) => `[${option.flags}]`)
  const shown = flags.length > 0 && flags.length < 5 ? flags.join(' ') : '[options]'
  return `${message.replace(/\.$/, '')}; usage: ${program.createHelp().commandUsage(command).replace('[options]', shown)}`
}

/** The command that words name; flags between them are skipped. */
function commandOf(parent: Command, words: readonly string[]): Command {
  const place = words.findIndex((word) => parent.commands.some((command) => command.name() === word))
  const command = parent.commands.find((other) => other.name() === words[place])
  return command === undefined ? parent : commandOf(command, words.slice(place + 1))
}
