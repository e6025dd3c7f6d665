import { hash } from 'node:crypto'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Area, AreaTable } from '../api/define-area.ts'
import { defaultProfile } from '../assumptions/profile.ts'
import { keyTable, plainSecrets } from '../auth/keys.ts'
import { InputError } from '../lib/input-error.ts'
import { type JsonFile, listJsonFiles, readJsonFile, readOwnJsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { inPackage } from '../lib/package.ts'
import { parseBy } from '../lib/read-by.ts'
import { Transport } from '../notifications/transport/transport.ts'
import { streamLabel } from '../random/random.ts'
import { createLimits } from '../sandbox/limits.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { ScenarioLibrary } from '../scenarios/library.ts'
import type { Dataset } from '../store/dataset.ts'
import { mapRows, maxProblems } from '../store/fixture-rows.ts'
import { dayMs } from '../time/duration.ts'
import { frozenAtMs } from '../time/instant.ts'
import { permissionsOf } from './areas.ts'
import { scenarioNamesOf } from './load-scenarios.ts'
import type { ReadOptions } from './read-options.ts'

const builtIn = inPackage('fixtures')

const minuteMs = 60_000

/** The choices that a capture writes into the folder of its fixtures, for `--assumptions`. */
const choicesFile = 'assumptions.json'

type LoadOptions = Pick<ReadOptions, 'fixtures' | 'resources' | 'empty' | 'seed' | 'profile'>

/** Does the work for one file. It may catch an InputError, and return undefined. */
export type Attempt = <T>(work: () => T | Promise<T>) => Promise<T | undefined>

/** Loads the dataset of a fake. @param attempt does the work for each file. @throws InputError */
export async function loadDataset(
  options: LoadOptions,
  areas: readonly Area[],
  attempt: Attempt = async (work) => await work(),
): Promise<Dataset> {
  const { fixtures, resources, empty, seed, profile } = options
  const tables: readonly AreaTable[] = [...areas.map(({ table }) => table), keyTable]
  const known = tables.map((table) => table.definition.file)
  const contents = fixtures === undefined ? new Map<string, JsonFile>() : await readFolder(fixtures, known, attempt)
  const keyFile = keyTable.definition.file
  const keys = contents.get(keyFile) ?? readOwnJsonFile(join(builtIn, keyFile))
  const permissions = permissionsOf(areas)
  const plain = plainSecrets(keys.content)
  const generated = new Set<AreaTable>()
  const dataset: Dataset = {
    apiKey: plain.find(({ key }) => !key.revoked && permissions.isFull(key, profile.permissionModel))?.secret,
    secrets: new Map(plain.map(({ key, secret }) => [key.secretHash, secret])),
    fingerprint: lazily(() => {
      const textOf = (table: AreaTable): string =>
        generated.has(table)
          ? `generated from ${seed} ${resources}`
          : JSON.stringify(table.index(dataset).records, setsAsArrays)
      return hash('sha256', tables.map((table) => `${table.definition.file}: ${textOf(table)}`).join('\n'))
    }),
  }
  for (const area of empty ? [] : areas) {
    const { generate, table } = area
    const { file } = table.definition
    const fixture = contents.get(file)
    if (resources !== undefined && generate !== undefined) {
      generated.add(table)
      await generate(dataset, seed, resources)
    } else if (fixture !== undefined) await attempt(() => load(fixture, area, dataset, options, areas))
    else if (fixtures === undefined) table.loadLater(dataset, () => readOwnJsonFile(join(builtIn, file)))
  }
  await attempt(() => {
    const permitted = z.looseObject({ permissions: z.array(z.enum(permissions.names)) })
    keyTable.load(dataset, keys.content, keys.source, undefined, permitted)
  })
  return dataset
}

/** Reads the fixture files of a folder, by file name. It refuses any other `.json` file, whose name may be misspelt. */
async function readFolder(folder: string, known: readonly string[], attempt: Attempt) {
  const contents = new Map<string, JsonFile>()
  const files = listJsonFiles(folder, 'fixtures').filter((file) => file !== choicesFile)
  if (files.length === 0) throw new InputError(`${folder}: has no fixture file; expected some of ${known.join(', ')}`)
  for (const file of files) {
    await attempt(() => {
      const source = join(folder, file)
      if (!known.includes(file)) {
        const expected = `expected ${known.join(', ')}.${didYouMean(file, known)}`
        throw new InputError(`not a fixture file; ${expected}`, { field: source })
      }
      contents.set(file, readJsonFile(source))
    })
  }
  return contents
}

const setsAsArrays = (_name: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)

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
    // Few files leave fields out, so the code that draws them is loaded on demand.
    area.table.load(dataset, await complete(content, area, dataset, seed, areas), source, profile)
  }
}

/**
 * Draws the missing fields of the records of a fixture file, as the control plane does when it creates a record. They depend
 * on the seed, and on the id or the place of the record.
 * @param dataset the records of earlier areas, to which these records refer
 */
async function complete(
  content: unknown,
  { name, table, admin }: Area,
  dataset: Dataset,
  seed: number,
  areas: readonly Area[],
): Promise<unknown> {
  const records = await admin()
  await records.prepare()
  const sandbox = sandboxOf(dataset, seed, areas)
  // Lists begin with the newest record: they keep the order of the file. An earlier area has earlier dates.
  const newestMs = frozenAtMs - (areas.length - areas.findIndex((area) => area.table === table)) * dayMs
  const isRight = (row: unknown): boolean => parseBy(table.definition.record, row).success
  let wrong = 0
  return mapRows(content, (row, place) => {
    // The check of the file reports these and stops.
    if (wrong > maxProblems || !isJsonObject(row) || isRight(row)) return row
    const id = typeof row['id'] === 'string' ? row['id'].toLowerCase() : place
    const label = streamLabel(seed, `fixture of ${name}`, id)
    const drawn = records.completeRow({ sandbox, label, nowMs: newestMs - place * minuteMs, given: row })
    // The control plane reads null as "none"; a file must not have it.
    const nulls = Object.fromEntries(Object.entries(row).filter(([, value]) => value === null))
    const completed = { ...row, ...drawn, ...nulls }
    if (!isRight(completed)) wrong += 1
    return completed
  })
}

export function sandboxOf(dataset: Dataset, seed: number, areas: readonly Area[]): Sandbox {
  return new Sandbox(defaultSandbox, {
    dataset,
    seed,
    clock: { mode: 'frozen', nowMs: frozenAtMs },
    base: { profile: defaultProfile, lifecycles: {}, delay: undefined },
    library: new ScenarioLibrary(scenarioNamesOf(areas)),
    scenarios: [],
    limits: createLimits(0, 0),
    areas,
    transport: new Transport(),
  })
}
