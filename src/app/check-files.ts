import { join } from 'node:path'

import type * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { keyTable } from '../auth/keys.ts'
import { scenarioWarnings } from '../http/scenario-warnings.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { toInputErrors } from '../lib/issues.ts'
import { listJsonFiles, readJsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Dataset } from '../store/dataset.ts'
import { type CheckedRows, checkRows, unknownFiles } from '../store/fixture-rows.ts'
import { areas, operations, permissionsOf } from './areas.ts'
import { completeFixtures, sandboxOf } from './complete-fixtures.ts'
import { builtInKeys, permittedKey } from './load-dataset.ts'
import { loadLibrary, scenarioReaderOf } from './load-scenarios.ts'

/** The result of a check: each line begins with the file. */
export interface Checked {
  readonly files: number
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** The message of the InputError that some work throws; empty where it throws none. */
export function problemOf(work: () => unknown): readonly string[] {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof InputError) return [error.message]
    throw error
  }
}

export function problemsBy(schema: z.ZodMiniType, value: unknown): readonly string[] {
  const parsed = parseBy(schema, value)
  return parsed.success ? [] : toInputErrors(parsed.error.issues, schema, []).map(({ message }) => message)
}

/** Says everything that is wrong with choices of assumptions: each row by itself. */
export function problemsOfChoices(choices: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(choices).flatMap(([id, choice]) => problemOf(() => readChoices({ [id]: choice })))
}

/** Checks one JSON file. @param check says what is wrong with its content */
export async function checkFile(
  source: string,
  check: (content: unknown) => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  let content: unknown
  const unreadable = problemOf(() => {
    ;({ content } = readJsonFile(source))
  })
  return unreadable.length > 0 ? unreadable : (await check(content)).map((problem) => `${source}: ${problem}`)
}

type Rows = Omit<CheckedRows<unknown>, 'records'>

/** The JSON files of a folder; none, with a problem, for a folder that cannot be read. @param field the option that names it */
function filesOf(folder: string, field: string) {
  let files: readonly string[] = []
  const problems = problemOf(() => {
    files = listJsonFiles(folder, field)
  })
  return { files, problems }
}

/** Checks a folder of fixtures: what is wrong in each file. @param profile that of the start */
export async function checkFixtures(folder: string, profile: Profile): Promise<Checked> {
  const { files, problems } = filesOf(folder, 'fixtures')
  if (problems.length > 0) return { files: 0, problems, warnings: [] }
  const known = [...areas.map(({ table }) => table.definition.file), keyTable.definition.file]
  const found = [...unknownFiles(folder, files, known)]
  const warnings: string[] = []
  const check = async (file: string, rowsOf: (content: unknown) => Rows | Promise<Rows>): Promise<void> => {
    if (!files.includes(file)) return
    const source = join(folder, file)
    const wrong = await checkFile(source, async (content) => {
      const { problems: all, checked, total } = await rowsOf(content)
      if (checked < total) warnings.push(`${source}: only the first ${checked} of ${total} records were checked`)
      return [...new Set(all.map(({ message }) => message))]
    })
    found.push(...wrong)
  }
  const dataset: Dataset = {}
  for (const area of areas) {
    // A record that is drawn is right, also where the records that it could refer to are missing.
    await check(area.table.definition.file, async (content) =>
      area.table.check(await completeFixtures(content, area, dataset, 1, areas), profile),
    )
  }
  await check(keyTable.definition.file, (content) => {
    const keys = keyTable.check(content)
    const unknown = checkRows(permittedKey(permissionsOf(areas)), content).problems
    return { ...keys, problems: [...keys.problems, ...unknown] }
  })
  return { files: files.length, problems: found, warnings }
}

/**
 * Checks a folder of scenarios: everything that is wrong in each file.
 * @param fixtures the folder of the fixtures, which may have keys (the built-in ones)
 * @returns also the names of all scenarios
 */
export async function checkScenarios(
  folder: string | undefined,
  fixtures: string | undefined,
): Promise<Checked & { names: ReadonlySet<string> }> {
  const sandbox = lazily(() => sandboxWithKeys(fixtures))
  const builtIn = loadLibrary(undefined, scenarioReaderOf(areas)).list()
  const names = new Map<string, string>(builtIn.map(({ definition, source }) => [definition.name, source]))
  const { files, problems } = folder === undefined ? { files: [], problems: [] } : filesOf(folder, 'scenarios')
  const [found, warnings]: [string[], string[]] = [[...problems], []]
  for (const file of files) {
    const source = join(folder ?? '', file)
    found.push(
      ...(await checkFile(source, (content) => {
        const checked = checkScenario(content, names, sandbox)
        warnings.push(...checked.warnings.map((warning) => `${source}: ${warning}`))
        return checked.problems
      })),
    )
  }
  return { files: files.length, problems: found, warnings, names: new Set(names.keys()) }
}

/** A sandbox that has the keys of a folder; none of a file that cannot be used, which is a problem of the fixtures. */
function sandboxWithKeys(fixtures: string | undefined): Sandbox {
  const dataset: Dataset = {}
  problemOf(() => {
    const { file } = keyTable.definition
    const isOwn = fixtures !== undefined && filesOf(fixtures, 'fixtures').files.includes(file)
    const { content, source } = isOwn ? readJsonFile(join(fixtures, file)) : builtInKeys()
    keyTable.load(dataset, content, source)
  })
  return sandboxOf(dataset, 1, areas)
}

/** Checks a scenario. @param names the sources of the scenarios before it, by name: its own is added */
function checkScenario(
  content: unknown,
  names: Map<string, string>,
  sandbox: () => Sandbox,
): Pick<Checked, 'problems' | 'warnings'> {
  const reader = scenarioReaderOf(areas)
  const { name, assume } = isJsonObject(content) ? content : {}
  const earlier = typeof name === 'string' ? names.get(name) : undefined
  if (typeof name === 'string') names.set(name, earlier ?? 'file')
  const problems = [
    ...problemsBy(reader.schema, content),
    ...(earlier === undefined ? [] : [`name: ${quote(name)} is the name of another scenario (${earlier}) already`]),
    ...(isJsonObject(assume) ? problemsOfChoices(assume).map((problem) => `assume: ${problem}`) : []),
  ]
  let warnings: readonly string[] = []
  if (problems.length > 0) return { problems, warnings }
  // It finds what a schema cannot say.
  const deeper = problemOf(() => {
    warnings = scenarioWarnings(reader.read(content, 'the file', 'file'), sandbox(), operations)
  })
  return { problems: deeper, warnings }
}
