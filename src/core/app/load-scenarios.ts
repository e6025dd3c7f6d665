import { join } from 'node:path'

import type { Area } from '../api/define-area.ts'
import { listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { memoize } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import { createScenarioReader, ScenarioLibrary, type ScenarioReader } from '../scenarios/library.ts'
import { lifecycleNamesOf, operationsOf } from './areas.ts'

const builtIn = inPackage('scenarios')

/** Creates the scenario reader of some areas. All fakes with these areas share it. */
export const scenarioReaderOf = memoize(
  (all: readonly Area[]) => createScenarioReader({ operations: operationsOf(all), lifecycles: lifecycleNamesOf(all) }),
  16,
)

/** Reads the built-in scenarios, once for all fakes with the same reader. */
const readBuiltIn = memoize(
  (reader: ScenarioReader) =>
    listJsonFiles(builtIn, 'scenarios').map((file) =>
      reader.read(readOwnJsonFile(join(builtIn, file)).content, file, 'built-in'),
    ),
  16,
)

/** Loads the scenarios of a folder now, and the built-in scenarios on demand. @throws InputError */
export function loadLibrary(folder: string | undefined, reader: ScenarioReader): ScenarioLibrary {
  const library = new ScenarioLibrary(reader, () => readBuiltIn(reader))
  const files = folder === undefined ? [] : listJsonFiles(folder, 'scenarios')
  for (const file of files) library.add(readJsonFile(join(folder ?? '', file)))
  return library
}
