import { type Command, Option } from 'commander'

import { InputError, quote } from '../../lib/input-error.ts'

/** The port of a fake where none is named. */
export const defaultPort = 4747

/** The highest port that there is. */
export const maxPort = 65_535

/** The variable of a flag, by the name of its option (`CLOUDSEC_FAKE_MAX_SANDBOXES` of `maxSandboxes`). */
export const variableOf = (attribute: string): string => `CLOUDSEC_FAKE_${dashed(attribute, '_').toUpperCase()}`

/** The flag of an option, by its name (`--max-sandboxes` of `maxSandboxes`). */
export const flagOf = (attribute: string): string => `--${dashed(attribute, '-')}`

const dashed = (attribute: string, dash: string): string => attribute.replaceAll(/[A-Z]/g, `${dash}$&`).toLowerCase()

/** The text of a variable; undefined where it is empty, as files of settings often have them. */
export function variable(name: string): string | undefined {
  const text = process.env[name]
  return text === '' ? undefined : text
}

/** Declares a flag that has its variable. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  const name = variableOf(option.attributeName())
  return process.env[name] === '' ? option : option.env(name)
}

/** Has an option take a whole number between two bounds; another value is an InputError. */
export function wholeNumber(option: Option, min: number, max: number): Option {
  return option.argParser((text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const name = option.envVar === undefined ? '' : ` (${option.envVar})`
    throw new InputError(`--${option.name()}${name}: expected a whole number from ${min} to ${max}, got ${quote(text)}`)
  })
}

/** Whether a flag without a value is on: a variable may say so in words. @throws InputError */
export function isOn(command: Command, attribute: string): boolean {
  if (command.getOptionValueSource(attribute) !== 'env') return command.getOptionValue(attribute) === true
  const text = process.env[variableOf(attribute)] ?? ''
  if (['0', 'false', 'no'].includes(text.toLowerCase())) return false
  if (['1', 'true', 'yes'].includes(text.toLowerCase())) return true
  throw new InputError(`${variableOf(attribute)}: expected true or false, got ${quote(text)}`)
}

/** What a flag lists that takes several values: a variable holds all of them in one text, separated by commas. */
export function splitList(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
