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
import type { CompleteRow } from '../store/fixture-rows.ts'
import { dayMs } from '../time/duration.ts'
import { frozenAtMs } from '../time/instant.ts'
import { statesOf } from './areas.ts'
import { createLazyTransport } from './lazy-transport.ts'
import { scenarioReaderOf } from './load-scenarios.ts'

const minuteMs = 60_000

/**
 * Creates a function that draws the required fields that a record of a fixture file leaves out, as those of a record that the
 * control plane creates. They follow from the seed, and from the id or the place of the record. A field that is wrong stays, for
 * the schema to refuse.
 * @param dataset the records of the areas before this one, to which its records refer
 */
export async function createCompleter(
  area: Area,
  dataset: Dataset,
  seed: number,
  all: readonly Area[],
): Promise<CompleteRow> {
  const draw = await (await area.admin()).drawer()
  const sandbox = sandboxOf(dataset, seed, all)
  const { record } = area.table.definition
  const { needed, optional } = fieldsOf(record)
  // A list, which begins with the newest, has the records in the order of the file, and each after those that it refers to.
  const newestMs = frozenAtMs - (all.length - all.indexOf(area)) * dayMs
  return (row, place) => {
    if (!isJsonObject(row)) return row
    // A look at the fields spares most records a check in vain.
    if (needed.every((field) => Object.hasOwn(row, field)) && parseBy(record, row).success) return row
    const id = typeof row['id'] === 'string' ? row['id'].toLowerCase() : place
    const drawn = draw(sandbox, row, streamLabel(seed, `fixture of ${area.name}`, id), newestMs - place * minuteMs)
    if (optional.size === 0) return filled(row, drawn)
    return filled(row, Object.fromEntries(Object.entries(drawn).filter(([field]) => !optional.has(field))))
  }
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

/** The fields that every record has, and those that a record need not have. */
function fieldsOf(record: z.ZodMiniType) {
  const forms = objectsIn(record)
    .filter((type) => type instanceof z.core.$ZodObject)
    .map((form) => new Map(Object.entries(form._zod.def.shape)))
  const optional = new Set(
    forms.flatMap((form) => [...form].flatMap(([name, field]) => (field._zod.optin === 'optional' ? [name] : []))),
  )
  const [first = new Map<string, unknown>(), ...others] = forms
  const inAll = [...first.keys()].filter((name) => others.every((form) => form.has(name)))
  return { optional, needed: inAll.filter((name) => !optional.has(name)) }
}

/** A record with the fields that another one has and it lacks, also inside its objects. */
function filled(given: JsonObject, other: JsonObject): JsonObject {
  const own = Object.entries(given).map(([name, value]) => {
    const drawn = other[name]
    return [name, isJsonObject(value) && isJsonObject(drawn) ? filled(value, drawn) : value]
  })
  return { ...other, ...Object.fromEntries(own) }
}
