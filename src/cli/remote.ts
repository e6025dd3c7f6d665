import { type Command, Option } from 'commander'

import { clientVariables } from '../control/client/client-variables.ts'
import { connectTo } from '../control/client/connect.ts'
import { ControlError, ForeignError } from '../control/client/errors.ts'
import type { SandboxClient, Fake } from '../control/client/sandbox-client.ts'
import { problems } from '../control/problem.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { defaultHost } from '../server/listen-options.ts'
import { defaultPort, flag, flagOf, variable, variableOf } from './config/flags.ts'
import type { Io } from './io.ts'

/** What every command on a running fake takes. */
export interface RemoteFlags {
  readonly url?: string
  readonly sandbox?: string
  readonly controlToken?: string
  readonly format: 'text' | 'json'
}

/** The key of full access, for a client; undefined, and told, where the fixtures keep hashes alone. */
export function keyOf(client: SandboxClient, io: Io): string | undefined {
  try {
    return client.apiKey
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    io.err(`no ${clientVariables.apiKey}: the fake keeps its full-access keys as hashes alone\n`)
    return undefined
  }
}

/** A format that people read, and one for programs. */
export const formatFlag = (): Option =>
  new Option('--format <format>', 'how it is printed').choices(['text', 'json']).default('text')

const defaultUrl = `http://${defaultHost}:${defaultPort}`

/** The flag that says where a fake is. */
export function urlFlag(): Option {
  const elsewhere = `${clientVariables.controlUrl}, ${clientVariables.baseUrl}, ${defaultUrl}`
  return flag('--url <url>', `origin, base URL or control URL of the fake (${elsewhere})`)
}

/** The flag that says which sandbox of it. */
export function sandboxFlag(): Option {
  return flag('--sandbox <name>', 'the sandbox (that of the URL, else default)')
}

/** Declares the flags that say which fake a command is for. */
export function addRemoteFlags(command: Command): Command {
  return command
    .addOption(urlFlag())
    .addOption(sandboxFlag())
    .addOption(flag('--control-token <token>', 'what the control plane asks for'))
}

/** Declares a command that has several of its own, each with the flags of all. */
export function addGroup(program: Command, name: string, description: string): Command {
  return addRemoteFlags(program.command(name).description(description)).addOption(formatFlag())
}

/** Adds a command to a group; its help has the flags of the group too. */
export function addToGroup(group: Command, usage: string, description: string): Command {
  return group.command(usage).description(description).configureHelp(withFlagsOf(group))
}

/** Adds the command that runs where a group is named alone. */
export function addDefaultToGroup(group: Command, name: string, description: string): Command {
  const command = group.command(name, { isDefault: true }).description(description).configureHelp(withFlagsOf(group))
  // What is no command of the group reaches its default one.
  return command.allowExcessArguments().hook('preAction', (_command, { args: [word] }) => {
    if (word === undefined) return
    const known = group.commands.map((other) => other.name())
    throw new InputError(`${group.name()}: ${quote(word)} is none of ${known.join(', ')}.${didYouMean(word, known)}`)
  })
}

const withFlagsOf = (group: Command) => ({ showGlobalOptions: true, visibleGlobalOptions: () => [...group.options] })

/** Where a fake is said to be, and by what. */
export interface Target {
  readonly url: string
  readonly saidBy: string
}

/** The fake that a command is for: that of its flag or variable, else the one that clients of this shell use. */
export function targetOf({ url }: Pick<RemoteFlags, 'url'>): Target {
  if (url !== undefined) return { url, saidBy: named('url') }
  for (const name of [clientVariables.controlUrl, clientVariables.baseUrl]) {
    const text = variable(name)
    if (text !== undefined) return { url: text, saidBy: name }
  }
  return { url: defaultUrl, saidBy: flagOf('url') }
}

/**
 * Does something with a sandbox of a running fake, and with the fake.
 * @throws InputError for what cannot be used; an Error that says what to do where no fake answers, or asks for a token
 */
export async function withFake(
  flags: Omit<RemoteFlags, 'format'>,
  work: (client: SandboxClient, fake: Fake) => Promise<void>,
): Promise<void> {
  const target = targetOf(flags)
  try {
    const { sandbox, controlToken: token } = flags
    const fake = await connectTo([], target.url, { token })
    await work(sandbox === undefined ? fake : fake.sandbox(sandbox), fake)
  } catch (error) {
    throw explain(error, target)
  }
}

function explain(error: unknown, { url, saidBy }: Target): unknown {
  if (error instanceof InputError) return inTermsOfFlags(error, saidBy)
  return error instanceof ControlError && !(error instanceof ForeignError)
    ? new Error(describe(error, url), { cause: error })
    : error
}

function describe({ status, message }: ControlError, url: string): string {
  switch (status) {
    case 0:
      return `${message}; start a fake there with cloudsec-fake start, or say by ${named('url')} where it is`
    case problems.token.status:
      return `the control token is missing or wrong; give that of the fake at ${url} by ${named('controlToken')}`
    default:
      return `the fake at ${url}: ${message}`
  }
}

const named = (attribute: string): string => `${flagOf(attribute)} (${variableOf(attribute)})`

/** Fields of requests and addresses, and by what a command line gives them. */
const givenBy: ReadonlyMap<string, string> = new Map([
  ['sandbox', '--sandbox'],
  ['name', '--name'],
  ['permissions', '--permission'],
  ['quota', '--quota'],
  ['rate', '--rate'],
  ['now', 'clock set'],
  ['by', 'clock advance'],
])

/** Says of what cannot be used by which flag it was given. @param saidBy the flag or variable that gave the address */
export function inTermsOfFlags(error: unknown, saidBy: string): unknown {
  if (!(error instanceof InputError)) return error
  const [at = '', field = ''] = /^(\w+)(?:\[\d+\])?(?=: )/.exec(error.message) ?? []
  const given = field === 'url' ? saidBy : givenBy.get(field)
  return given === undefined ? error : new InputError(given + error.message.slice(at.length), { cause: error })
}

/** Prints a result, as text for people or as JSON for programs. */
export function print(io: Io, { format }: Pick<RemoteFlags, 'format'>, value: unknown, toText: () => string): void {
  io.out(format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : `${toText()}\n`)
}
