import { join } from 'node:path'

import * as z from 'zod/mini'

import { type JsonFile, listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { inPackage } from '../lib/package.ts'
import { createScenarioReader, ScenarioLibrary } from '../scenarios/library.ts'
import { operations } from './areas.ts'

const builtIn = inPackage('scenarios')

/** What reads scenarios for the operations of the document. */
const scenarioReader = createScenarioReader(operations.map(({ id }) => id))

/**
 * The built-in scenarios, which are read when one is first looked for, and those of a folder, which are read at once.
 * @param folder undefined for none
 * @throws InputError for a folder or a file that cannot be used, with file, path and reason
 */
export function loadLibrary(folder: string | undefined): ScenarioLibrary {
  const own = folder === undefined ? [] : readFolder(folder, readJsonFile)
  return new ScenarioLibrary(scenarioReader, own, () => readFolder(builtIn, readOwnJsonFile))
}

function readFolder(folder: string, read: (source: string) => JsonFile): readonly JsonFile[] {
  return listJsonFiles(folder, 'scenarios').map((file) => read(join(folder, file)))
}

/** The JSON Schema of a scenario file: what editors complete it by. */
export function scenarioJsonSchema() {
  return {
    title: 'A scenario of cloudsec-fake',
    ...z.toJSONSchema(scenarioReader.schema, { io: 'input' }),
  }
}
