import { type Command, Option } from 'commander'

import type { AreaName } from '../app/areas.ts'
import { defaultHost, defaultPort } from '../app/listen-options.ts'
import { clientVariables } from '../control/client/client-variables.ts'
import { connectTo } from '../control/client/connect.ts'
import type { ApiNames } from '../control/client/control.ts'
import { ControlError, ForeignError } from '../control/client/errors.ts'
import type * as client from '../control/client/sandbox-client.ts'
import type { AnyKind } from '../control/endpoints/records.ts'
import { problems } from '../control/problem.ts'
import { InputError, isFieldOf, quote, UnknownError } from '../lib/input-error.ts'
import { flag, flagOf, variable, variableOf } from './config/flags.ts'
import type { Io } from './io.ts'
import { notFound } from './not-found.ts'
import { suggestCommand } from './suggest-command.ts'

/** The names of a client that takes texts from a command line: the fake checks them. */
interface TypedNames extends ApiNames {
  readonly area: AreaName
  readonly records: Readonly<Record<string, AnyKind>>
}

/** A sandbox of a running fake, for a command. */
export type SandboxClient = client.SandboxClient<TypedNames>
/** A running fake, for a command. */
export type Fake = client.Fake<TypedNames>

/** The flags of every command for a running fake. */
export interface RemoteFlags {
  readonly url?: string
  readonly sandbox?: string
  readonly controlToken?: string
  readonly format: 'text' | 'json'
}

/** The full-access key for a client; undefined, with a note on stderr, if the fixtures have only hashes. */
export function keyOf(client: SandboxClient, io: Io): string | undefined {
  return plainKeyOf(client) ?? noKey((line) => io.err(`${line}\n`))
}

