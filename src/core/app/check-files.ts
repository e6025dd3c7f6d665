import { join } from 'node:path'

import type { Profile } from '../assumptions/register.ts'
import { scenarioWarnings } from '../http/scenario-warnings.ts'
import { InputError } from '../lib/input-error.ts'
import { listJsonFiles, readJsonFile } from '../lib/json-files.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import type { Dataset } from '../store/dataset.ts'
import { areas, operations } from './areas.ts'
import { type Attempt, loadDataset, sandboxOf } from './load-dataset.ts'
import { loadLibrary } from './load-scenarios.ts'

/** Reads files as a start does, and collects their problems. */
export class Check {
  readonly problems: string[] = []
  readonly warnings: string[] = []

  /** @returns undefined if the work failed */
  readonly attempt: Attempt = async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      this.problems.push(...error.problems.map(({ message }) => message))
      return undefined
    }
  }

  /** Checks a folder of fixtures. @param profile of the start. @returns the dataset; the built-in one if the folder is unusable */
  async fixtures(folder: string | undefined, profile: Profile): Promise<Dataset> {
    const options = { seed: 1, resources: undefined, empty: false, profile }
    const dataset = await this.attempt(() => loadDataset({ ...options, fixtures: folder }, areas, this.attempt))
    return dataset ?? (await loadDataset({ ...options, fixtures: undefined }, areas))
  }

  /** Checks a folder of scenarios. @returns the valid scenarios, and the built-in ones */
  async scenarios(folder: string | undefined, dataset: Dataset): Promise<ScenarioLibrary> {
    const library = loadLibrary(undefined, areas)
    const sandbox = sandboxOf(dataset, 1, areas)
    const files = (await this.attempt(() => (folder === undefined ? [] : listJsonFiles(folder, 'scenarios')))) ?? []
    for (const source of files.map((file) => join(folder ?? '', file))) {
      await this.attempt(() => {
        const warnings = scenarioWarnings(library.add(readJsonFile(source)), sandbox, operations)
        this.warnings.push(...warnings.map((warning) => `${source}: ${warning}`))
      })
    }
    return library
  }
}
