import { fileURLToPath } from 'node:url'

import { Dataset } from './engine/dataset.ts'
import { type FixtureContents, readFixtureFolder } from './engine/fixture-files.ts'
import { keyTable, readySecret } from './engine/keys.ts'
import { allPermissions } from './http/permission.ts'
import type { ReadOptions } from './options.ts'
import { assessmentTable } from './slices/assessments/assessment.ts'
import { jobTable } from './slices/jobs/job.ts'
import { resourceTable } from './slices/resources/resource.ts'

const tables = [resourceTable, assessmentTable, jobTable, keyTable]
const fileNames = tables.map((table) => table.definition.file)
const builtIn = fileURLToPath(new URL('../fixtures', import.meta.url))

/** Makes the dataset of a fake from its fixtures, or from generated records. @throws InputError for a file that cannot be used */
export async function loadDataset({
  fixtures,
  resources,
  seed,
}: Pick<ReadOptions, 'fixtures' | 'resources' | 'seed'>): Promise<Dataset> {
  const contents = new Map(readFixtureFolder(fixtures ?? builtIn, fileNames))
  const { file: keyFile } = keyTable.definition
  if (!contents.has(keyFile)) takeFile(contents, keyFile, readFixtureFolder(builtIn, fileNames))
  if (resources !== undefined) {
    const { generateInventory } = await import('./generate.ts')
    for (const [file, content] of generateInventory(seed, resources))
      contents.set(file, { content, source: `generated ${file}` })
  }
  const dataset = new Dataset(readySecret(contents.get(keyFile)?.content, allPermissions))
  for (const table of tables) {
    const fixture = contents.get(table.definition.file)
    if (fixture !== undefined) table.load(dataset, fixture.content, fixture.source)
  }
  return dataset
}

function takeFile(
  contents: Map<string, { content: unknown; source: string }>,
  file: string,
  from: FixtureContents,
): void {
  const fixture = from.get(file)
  if (fixture !== undefined) contents.set(file, fixture)
}