/** The full-access key for a client; undefined if the fixtures have only hashes. */
export function plainKeyOf(client: Pick<SandboxClient, 'apiKey'>): string | undefined {
  try {
    return client.apiKey
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** Notes that there is no full-access key to give to a client. */
export function noKey(note: (line: string) => void): undefined {
  note(`no ${clientVariables.apiKey}: the fake shows no full-access key: it has only hashes, or the token only reads`)
}

/** Declares the flag for the output, and the short form of JSON. @param formats the first is the usual one */
export function addFormatFlag(
  command: Command,
  formats: readonly string[] = ['text', 'json'],
  about = 'output format',
): Command {
  return command
    .addOption(
      new Option('--format <format>', `${about}; --json is short for json`).choices(formats).default(formats[0]),
    )
    .addOption(new Option('--json').implies({ format: 'json' }).hideHelp())
}

/** The kinds of records. */
export const areaNames = ['resources', 'assessments', 'jobs'] as const satisfies readonly AreaName[]

const defaultUrl = `http://${defaultHost}:${defaultPort}`

/** The flag for the address of a fake. */
export function urlFlag(): Option {
  const elsewhere = `${clientVariables.controlUrl}, ${clientVariables.baseUrl}, ${defaultUrl}`
  return flag('--url <url>', `origin, base URL or control URL of the fake (${elsewhere})`)
}

/** The flag for a sandbox of the fake. */
export function sandboxFlag(): Option {
  return flag('--sandbox <name>', 'name of the sandbox (that of the URL, otherwise default)')
}

/** Declares the flags for the fake and the sandbox of a command. */
export function addRemoteFlags(command: Command): Command {
  return command
    .addOption(urlFlag())
    .addOption(sandboxFlag())
    .addOption(flag('--control-token <token>', 'token of the control plane'))
}

/** Declares a group of commands that share flags. */
export function addGroup(program: Command, name: string, description: string): Command {
  const group = addFormatFlag(addRemoteFlags(program.command(name).description(description)))
  // Otherwise commander would suggest commands by itself.
  return group.on('command:*', ([word]: readonly string[]) => refuseUnknown(group, word))
}

/** Adds a command to a group; its help also shows the flags of the group. */
export function addToGroup(group: Command, usage: string, description: string): Command {
  return group.command(usage).description(description).configureHelp(withFlagsOf(group))
}

/** Adds the default command of a group. */
export function addDefaultToGroup(group: Command, name: string, description: string): Command {
  const command = group.command(name, { isDefault: true }).description(description).configureHelp(withFlagsOf(group))
  // An unknown word reaches the default command, too.
  return command.allowExcessArguments().hook('preAction', (_command, { args: [word] }) => refuseUnknown(group, word))
}

function refuseUnknown(group: Command, word: string | undefined): void {
  if (word === undefined) return
  const known = group.commands.map((other) => other.name())
  const near = suggestCommand(word, known)
  throw new InputError(`${group.name()}: ${quote(word)} is not one of ${known.join(', ')}.${near}`)
}

const withFlagsOf = (group: Command) => ({
  ...group.configureHelp(),
  showGlobalOptions: true,
  visibleGlobalOptions: () => group.options.filter(({ hidden }) => !hidden),
})

/** The address of a fake, and the flag or variable that gave it. */
export interface Target {
  readonly url: string
  readonly saidBy: string
}

/** The fake that a command is for: that of its flag or variable, otherwise the one that clients of this shell use. */
export function targetOf({ url }: Pick<RemoteFlags, 'url'>): Target {
  if (url !== undefined) return { url, saidBy: named('url') }
  for (const name of [clientVariables.controlUrl, clientVariables.baseUrl]) {
    const text = variable(name)
    if (text !== undefined) return { url: text, saidBy: name }
  }
  return { url: defaultUrl, saidBy: flagOf('url') }
}

/**
 * Runs some work with a sandbox of a running fake.
 * @param given the fields that errors name by their flags
 * @throws InputError for input that cannot be used, or an Error that says what to do, such as when no fake answers
 */
export async function withFake(
  flags: Omit<RemoteFlags, 'format'>,
  work: (client: SandboxClient, fake: Fake) => Promise<void>,
  given: GivenBy = givenBy,
): Promise<void> {
  const target = targetOf(flags)
  try {
    const { sandbox, controlToken: token } = flags
    const fake = await connectTo<TypedNames>(areaNames, target.url, { token })
    await work(sandbox === undefined ? fake : fake.sandbox(sandbox), fake)
  } catch (error) {
    throw explain(error, target, given)
  }
}

/** Refuses a sandbox that does not exist, since a change would make it. It asks below its address: a balancer leads there. */
export async function requireSandbox(
  { name, controlUrl }: SandboxClient,
  { controlToken: token }: Pick<RemoteFlags, 'controlToken'>,
): Promise<void> {
  const { sandboxes } = await connectTo<TypedNames>(areaNames, controlUrl, { token })
  if ((await sandboxes.list()).some((sandbox) => sandbox.name === name)) return
  throw new UnknownError(`none is named ${quote(name)}`, { field: 'sandboxes' })
}

/** All sandboxes of a running fake. */
export async function allOf({ sandbox, sandboxes }: Fake): Promise<readonly SandboxClient[]> {
  return (await sandboxes.list()).map(({ name }) => sandbox(name))
}

function explain(error: unknown, { url, saidBy }: Target, given: GivenBy): unknown {
  if (error instanceof InputError) {
    const named = inTermsOfFlags(error, saidBy, given)
    return named === error && error instanceof UnknownError ? notFound(error, areaNames) : named
  }
  return error instanceof ControlError && !(error instanceof ForeignError)
    ? new Error(describe(error, url), { cause: error })
    : error
}

function describe({ status, message }: ControlError, url: string): string {
  switch (status) {
    case 0:
      return message.startsWith('nothing answers')
        ? `${message}; start a fake with cloudsec-fake start, or give the control URL of its banner, also with --tls, by ${named('url')}`
        : message
    case problems.token.status:
      return `the control token is missing or wrong; give that of the fake at ${url} by ${named('controlToken')}`
    default:
      return `the fake at ${url}: ${message}`
  }
}

const named = (attribute: string): string => `${flagOf(attribute)} (${variableOf(attribute)})`

type GivenBy = ReadonlyMap<string, string>

/** Fields of addresses, and the flag that gives them to every command. */
export const givenToAll: GivenBy = new Map([['sandbox', '--sandbox']])

/** Fields of requests and addresses, and the flag or command that gives them. */
const givenBy: GivenBy = new Map([
  ...givenToAll,
  ['name', '--name'],
  ['permissions', '--permission'],
  ['quota', '--quota'],
  ['operation', '--operation'],
  ['since', '--since'],
  ['trace', '--trace'],
  ['limit', '--limit'],
  ['remaining', '--remaining'],
  ['resetsIn', '--resets-in'],
  ['rate', '--rate'],
  ['now', 'clock set'],
  ['by', 'clock advance'],
])

/** Has an InputError name the flag in place of the field. @param saidBy the flag or variable that gave the address */
export function inTermsOfFlags(error: unknown, saidBy: string, given: GivenBy = givenBy): unknown {
  if (!(error instanceof InputError)) return error
  const { field } = error
  const [, flag] = [['url', saidBy] as const, ...given].find(([name]) => isFieldOf(name, field)) ?? []
  return flag === undefined ? error : error.about(flag)
}

/** Prints a result, as text for people or as JSON for programs. */
export function print(io: Io, { format }: Pick<RemoteFlags, 'format'>, value: unknown, toText: () => string): void {
  io.out(format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : `${toText()}\n`)
}
