import type { Area } from '../api/define-area.ts'
import { defaultProfile } from '../assumptions/profile.ts'
import { mostProblems } from '../lib/issues.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import { Transport } from '../notifications/transport/transport.ts'
import { streamLabel } from '../random/random.ts'
import { createLimits } from '../sandbox/limits.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { ScenarioLibrary } from '../scenarios/library.ts'
import type { Dataset } from '../store/dataset.ts'
import { mapRows } from '../store/fixture-rows.ts'
import { dayMs } from '../time/duration.ts'
import { frozenAtMs } from '../time/instant.ts'
import { statesOf } from './areas.ts'
import { scenarioReaderOf } from './load-scenarios.ts'

const minuteMs = 60_000

/**
 * Completes the records of a fixture file that leave fields out, as the control plane completes a record that it creates. The
 * fields follow from the seed, and from the id or the place of the record.
 * @param dataset the records of the areas before this one, to which its records refer
 */
export async function completeFixtures(
  content: unknown,
  area: Area,
  dataset: Dataset,
  seed: number,
  all: readonly Area[],
): Promise<unknown> {
  const admin = await area.admin()
  const sandbox = sandboxOf(dataset, seed, all)
  // A list, which begins with the newest, has the records in the order of the file, and each after those that it refers to.
  const newestMs = frozenAtMs - (all.length - all.indexOf(area)) * dayMs
  const isRight = (row: unknown): boolean => parseBy(area.table.definition.record, row).success
  let wrong = 0
  return mapRows(content, (row, place) => {
    // The check of the file ends with the problems of these.
    if (wrong > mostProblems || !isJsonObject(row) || isRight(row)) return row
    const id = typeof row['id'] === 'string' ? row['id'].toLowerCase() : place
    const label = streamLabel(seed, `fixture of ${area.name}`, id)
    const drawn = admin.drawMissing({ sandbox, label, nowMs: newestMs - place * minuteMs, given: row })
    // A null, which the control plane takes as "none", is refused in a file.
    const completed = { ...drawn, ...Object.fromEntries(Object.entries(row).filter(([, value]) => value === null)) }
    if (!isRight(completed)) wrong += 1
    return completed
  })
}

/** A sandbox of a dataset that serves nobody. */
export function sandboxOf(dataset: Dataset, seed: number, all: readonly Area[]): Sandbox {
  return new Sandbox(defaultSandbox, {
    dataset,
    seed,
    clock: { mode: 'frozen', nowMs: frozenAtMs },
    base: { profile: defaultProfile, lifecycles: {}, delay: undefined },
    library: new ScenarioLibrary(scenarioReaderOf(all), []),
    scenarios: [],
    limits: createLimits(0, 0),
    states: statesOf(all),
    transport: new Transport(),
  })
}
