import { type Command, Option } from 'commander'

import type { OptionRow } from '../../app/option.ts'
import { optionRows } from '../../app/options.ts'
import { flag, flagOf } from './flags.ts'

/** The options of a server that stays: a sweep has many short ones. */
const ofOneServer: ReadonlySet<string> = new Set([
  'port',
  'httpPort',
  'state',
  'printUrl',
  'watch',
  'logLevel',
  'logFormat',
])

/** The options that a sweep has: its own `--state` is another one. */
const sweepRows: readonly OptionRow[] = optionRows.filter(({ name }) => !ofOneServer.has(name))

/** Declares the flags of a command that serves. @param which `exec` prints no URL */
export function addStartFlags(command: Command, which: 'start' | 'exec' | 'sweep'): Command {
  for (const row of which === 'sweep' ? sweepRows : optionRows) {
    if (which !== 'exec') command.addOption(toFlag(row))
    else if (['port', 'httpPort'].includes(row.name)) command.addOption(toPortFlag(row))
    else if (row.name !== 'printUrl') command.addOption(toFlag(row))
  }
  return command
}

/** Declares the flag of a port of `exec`. It has no variable, so that no command takes the port of another one. */
function toPortFlag(row: OptionRow): Option {
  return new Option(flagsOf(row), withoutMarkdown(row.description)).default('a free one', 'a free one')
}

/** Declares the flag of an option. */
export function toFlag(row: OptionRow): Option {
  const option = flag(flagsOf(row), withoutMarkdown(row.description))
  if (row.choices !== undefined) option.choices(row.choices)
  return row.default === undefined ? option : option.default(row.default, row.default)
}

function flagsOf({ name, short, value }: OptionRow): string {
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`
}

/** A description as a terminal shows it: without links to pages and marks of code. */
export function withoutMarkdown(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
}
