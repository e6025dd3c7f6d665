import type { Command } from 'commander'

import { type Choices, isAssumptionId, readChoices, unknownAssumption } from '../../assumptions/profile.ts'
import { InputError, inTermsOf, quote } from '../../lib/input-error.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { splitPair } from './files.ts'
import { splitList, variable, variableOf } from './flags.ts'

/** The choices of a start. Row by row, a flag overrides the variable, that the file of choices, and that the configuration file. */
export function choicesOf(command: Command, config: Readonly<Record<string, unknown>>): Choices {
  const file = command.opts<{ readonly assumptions?: string }>().assumptions ?? config['assumptions']
  const ofFile = typeof file === 'string' ? readChoiceFile(file) : {}
  const ofConfig = isJsonObject(config['assume']) ? config['assume'] : {}
  return { ...ofConfig, ...ofFile, ...givenChoices(command) }
}

export function givenChoices(command: Command): Choices {
  const { assume = [] } = command.opts<{ readonly assume?: readonly string[] }>()
  const ofFlag = command.getOptionValueSource('assume') === 'cli' ? assume : []
  const name = variableOf('assume')
  const ofVariable = inTermsOf(name, () => readChoices(readPairs([variable(name) ?? ''], undefined)))
  return { ...ofVariable, ...readPairs(ofFlag, '--assume') }
}

export function readChoiceFile(file: string): Choices {
  const { content } = readJsonFile(file)
  return inTermsOf(file, () => {
    if (!isJsonObject(content)) throw new InputError(`the file: expected an object, got ${quote(content)}`)
    return readChoices(content)
  })
}

/** Reads choices of the form ID=OPTION. @param field the name of the choices in errors. @throws InputError */
export function readPairs(pairs: readonly string[], field: string | undefined): Record<string, string> {
  const choices = splitList(pairs).map((pair) => splitPair(pair, 'ID=OPTION', field))
  const unknown = choices.find(([id]) => !isAssumptionId(id))
  if (unknown !== undefined) throw unknownAssumption(unknown[0])
  return Object.fromEntries(choices)
}
