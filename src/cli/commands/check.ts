import type { Command } from 'commander'

import {
  type Checked,
  checkFile,
  checkFixtures,
  checkScenarios,
  problemOf,
  problemsBy,
  problemsOfChoices,
} from '../../app/check-files.ts'
import { createLazyTransport } from '../../app/lazy-transport.ts'
import { defaultConfigFile, fakeOptions, optionRows } from '../../app/options.ts'
import { readOptions } from '../../app/read-options.ts'
import { createProfile, defaultProfile } from '../../assumptions/profile.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { choicesOf } from '../config/choices.ts'
import { readFlags, toFlag } from '../config/flags.ts'
import { configFileOf, configSchema, withPaths } from '../config/settings.ts'
import { Ended, exitCodes, type Io } from '../io.ts'

const names: ReadonlySet<string> = new Set(['fixtures', 'scenarios', 'assume', 'assumptions', 'config'])
const rows = optionRows.filter(({ name }) => names.has(name))

export function addCheck(program: Command, io: Io): void {
  const check = program.command('check').description('check the files that a start would read')
  for (const row of rows) check.addOption(toFlag(row))
  check.action(async (_flags: unknown, command: Command) => {
    const { parts, problems, warnings } = await checkAll(command)
    if (parts.length === 0) {
      const flags = '--fixtures, --scenarios, --assumptions or --config'
      throw new InputError(`check: nothing to check; give ${flags}, or run it beside a ${defaultConfigFile}`)
    }
    io.out([...problems, ...warnings.map((warning) => `${warning} (warning)`), ''].join('\n'))
    const counts = [
      counted(problems.length, 'problem'),
      ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
    ]
    io.out(`checked ${parts.join(', ')}: ${counts.join(', ')}\n`)
    if (problems.length > 0) throw new Ended(exitCodes.failed)
  })
}

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`

/** Checks the files that flags, variables and the configuration file name. @returns also the parts that were checked, in words */
async function checkAll(command: Command) {
  const parts: string[] = []
  const checked: Pick<Checked, 'problems' | 'warnings'>[] = []
  const configFile = configFileOf(command)
  let given: Readonly<Record<string, unknown>> = {}
  if (configFile !== undefined) {
    parts.push(configFile)
    const check = (content: unknown): readonly string[] => {
      given = withPaths(configFile, content)
      return problemsOfConfig(content)
    }
    checked.push({ problems: await checkFile(configFile, check), warnings: [] })
  }
  const { fixtures, scenarios, assumptions } = { ...given, ...readFlags(command, rows) }
  if (typeof assumptions === 'string') {
    parts.push(assumptions)
    checked.push({ problems: await checkFile(assumptions, problemsOfChoiceFile), warnings: [] })
  }
  // Choices in a file that cannot be used are a problem of that file.
  const isRight = checked.every(({ problems }) => problems.length === 0)
  const profile = isRight ? createProfile(choicesOf(command, given)) : defaultProfile
  if (typeof fixtures === 'string') {
    const found = await checkFixtures(fixtures, profile)
    parts.push(`${counted(found.files, 'fixture file')} in ${fixtures}`)
    checked.push(found)
  }
  const found = await checkScenarios(
    typeof scenarios === 'string' ? scenarios : undefined,
    typeof fixtures === 'string' ? fixtures : undefined,
  )
  if (typeof scenarios === 'string') parts.push(`${counted(found.files, 'scenario file')} in ${scenarios}`)
  checked.push(found, { problems: unknownScenarios(given['scenario'], found.names, configFile), warnings: [] })
  return {
    parts,
    problems: checked.flatMap(({ problems }) => problems),
    warnings: checked.flatMap(({ warnings }) => warnings),
  }
}

/** Says everything that is wrong with the content of a configuration file: each option by itself. */
function problemsOfConfig(content: unknown): readonly string[] {
  const formed = problemsBy(configSchema(), content)
  if (!isJsonObject(content)) return formed
  const read = (some: Readonly<Record<string, unknown>>): readonly string[] =>
    problemOf(() => createLazyTransport(readOptions(some)))
  const { assume, ...others } = content
  const options = Object.entries(others).filter(([name]) => Object.hasOwn(fakeOptions, name))
  const single = [
    ...formed,
    ...(isJsonObject(assume) ? problemsOfChoices(assume).map((problem) => `assume: ${problem}`) : []),
    ...options.flatMap((option) => read(Object.fromEntries([option]))),
  ]
  // Two options may contradict each other.
  return single.length > 0 ? [...new Set(single)] : read(Object.fromEntries([...options, ['assume', assume ?? {}]]))
}

function problemsOfChoiceFile(content: unknown): readonly string[] {
  return isJsonObject(content) ? problemsOfChoices(content) : [`the file: expected an object, got ${quote(content)}`]
}

/** A problem for each name in the option `scenario` that no scenario has. */
function unknownScenarios(wanted: unknown, known: ReadonlySet<string>, file = ''): readonly string[] {
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : []
  return names.flatMap((name, place) =>
    typeof name !== 'string' || known.has(name)
      ? []
      : [`${file}: scenario[${place}]: no scenario is named ${quote(name)}.${didYouMean(name, known)}`],
  )
}
