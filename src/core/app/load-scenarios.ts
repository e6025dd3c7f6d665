import { join } from 'node:path'

import type { Area } from '../api/define-area.ts'
import { listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { memoize, memoizeByObject } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import { readScenario, ScenarioLibrary } from '../scenarios/library.ts'
import type { ScenarioNames } from '../scenarios/schema.ts'
import { lifecycleNamesOf, operationsOf } from './areas.ts'

const builtIn = inPackage('scenarios')

/** The names that scenarios may use with some areas. All fakes with these areas share them. */
export const scenarioNamesOf = memoize(
  (all: readonly Area[]): ScenarioNames => ({ operations: operationsOf(all), lifecycles: lifecycleNamesOf(all) }),
  16,
)

/** Reads the built-in scenarios, once for all fakes with the same names. */
const readBuiltIn = memoizeByObject((names: ScenarioNames) =>
  listJsonFiles(builtIn, 'scenarios').map((file) =>
    readScenario(names, readOwnJsonFile(join(builtIn, file)).content, file, 'built-in'),
  ),
)

/** Loads the scenarios of a folder now, and the built-in scenarios on demand. @throws InputError */
export function loadLibrary(folder: string | undefined, all: readonly Area[]): ScenarioLibrary {
  const names = scenarioNamesOf(all)
  const library = new ScenarioLibrary(names, () => readBuiltIn(names))
  const files = folder === undefined ? [] : listJsonFiles(folder, 'scenarios')
  for (const file of files) library.add(readJsonFile(join(folder ?? '', file)))
  return library
}
