import * as z from 'zod/mini'

import type { Area } from '../api/define-area.ts'
import { defaultProfile } from '../assumptions/profile.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { parseBy } from '../lib/read-by.ts'
import { objectsIn } from '../lib/schema-fields.ts'
import { streamLabel } from '../random/random.ts'
import { createLimits } from '../sandbox/limits.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { ScenarioLibrary } from '../scenarios/library.ts'
import type { Dataset } from '../store/dataset.ts'
import { rowsIn, withRows } from '../store/fixture-rows.ts'
import { dayMs } from '../time/duration.ts'
import { frozenAtMs } from '../time/instant.ts'
import { statesOf } from './areas.ts'
import { createLazyTransport } from './lazy-transport.ts'
import { scenarioReaderOf } from './load-scenarios.ts'

const minuteMs = 60_000

/**
 * Draws the required fields that records of a fixture file leave out, as those of a record that the control plane creates.
 * They follow from the seed, and from the id or the place of the record.
 * @param dataset the records of the areas before this one, to which its records refer
 * @returns the content with complete records. A field that is wrong stays, for the schema to refuse
 */
export async function completeFixture(
  content: unknown,
  area: Area,
  dataset: Dataset,
  seed: number,
  all: readonly Area[],
): Promise<unknown> {
  const rows = rowsIn(content)
  if (!Array.isArray(rows)) return content
  const draw = await (await area.admin()).drawer()
  const sandbox = sandboxOf(dataset, seed, all)
  const { record } = area.table.definition
  const optional = optionalFields(record)
  // A list, which begins with the newest, has the records in the order of the file, and each after those that it refers to.
  const newestMs = frozenAtMs - (all.length - all.indexOf(area)) * dayMs
  const complete = (row: unknown, place: number): unknown => {
    if (!isJsonObject(row) || parseBy(record, row).success) return row
    const id = typeof row['id'] === 'string' ? row['id'].toLowerCase() : place
    const drawn = draw(sandbox, row, streamLabel(seed, `fixture of ${area.name}`, id), newestMs - place * minuteMs)
    return filled(row, Object.fromEntries(Object.entries(drawn).filter(([field]) => !optional.has(field))))
  }
  return withRows(content, rows.map(complete))
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
    transport: createLazyTransport({ allowWebhookHost: [], smtp: undefined }),
  })
}

/** The fields that a record need not have. */
function optionalFields(record: z.ZodMiniType): ReadonlySet<string> {
  const forms = objectsIn(record).filter((type) => type instanceof z.core.$ZodObject)
  const fields = forms.flatMap((form) => Object.entries(form._zod.def.shape))
  return new Set(fields.flatMap(([name, field]) => (field._zod.optin === 'optional' ? [name] : [])))
}

/** A record with the fields that another one has and it lacks, also inside its objects. */
function filled(given: JsonObject, other: JsonObject): JsonObject {
  const own = Object.entries(given).map(([name, value]) => {
    const drawn = other[name]
    return [name, isJsonObject(value) && isJsonObject(drawn) ? filled(value, drawn) : value]
  })
  return { ...other, ...Object.fromEntries(own) }
}
