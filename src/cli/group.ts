import { type Command, Option } from 'commander'
import * as z from 'zod/mini'

import type * as endpoint from '../core/control/endpoints/endpoint.ts'
import { InputError, quote, within } from '../core/lib/input-error.ts'
import { parameterNames } from '../core/lib/path-template.ts'
import { readJsonInput } from './config/files.ts'
import { flagOf, splitList, wholeNumber, withoutMarkdown } from './config/flags.ts'
import { addFormatFlag } from './config/format-flag.ts'
import { describe } from './format/answer.ts'
import type { Io } from './io.ts'
import { addRemoteFlags, print, type Remote, type RemoteFlags, requireSandbox, withFake } from './remote.ts'
import { suggestCommand } from './suggest-command.ts'

export interface CommandContext extends Remote {
  readonly io: Io
  readonly command: Command
  readonly args: readonly string[]
  readonly flags: RemoteFlags
  /** The values of the command's flags, by field. */
  readonly given: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** Prints a result: a text for people (default: from the declaration), or the value as JSON. */
  readonly tell: (value: unknown, text?: string) => void
}

/** Actions of commands that are more than one call. */
export type Actions = Readonly<Record<string, (running: CommandContext) => Promise<void>>>

export interface Group {
  readonly about: string
  readonly endpoints: endpoint.Endpoints
  /** Actions by command (default: one call of the endpoint). */
  readonly actions?: Actions
  /** The values of the argument `kind`. Default: any. */
  readonly kinds?: readonly string[]
}

interface Declaration {
  readonly group: Group
  readonly endpoint: endpoint.Endpoint
  readonly declared: endpoint.Command
}

export function addGroup(program: Command, io: Io, name: string, group: Group): void {
  const parent = addFormatFlag(addRemoteFlags(program.command(name).description(group.about)))
  // Replaces commander's own suggestions.
  parent.on('command:*', ([word]: readonly string[]) => rejectUnknown(parent, word))
  for (const endpoint of Object.values(group.endpoints)) {
    for (const [words, declared] of Object.entries(endpoint.commands ?? {})) {
      const usage = words.slice(name.length + 1)
      if (words === name) setAction(parent, io, name, { group, endpoint, declared })
      else if (words === `${name} ${usage}`) addToGroup(parent, io, usage, { group, endpoint, declared })
    }
  }
}

function addToGroup(parent: Command, io: Io, usage: string, declaration: Declaration): void {
  const { group, endpoint, declared } = declaration
  const isDefault = ['list', 'show'].includes(usage)
  const command = parent
    .command(usage, { isDefault })
    .description(declared.about ?? toPhrase(endpoint.summary))
    .configureHelp({
      ...parent.configureHelp(),
      showGlobalOptions: true,
      visibleGlobalOptions: () => parent.options.filter(({ hidden }) => !hidden),
    })
  for (const argument of command.registeredArguments) {
    argument.description = declared.arguments?.[argument.name()] ?? ''
    if (argument.name() === 'kind') argument.choices(group.kinds ?? [])
  }
  // An unknown word reaches the default command.
  if (isDefault) command.allowExcessArguments().hook('preAction', (_, { args: [word] }) => rejectUnknown(parent, word))
  setAction(command, io, `${parent.name()} ${command.name()}`, declaration)
}

function rejectUnknown(group: Command, word: string | undefined): void {
  if (word === undefined) return
  const known = group.commands.map((other) => other.name())
  throw new InputError(
    `${group.name()}: ${quote(word)} is not one of ${known.join(', ')}.${suggestCommand(word, known)}`,
  )
}

/** Converts a summary for the help: `Shows the clock` to `show the clock`. */
const toPhrase = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1).replace(/^(\w+?)s\b/, '$1')

function setAction(command: Command, io: Io, words: string, { group, endpoint, declared }: Declaration): void {
  const options = new Map(
    Object.entries(declared.flags ?? endpoint.query ?? {}).map(([field, info]) => [field, toOption(field, info)]),
  )
  for (const option of options.values()) command.addOption(option)
  const names = new Map([
    ...Object.keys(declared.body?.('') ?? {}).map((field) => [field, words] as const),
    ...[...options].map(([field, { long }]) => [field, long ?? field] as const),
  ])
  command.action(async () => {
    const flags = command.optsWithGlobals<RemoteFlags>()
    const tell = (value: unknown, text?: string): void =>
      print(io, flags, value, () => text ?? declared.text?.(value) ?? describe(value, declared.columns))
    const [file = ''] = command.args
    const takesFile = endpoint.method !== 'GET' && command.registeredArguments[0]?.name() === 'file'
    // An unusable file is rejected before a fake is required.
    const content = takesFile ? await readJsonInput(io, file) : undefined
    const work = async (remote: Remote): Promise<void> => {
      const running = { ...remote, io, command, args: command.args, flags, given: valuesOf(command, options), tell }
      if (declared.needsSandbox === true) await requireSandbox(remote)
      const action = group.actions?.[words]
      if (action !== undefined) return await action(running)
      const answer = await callEndpoint(running, endpoint, declared, content).catch((error: unknown) => {
        throw takesFile ? within(file === '-' ? 'stdin' : file, error) : error
      })
      if (answer !== undefined) tell(answer)
    }
    await withFake(flags, work, names)
  })
}

async function callEndpoint(
  { call, args, given }: CommandContext,
  endpoint: endpoint.Endpoint,
  declared: endpoint.Command,
  content: unknown,
): Promise<unknown> {
  const names = parameterNames(endpoint.path)
  const path = Object.fromEntries(names.map((name, place) => [name, args[place] ?? '']))
  if (endpoint.method === 'GET') return await call(endpoint, { path, query: given })
  const flagBody = endpoint.body && { ...declared.body?.(args[names.length]), ...given }
  const body = content === undefined ? flagBody : content
  return await call(endpoint, { path, body })
}

function valuesOf(command: Command, options: ReadonlyMap<string, Option>): CommandContext['given'] {
  const given = command.opts<Record<string, CommandContext['given'][string]>>()
  return Object.fromEntries(
    [...options].flatMap(([field, option]) => {
      const value = given[option.attributeName()]
      if (value === undefined) return []
      return [[field, Array.isArray(value) ? splitList(value) : value]]
    }),
  )
}

/** The value placeholder of a flag, by JSON type. A switch has none. */
const placeholders: Readonly<Record<string, string>> = { boolean: '', integer: ' <n>' }

function toOption(field: string, { description, schema, flag }: endpoint.Parameter): Option {
  const json = z.toJSONSchema(schema(), { io: 'input', unrepresentable: 'any' })
  const phrase = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '')
  const usage = flag ?? `${flagOf(field)}${placeholders[String(json.type)] ?? ` <${field}>`}`
  const option = new Option(usage, withoutMarkdown(phrase))
  if (json.enum !== undefined) option.choices(json.enum.map(String))
  if (json.type === 'integer') wholeNumber(option, json.minimum ?? 0, json.maximum ?? Number.MAX_SAFE_INTEGER)
  return json.default === undefined ? option : option.default(json.default)
}
