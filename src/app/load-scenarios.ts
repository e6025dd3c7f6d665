import { join } from 'node:path'

import type { Area } from '../api/define-area.ts'
import { listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { remembered } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import { createScenarioReader, ScenarioLibrary, type ScenarioReader } from '../scenarios/library.ts'
import { lifecycleNamesOf, operationsOf } from './areas.ts'

const builtIn = inPackage('scenarios')

/** The reader of scenarios for the operations and the lifecycles of some areas. All fakes of the same areas share it. */
export const scenarioReaderOf = remembered(
  (all: readonly Area[]) => createScenarioReader({ operations: operationsOf(all), lifecycles: lifecycleNamesOf(all) }),
  16,
)

/** The built-in scenarios by a reader: all fakes of the process share them. */
const readBuiltIn = remembered(
  (reader: ScenarioReader) =>
    listJsonFiles(builtIn, 'scenarios').map((file) =>
      reader.read(readOwnJsonFile(join(builtIn, file)).content, file, 'built-in'),
    ),
  16,
)

/** The built-in scenarios, which are read when one is first looked for, and those of a folder, which are read at once. @throws InputError */
export function loadLibrary(folder: string | undefined, reader: ScenarioReader): ScenarioLibrary {
  const library = new ScenarioLibrary(reader, () => readBuiltIn(reader))
  const files = folder === undefined ? [] : listJsonFiles(folder, 'scenarios')
  for (const file of files) library.add(readJsonFile(join(folder ?? '', file)))
  return library
}
