import { hash } from 'node:crypto'
import { join } from 'node:path'

import { assessmentTable } from '../api/assessments/assessment.ts'
import { jobTable } from '../api/jobs/job.ts'
import { resourceTable } from '../api/resources/resource.ts'
import { keyTable, readySecret } from '../auth/keys.ts'
import { isFull } from '../auth/permission.ts'
import { readOwnJsonFile } from '../lib/json-files.ts'
import { inPackage } from '../lib/package.ts'
import { Dataset } from '../store/dataset.ts'
import { readFixtureFolder } from '../store/fixture-files.ts'
import { deriveInventory } from './inventory.ts'
import type { ReadOptions } from './options.ts'

const tables = [resourceTable, assessmentTable, jobTable, keyTable]
const fileNames = tables.map((table) => table.definition.file)
const builtIn = inPackage('fixtures')

type LoadOptions = Pick<ReadOptions, 'fixtures' | 'resources' | 'seed' | 'base'>

/** Makes the dataset of a fake from its fixtures, or from generated records. @throws InputError for a file that cannot be used */
export async function loadDataset({ fixtures, resources, seed, base }: LoadOptions): Promise<Dataset> {
  const contents = new Map(fixtures === undefined ? [] : readFixtureFolder(fixtures, fileNames))
  const { file: keyFile } = keyTable.definition
  const keys = contents.get(keyFile) ?? readOwnJsonFile(join(builtIn, keyFile))
  contents.set(keyFile, keys)
  const derived = new Set<string>()
  const apiKey = readySecret(keys.content, (key) => isFull(key, base.profile.permissionModel))
  const dataset: Dataset = new Dataset(apiKey, () =>
    digest(dataset, (file) => (derived.has(file) ? `derived from ${seed} ${resources}` : undefined)),
  )
  if (resources !== undefined) {
    const inventory = deriveInventory(seed, resources)
    const { file } = assessmentTable.definition
    contents.delete(resourceTable.definition.file)
    contents.set(file, { content: inventory.assessments, source: `derived ${file}` })
    resourceTable.derive(dataset, inventory.resources)
    for (const { definition } of [resourceTable, assessmentTable]) derived.add(definition.file)
  }
  for (const table of tables) {
    const { file } = table.definition
    const fixture = contents.get(file)
    if (fixture !== undefined) table.load(dataset, fixture.content, fixture.source)
    else if (fixtures === undefined && !derived.has(file))
      table.loadLater(dataset, () => readOwnJsonFile(join(builtIn, file)))
  }
  return dataset
}

/** @param short what a file follows from, where that says less than its records; undefined where nothing does */
function digest(dataset: Dataset, short: (file: string) => string | undefined): string {
  const texts = tables.map((table) => {
    const { file } = table.definition
    return `${file}: ${short(file) ?? JSON.stringify(table.index(dataset).records, setsAsArrays)}`
  })
  return hash('sha256', texts.join('\n'))
}

const setsAsArrays = (_name: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)
