import { type Command, Option } from 'commander'
import * as z from 'zod/mini'

import type * as endpoint from '../control/endpoints/endpoint.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { parameterNames } from '../lib/path-template.ts'
import { flagOf, splitList, wholeNumber, withoutMarkdown } from './config/flags.ts'
import { describeAnswer, describeItems } from './format/answer.ts'
import type { Io } from './io.ts'
import {
  addFormatFlag,
  addRemoteFlags,
  print,
  type Remote,
  type RemoteFlags,
  requireSandbox,
  withFake,
} from './remote.ts'
import { suggestCommand } from './suggest-command.ts'

/** A command line for a running fake, and the fake. */
export interface Running extends Remote {
  readonly io: Io
  readonly command: Command
  readonly args: readonly string[]
  /** What `inputs` of the group returned: the content of a file, for example. */
  readonly input: unknown
  readonly flags: RemoteFlags
  /** The values of the flags of the command, by the fields that they give. */
  readonly given: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** A result that the declaration of its command has no text for. */
export class Shown {
  readonly value: unknown
  readonly text: string

  constructor(value: unknown, text: string) {
    this.value = value
    this.text = text
  }
}

/** What a command does that is more than one call: its result is printed, if there is any. */
export type Actions = Readonly<Record<string, (running: Running) => Promise<unknown>>>

/** Commands for a running fake that begin with the same word. */
export interface Group {
  readonly about: string
  /** The commands are declared there. */
  readonly endpoints: endpoint.Endpoints
  /** Actions by the words of their commands (a call of the endpoint). */
  readonly actions?: Actions
  /** Reads what commands send, before they ask for the fake, by their words (nothing). */
  readonly inputs?: Readonly<Record<string, (io: Io, args: readonly string[]) => Promise<unknown>>>
  readonly kinds?: readonly string[]
}

/** A command of a group, as its endpoint declares it. */
interface Declaration {
  readonly name: string
  readonly group: Group
  readonly endpoint: endpoint.Endpoint
  readonly declared: endpoint.Command
}

export function addGroup(program: Command, io: Io, name: string, group: Group): void {
  const parent = addFormatFlag(addRemoteFlags(program.command(name).description(group.about)))
  // Otherwise commander would suggest commands by itself.
  parent.on('command:*', ([word]: readonly string[]) => refuseUnknown(parent, word))
  for (const endpoint of Object.values(group.endpoints)) {
    for (const declared of endpoint.commands ?? []) {
      const declaration = { name, group, endpoint, declared }
      const usage = declared.usage.slice(name.length + 1)
      if (declared.usage === name) act(parent, io, declaration, name)
      else if (declared.usage === `${name} ${usage}`) addToGroup(parent, io, usage, declaration)
    }
  }
}

function addToGroup(parent: Command, io: Io, usage: string, declaration: Declaration): void {
  const { name, group, endpoint, declared } = declaration
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
  // An unknown word reaches the default command, too.
  if (isDefault) command.allowExcessArguments().hook('preAction', (_, { args: [word] }) => refuseUnknown(parent, word))
  act(command, io, declaration, `${name} ${command.name()}`)
}

function refuseUnknown(group: Command, word: string | undefined): void {
  if (word === undefined) return
  const known = group.commands.map((other) => other.name())
  const near = suggestCommand(word, known)
  throw new InputError(`${group.name()}: ${quote(word)} is not one of ${known.join(', ')}.${near}`)
}

/** A summary as the help has it: `Shows the clock` as `show the clock`. */
const toPhrase = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1).replace(/^(\w+?)s\b/, '$1')

/** Has a command call its endpoint, or do its own action. @param words the command without its arguments */
function act(command: Command, io: Io, declaration: Declaration, words: string): void {
  const { group, endpoint, declared } = declaration
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
    const given = valuesOf(command, options)
    const input = await group.inputs?.[words]?.(io, command.args)
    const work = async (remote: Remote): Promise<void> => {
      if (declared.needsSandbox === true) await requireSandbox(remote)
      const running = { ...remote, io, command, args: command.args, input, flags, given }
      const result = await (group.actions?.[words]?.(running) ?? callPlainly(running, declaration))
      if (result instanceof Shown) print(io, flags, result.value, () => result.text)
      else if (result !== undefined) print(io, flags, result, () => toText(result, declared))
    }
    await withFake(flags, work, names, group.kinds)
  })
}

const toText = (result: unknown, declared: endpoint.Command): string =>
  declared.text?.(result) ??
  (declared.columns === undefined ? describeAnswer(result) : describeItems(result, declared.columns))

async function callPlainly({ call, args, given }: Running, { endpoint, declared }: Declaration): Promise<unknown> {
  const names = parameterNames(endpoint.path)
  const path = Object.fromEntries(names.map((name, place) => [name, args[place] ?? '']))
  if (endpoint.method === 'GET') return await call(endpoint, { path, query: given })
  const body = endpoint.body && { ...declared.body?.(args[names.length]), ...given }
  return await call(endpoint, { path, body })
}

type Options = ReadonlyMap<string, Option>

function valuesOf(command: Command, options: Options): Running['given'] {
  const given = command.opts<Record<string, Running['given'][string]>>()
  return Object.fromEntries(
    [...options].flatMap(([field, option]) => {
      const value = given[option.attributeName()]
      if (value === undefined) return []
      return [[field, Array.isArray(value) ? splitList(value) : value]]
    }),
  )
}

/** Values of flags, by the type of the JSON: a switch has none. */
const placeholders: Readonly<Record<string, string>> = { boolean: '', integer: ' <n>' }

function toOption(field: string, { description, schema, flag, isRequired = false }: endpoint.Parameter): Option {
  const json = z.toJSONSchema(schema(), { io: 'input', unrepresentable: 'any' })
  const phrase = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '')
  const usage = flag ?? `${flagOf(field)}${placeholders[String(json.type)] ?? ` <${field}>`}`
  const option = new Option(usage, withoutMarkdown(phrase)).makeOptionMandatory(isRequired)
  if (json.enum !== undefined) option.choices(json.enum.map(String))
  if (json.type === 'integer') wholeNumber(option, json.minimum ?? 0, json.maximum ?? Number.MAX_SAFE_INTEGER)
  return json.default === undefined ? option : option.default(json.default)
}
