import { hash } from 'node:crypto'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Area, AreaTable } from '../api/define-area.ts'
import { keyTable, readySecret } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import { type JsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'
import type { Dataset } from '../store/dataset.ts'
import { checkRows, readFixtureFolder, requireSound } from '../store/fixture-rows.ts'
import { permissionsOf } from './areas.ts'
import type { ReadOptions } from './read-options.ts'

const builtIn = inPackage('fixtures')

const { file: keyFile } = keyTable.definition

/** The keys of a fake without any of its own. */
export const builtInKeys = (): JsonFile => readOwnJsonFile(join(builtIn, keyFile))

type LoadOptions = Pick<ReadOptions, 'fixtures' | 'resources' | 'seed' | 'profile'>

/** Makes the dataset of a fake from its fixtures, or from generated records. @throws InputError for a file that cannot be used */
export async function loadDataset(options: LoadOptions, areas: readonly Area[]): Promise<Dataset> {
  const { fixtures, resources, seed, profile } = options
  const tables: readonly AreaTable[] = [...areas.map(({ table }) => table), keyTable]
  const fileNames = tables.map((table) => table.definition.file)
  const contents = fixtures === undefined ? new Map<string, JsonFile>() : readFixtureFolder(fixtures, fileNames)
  const keys = contents.get(keyFile) ?? builtInKeys()
  const permissions = permissionsOf(areas)
  const apiKey = readySecret(keys.content, (key) => permissions.isFull(key, profile.permissionModel))
  const generated = new Set(
    areas.flatMap(({ generate, table }) => (resources === undefined || generate === undefined ? [] : [table])),
  )
  const dataset: Dataset = {
    apiKey,
    fingerprint: lazily(() =>
      digest(dataset, tables, (table) => (generated.has(table) ? `generated from ${seed} ${resources}` : undefined)),
    ),
  }
  for (const { generate } of areas) if (resources !== undefined) await generate?.(dataset, seed, resources)
  for (const area of areas) {
    const { table } = area
    if (generated.has(table)) continue
    const { file } = table.definition
    const fixture = contents.get(file)
    if (fixture !== undefined) await load(fixture, area, dataset, options, areas)
    else if (fixtures === undefined) table.loadLater(dataset, () => readOwnJsonFile(join(builtIn, file)))
  }
  keyTable.load(dataset, keys.content, keys.source)
  requireSound(keys.source, checkRows(permittedKey(permissions), keys.content))
  return dataset
}

/** Loads a fixture file. Records that leave out fields are completed first. @throws InputError */
async function load(
  { content, source }: JsonFile,
  area: Area,
  dataset: Dataset,
  { profile, seed }: LoadOptions,
  areas: readonly Area[],
): Promise<void> {
  try {
    area.table.load(dataset, content, source, profile)
  } catch {
    // Few files leave something out, so what draws it is loaded only then.
    const { completeFixtures } = await import('./complete-fixtures.ts')
    area.table.load(dataset, await completeFixtures(content, area, dataset, seed, areas), source, profile)
  }
}

/** The schema of a key without permissions that no operation needs. */
export const permittedKey = ({ names }: Permissions) => z.looseObject({ permissions: z.array(z.enum(names)) })

/** @param short the source of the records of a table, if it is shorter than the records; undefined if there is none */
function digest(
  dataset: Dataset,
  tables: readonly AreaTable[],
  short: (table: AreaTable) => string | undefined,
): string {
  const texts = tables.map(
    (table) =>
      `${table.definition.file}: ${short(table) ?? JSON.stringify(table.index(dataset).records, setsAsArrays)}`,
  )
  return hash('sha256', texts.join('\n'))
}

const setsAsArrays = (_name: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)
