import type { Command } from 'commander'

import { type Choices, isAssumptionId, readChoices, unknownAssumption } from '../../core/assumptions/profile.ts'
import { InputError, withSubject, quote } from '../../core/lib/input-error.ts'
import { readJsonFile } from '../../core/lib/json-files.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { splitPair } from './files.ts'
import { splitList, variable, variableOf } from './flags.ts'

/** The choices of a start. For each row, precedence is: flag, variable, file of choices, configuration file. */
export function choicesOf(command: Command, config: Readonly<Record<string, unknown>>): Choices {
  const file = command.opts<{ readonly assumptions?: string }>().assumptions ?? config['assumptions']
  const fileChoices = typeof file === 'string' ? readChoiceFile(file) : {}
  const configChoices = isJsonObject(config['assume']) ? config['assume'] : {}
  return { ...configChoices, ...fileChoices, ...explicitChoices(command) }
}

export function explicitChoices(command: Command): Choices {
  const { assume = [] } = command.opts<{ readonly assume?: readonly string[] }>()
  const flagPairs = command.getOptionValueSource('assume') === 'cli' ? assume : []
  const name = variableOf('assume')
  const variableChoices = withSubject(name, () => readChoices(readPairs([variable(name) ?? ''], undefined)))
  return { ...variableChoices, ...readPairs(flagPairs, '--assume') }
}

export function readChoiceFile(file: string): Choices {
  const { content } = readJsonFile(file)
  return withSubject(file, () => {
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
