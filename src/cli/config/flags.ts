import { type Command, Option } from 'commander'

import type { OptionRow } from '../../core/app/option.ts'
import { optionRows } from '../../core/app/options.ts'
import { InputError, quote } from '../../core/lib/input-error.ts'
import { nearest } from '../../core/lib/nearest.ts'

const prefix = 'CLOUDSEC_FAKE_'

/** The variable of an option: `CLOUDSEC_FAKE_MAX_SANDBOXES` for `maxSandboxes`. */
export const variableOf = (option: string): string => prefix + dashed(option, '_').toUpperCase()

/** The flag of an option: `--max-sandboxes` for `maxSandboxes`. */
export const flagOf = (option: string): string => `--${dashed(option, '-')}`

const dashed = (option: string, dash: string): string => option.replaceAll(/[A-Z]/g, `${dash}$&`).toLowerCase()

/** The value of a variable; an empty value counts as not set. */
export function variable(name: string): string | undefined {
  const text = process.env[name]
  return text === '' ? undefined : text
}

export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  const name = variableOf(option.attributeName())
  return process.env[name] === '' ? option : option.env(name)
}

export function readFlags(command: Command, rows: readonly OptionRow[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    rows
      .filter(({ name }) => isGiven(command, name))
      .map((row) => [row.name, toValue(row, command.getOptionValue(row.name), isFromVariable(command, row.name))]),
  )
}

export function isGiven(command: Command, option: string): boolean {
  return ['cli', 'env', 'implied'].includes(command.getOptionValueSource(option) ?? '')
}

export function isFromVariable(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'env'
}

/** Converts the text of a flag into a value, which the schema then validates. */
function toValue({ name, kind }: OptionRow, given: unknown, isOfVariable: boolean): unknown {
  if (kind === 'switch') return isOfVariable ? readSwitch(variableOf(name)) : true
  if (kind === 'number') return typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given
  return kind === 'list' ? splitList([given].flat().map(String)) : given
}

function readSwitch(name: string): boolean {
  const text = process.env[name] ?? ''
  if (['0', 'false', 'no'].includes(text.toLowerCase())) return false
  if (['1', 'true', 'yes'].includes(text.toLowerCase())) return true
  throw new InputError(`expected true or false, got ${quote(text)}`, { field: name })
}

export function wholeNumber(option: Option, min: number, max: number): Option {
  return option.argParser((text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const reason = `expected a whole number from ${min} to ${max}, got ${quote(text)}`
    throw new InputError(reason, { field: `--${option.name()}` })
  })
}

/** Splits values at commas and spaces: a variable holds several in one text. */
export function splitList(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((text) => text !== '')
}

/** The options of `start` that other commands omit: a sweep starts many short-lived servers. */
const omitted = {
  start: [],
  exec: ['printUrl'],
  sweep: 'port httpPort journalFile state printUrl watch logLevel logFormat upstream upstreamKey allowWrites'.split(
    ' ',
  ),
} as const satisfies Readonly<Record<string, readonly string[]>>

export function addStartFlags(command: Command, which: keyof typeof omitted): Command {
  const skipped: readonly string[] = omitted[which]
  for (const row of optionRows.filter(({ name }) => !skipped.includes(name))) {
    const isPort = row.name === 'port' || row.name === 'httpPort'
    const option = which === 'exec' && isPort ? toFreePort(row) : toFlag(row)
    if (which === 'start' && row.name === 'port' && takesHostedPort()) option.env(hostedPort)
    command.addOption(common.has(row.name) ? option : option.helpGroup('Further options:'))
  }
  return command
}

/** The flags that the help shows first. */
const common: ReadonlySet<string> = new Set(
  'port seed fixtures resources clock scenarios scenario assume config watch'.split(' '),
)

/** The variable with which hosting services and dev tools set a port. */
const hostedPort = 'PORT'

const takesHostedPort = (): boolean => variable(variableOf('port')) === undefined && variable(hostedPort) !== undefined

/** Declares a port flag without a variable, so that no command takes the port of another. */
function toFreePort(row: OptionRow): Option {
  return new Option(flagsOf(row), withoutMarkdown(row.description)).default('a free port', 'a free port')
}

export function toFlag(row: OptionRow): Option {
  const option = flag(flagsOf(row), withoutMarkdown(row.description))
  if (row.choices !== undefined) option.choices(row.choices)
  return row.default === undefined ? option : option.default(row.default, row.default)
}

function flagsOf({ name, short, value }: OptionRow): string {
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`
}

/** Removes links and code marks from a description, for a terminal. */
export function withoutMarkdown(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
}

/** The variables of all commands, without their prefix. */
const known = [...optionRows.map(({ name }) => name), 'url', 'sandbox'].map((option) =>
  dashed(option, '_').toUpperCase(),
)

export function unknownVariables(): readonly string[] {
  return Object.keys(process.env).flatMap((name) => {
    const own = name.slice(prefix.length)
    // Kubernetes and Docker set SERVICE and PORT variables for a service named cloudsec-fake.
    if (!name.startsWith(prefix) || /^(?:SERVICE|PORT)_/.test(own) || known.includes(own)) return []
    const [near] = nearest(own, known)
    return `no option has the variable ${name}${near === undefined ? '' : `. Did you mean ${prefix}${near}?`}`
  })
}
