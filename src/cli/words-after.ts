import type { Command, Option } from 'commander'

import { register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { verdicts } from '../conduct/table.ts'
import { listJsonFiles } from '../lib/json-files.ts'
import { inPackage } from '../lib/package.ts'
import { commandOf } from './command-of.ts'

/** Completes a command line from the declarations of the commands. @param line including the program name */
export function wordsAfter(program: Command, line: string): readonly string[] {
  const words = line.split(/\s+/).slice(1)
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  // The rest is the command line of another program.
  if (before.includes('--')) return []
  const command = commandOf(program, before)
  const defaultCommand = command.commands
    .filter((other) => ['start', 'list', 'show'].includes(other.name()))
    .slice(0, 1)
  const options = [command, ...defaultCommand, ...parentsOf(command)].flatMap((one) =>
    one.options.filter(({ hidden }) => !hidden),
  )
  const option = optionAt(options, before)
  const found = option === undefined ? wordsOf(command, options, current) : valuesOf(option, current)
  return found.filter((word) => word.startsWith(current) && !before.includes(word))
}

function parentsOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent, ...parentsOf(parent)]
}

/** The option whose value comes next. */
function optionAt(options: readonly Option[], before: readonly string[]): Option | undefined {
  const place = before.findLastIndex((word) => word.startsWith('-'))
  const flag = before[place]
  const option = options.find(({ long, short }) => flag !== undefined && [long, short].includes(flag))
  if (option === undefined || option.isBoolean()) return undefined
  return option.variadic || place === before.length - 1 ? option : undefined
}

function valuesOf(option: Option, current: string): readonly string[] {
  return option.argChoices ?? known[option.long ?? '']?.(current) ?? []
}

function wordsOf(command: Command, options: readonly Option[], current: string): readonly string[] {
  if (current.startsWith('-')) return [...options.flatMap(({ long }) => long ?? []), '--help']
  const ofArguments = command.registeredArguments.flatMap(
    (one) => one.argChoices ?? known[`${command.parent?.name() ?? ''} ${one.name()}`]?.(current) ?? [],
  )
  return [...command.commands.map((other) => other.name()), ...ofArguments]
}

const scenarioNames = (): readonly string[] =>
  listJsonFiles(inPackage('scenarios'), 'scenarios').map((file) => file.replace('.json', ''))

const rows = (): readonly string[] => Object.keys(register)

function choices(current: string): readonly string[] {
  const pairs = Object.entries<Row>(register).flatMap(([id, { options }]) =>
    options === 'whole_number' ? [`${id}=`] : Object.keys(options).map((option) => `${id}=${option}`),
  )
  return current.includes('=') ? pairs : rows().map((id) => `${id}=`)
}

/** Completions for values of flags, and for arguments by group. */
const known: Readonly<Record<string, (current: string) => readonly string[]>> = {
  '--scenario': scenarioNames,
  '--assume': choices,
  '--only': rows,
  '--except': rows,
  '--allow': () => verdicts.map(({ id }) => id),
  'scenario name': scenarioNames,
  'assumptions id': rows,
  'assumptions id=option': choices,
}
