import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Dataset } from './engine/dataset.ts'
import { readFixtureFolder } from './engine/fixture-files.ts'
import { keyTable, readySecret } from './engine/keys.ts'
import { isFull } from './http/permission.ts'
import { readJsonFile } from './lib/json-files.ts'
import type { ReadOptions } from './options.ts'
import { assessmentTable } from './slices/assessments/assessment.ts'
import { jobTable } from './slices/jobs/job.ts'
import { resourceTable } from './slices/resources/resource.ts'

const tables = [resourceTable, assessmentTable, jobTable, keyTable]
const fileNames = tables.map((table) => table.definition.file)
const builtIn = fileURLToPath(new URL('../fixtures', import.meta.url))

type LoadOptions = Pick<ReadOptions, 'fixtures' | 'resources' | 'seed' | 'base'>

/** Makes the dataset of a fake from its fixtures, or from generated records. @throws InputError for a file that cannot be used */
export async function loadDataset({ fixtures, resources, seed, base }: LoadOptions): Promise<Dataset> {
  const contents = new Map(readFixtureFolder(fixtures ?? builtIn, fileNames))
  const { file: keyFile } = keyTable.definition
  const keys = contents.get(keyFile) ?? readJsonFile(join(builtIn, keyFile))
  contents.set(keyFile, keys)
  if (resources !== undefined) {
    const { generateInventory } = await import('./generate.ts')
    for (const [file, content] of generateInventory(seed, resources)) {
      contents.set(file, { content, source: `generated ${file}` })
    }
  }
  const dataset = new Dataset(readySecret(keys.content, (key) => isFull(key, base.profile.permissionModel)))
  for (const table of tables) {
    const fixture = contents.get(table.definition.file)
    if (fixture !== undefined) table.load(dataset, fixture.content, fixture.source)
  }
  return dataset
}
