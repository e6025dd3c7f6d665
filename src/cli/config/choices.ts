import type { Command } from 'commander'

import { type Choices, readChoices } from '../../assumptions/profile.ts'
import { InputError, inTermsOf, quote } from '../../lib/input-error.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import type { Config } from './config.ts'
import { splitList, variable, variableOf } from './flags.ts'

/**
 * The choices of a command line: row by row, a flag beats the variable, which beats the file of choices, which beats the
 * configuration file. @throws InputError
 */
export function choicesOf(command: Command, { assume: ofConfig }: Config): Choices {
  const { assumptions } = command.opts<{ readonly assumptions?: string }>()
  const ofFile = assumptions === undefined ? {} : readChoiceFile(assumptions)
  const isFlag = command.getOptionValueSource('assume') === 'cli'
  const { assume = [] } = command.opts<{ readonly assume?: readonly string[] }>()
  const ofVariable = variable(variableOf('assume')) ?? ''
  return { ...ofConfig, ...ofFile, ...readPairs([ofVariable]), ...(isFlag ? readPairs(assume) : {}) }
}

/** Reads a file of choices: an object of ids and options. @throws InputError with the file and what was wrong */
export function readChoiceFile(file: string): Choices {
  const { content } = readJsonFile(file)
  return inTermsOf(file, () => {
    if (!isJsonObject(content)) throw new InputError(`the file: expected an object, got ${quote(content)}`)
    return readChoices(content)
  })
}

/** Reads choices that are written ID=OPTION. @param field what the error calls them. @throws InputError */
export function readPairs(pairs: readonly string[], field = '--assume'): Record<string, string> {
  const choices = new Map<string, string>()
  for (const pair of splitList(pairs)) {
    const equals = pair.indexOf('=')
    if (equals < 1) throw new InputError(`expected ID=OPTION, got ${quote(pair)}`, { field })
    const id = pair.slice(0, equals)
    const option = pair.slice(equals + 1)
    const earlier = choices.get(id) ?? option
    if (earlier !== option) throw new InputError(`${id} is given as ${earlier} and as ${option}`, { field })
    choices.set(id, option)
  }
  return Object.fromEntries(choices)
}
