import { type Command, Option } from 'commander'

import type { OptionRow } from '../../app/option.ts'
import { InputError, quote } from '../../lib/input-error.ts'

/** The variable of an option: `CLOUDSEC_FAKE_MAX_SANDBOXES` for `maxSandboxes`. */
export const variableOf = (option: string): string => `CLOUDSEC_FAKE_${dashed(option, '_').toUpperCase()}`

/** The flag of an option: `--max-sandboxes` for `maxSandboxes`. */
export const flagOf = (option: string): string => `--${dashed(option, '-')}`

const dashed = (option: string, dash: string): string => option.replaceAll(/[A-Z]/g, `${dash}$&`).toLowerCase()

/** The text of a variable; an empty one counts as not set. */
export function variable(name: string): string | undefined {
  const text = process.env[name]
  return text === '' ? undefined : text
}

/** Declares a flag that also has a variable. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  const name = variableOf(option.attributeName())
  return process.env[name] === '' ? option : option.env(name)
}

/** The values that flags and variables give to options; those that neither gives are missing. @throws InputError */
export function readFlags(command: Command, rows: readonly OptionRow[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    rows
      .filter(({ name }) => isGiven(command, name))
      .map((row) => [row.name, toValue(row, command.getOptionValue(row.name), isOfVariable(command, row.name))]),
  )
}

/** True if a flag or its variable gives an option. */
export function isGiven(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'cli' || isOfVariable(command, option)
}

/** True if an option comes from its variable. */
export function isOfVariable(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'env'
}

/** Turns the text of a flag into a value for the schema, which then decides whether it may be. */
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

/** Has a flag take a whole number between two bounds. @throws InputError for another value, when the flag is read */
export function wholeNumber(option: Option, min: number, max: number): Option {
  return option.argParser((text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InputError(`expected a whole number from ${min} to ${max}, got ${quote(text)}`, {
      field: `--${option.name()}`,
    })
  })
}

/** The values of a flag that takes several. A variable holds them in one text, separated by commas or spaces. */
export function splitList(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((text) => text !== '')
}

/** Has the error of a variable with several values say how to write them. */
export function tellingSeparators(error: unknown): unknown {
  if (!(error instanceof InputError)) return error
  const message = error.message.replace(/[^.?]$/, '$&.')
  return new InputError(`${message} Commas or spaces separate several values.`, { cause: error })
}
