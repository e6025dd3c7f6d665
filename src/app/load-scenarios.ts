import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Area } from '../api/define-area.ts'
import { type JsonFile, listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { inPackage } from '../lib/package.ts'
import { createScenarioReader, ScenarioLibrary, type ScenarioReader } from '../scenarios/library.ts'
import { areas, lifecycleNamesOf, operationsOf } from './areas.ts'

const builtIn = inPackage('scenarios')

/** Makes the reader of scenarios for the operations and the lifecycles of some areas. */
export function scenarioReaderOf(all: readonly Area[]): ScenarioReader {
  return createScenarioReader({ operations: operationsOf(all).map(({ id }) => id), lifecycles: lifecycleNamesOf(all) })
}

/**
 * The built-in scenarios, which are read when one is first looked for, and those of a folder, which are read at once.
 * @param folder undefined for none
 * @throws InputError for a folder or a file that cannot be used, with file, path and reason
 */
export function loadLibrary(folder: string | undefined, reader: ScenarioReader): ScenarioLibrary {
  const own = folder === undefined ? [] : readFolder(folder, readJsonFile)
  return new ScenarioLibrary(reader, own, () => readFolder(builtIn, readOwnJsonFile))
}

function readFolder(folder: string, read: (source: string) => JsonFile): readonly JsonFile[] {
  return listJsonFiles(folder, 'scenarios').map((file) => read(join(folder, file)))
}

/** The JSON Schema of a scenario file, for editors. */
export function scenarioJsonSchema() {
  return {
    title: 'A scenario of cloudsec-fake',
    ...z.toJSONSchema(scenarioReaderOf(areas).schema, { io: 'input' }),
  }
}
