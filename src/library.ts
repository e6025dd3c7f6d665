import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import * as z from 'zod/mini'

import { createScenarioReader, ScenarioLibrary } from './engine/library.ts'
import { type JsonFile, listJsonFiles, readJsonFile } from './lib/json-files.ts'
import { operations } from './operations.ts'

const builtIn = fileURLToPath(new URL('../scenarios', import.meta.url))

/** What reads scenarios for the operations of the document. */
const scenarioReader = createScenarioReader(operations.map(({ id }) => id))

/**
 * Reads the built-in scenarios, and those of a folder.
 * @param folder undefined for none
 * @throws InputError for a folder or a file that cannot be used, with file, path and reason
 */
export function loadLibrary(folder: string | undefined): ScenarioLibrary {
  const own = folder === undefined ? [] : readFolder(folder)
  return new ScenarioLibrary(scenarioReader, [
    ...readFolder(builtIn).map((file) => ['built-in', file] as const),
    ...own.map((file) => ['file', file] as const),
  ])
}

function readFolder(folder: string): readonly JsonFile[] {
  return listJsonFiles(folder, 'scenarios').map((file) => readJsonFile(join(folder, file)))
}

/** The JSON Schema of a scenario file: what editors complete it by. */
export function scenarioJsonSchema() {
  return {
    title: 'A scenario of cloudsec-fake',
    ...z.toJSONSchema(scenarioReader.schema, { io: 'input' }),
  }
}
