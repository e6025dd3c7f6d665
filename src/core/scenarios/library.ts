import type * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import { type ByteUsage, storedBytesOf } from '../lib/byte-limit.ts'
import { readable } from '../lib/checks.ts'
import { InputError, withSubject } from '../lib/input-error.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily, memoizeByObject } from '../lib/lazily.ts'
import { mergePatch } from '../lib/merge-patch.ts'
import { isWithinDepth, maxLevels, tooDeep } from '../lib/parse-json.ts'
import { readBy } from '../lib/read-by.ts'
import { recordOf } from '../lib/record-of.ts'
import { parseDuration } from '../time/duration.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import { refusals } from './refusals.ts'
import { lifecycleChoiceOf, type ScenarioBase, type ScenarioNames, scenarioSchemaOf } from './schema.ts'

/** The maximum nesting of a scenario that is defined in a sandbox: a snapshot or state file adds six levels. */
const maxScenarioLevels = maxLevels - 10

export type LoadedScenario = Readonly<ReturnType<typeof readScenario>>

/** The schema of scenarios, built once for the same names. */
export const scenarioSchema = memoizeByObject((names: ScenarioNames): z.ZodMiniType<ScenarioBase> =>
  scenarioSchemaOf(names),
)

/** Reads a scenario. @param whole names it in errors @param check throws further problems. @throws InputError */
export function readScenario(
  names: ScenarioNames,
  content: unknown,
  whole: string,
  source: 'built-in' | 'file' | 'inline',
  check?: (scenario: ScenarioBase) => void,
) {
  const schema = scenarioSchema(names)
  const definition = readBy(check === undefined ? schema : schema.check(readable(check)), content, whole)
  const { rules = [], quota, assume = {} } = definition
  const fields = new Map<string, unknown>(Object.entries(definition))
  // A patch that is too deep is refused here, before any request uses it.
  for (const { then } of rules) mergePatch({}, then.patch ?? {})
  return {
    definition,
    source,
    lifecycles: recordOf(names.lifecycles, (name) => readLifecycle(fields.get(name))),
    quota: quota && { limit: quota.limit, remaining: quota.remaining, resetsInMs: msOf(quota.resetsIn) },
    choices: readChoices(assume),
  }
}

const msOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseDuration(text, 'duration')

const lifecycleChoice = lazily(lifecycleChoiceOf)

function readLifecycle(field: unknown): Partial<LifecycleSetting> {
  const { completeAfter, outcome } = lifecycleChoice().parse(field ?? {})
  const afterMs = completeAfter === 'never' ? null : msOf(completeAfter)
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(afterMs === undefined ? {} : { completeAfterMs: afterMs }),
    ...(typeof afterMs === 'number' ? { estimateMs: afterMs } : {}),
  }
}

const byName = (one: LoadedScenario, other: LoadedScenario): number =>
  one.definition.name < other.definition.name ? -1 : 1

/** The scenarios of a fake, built in and from files; or those and a sandbox's own scenarios. */
export class ScenarioLibrary {
  readonly names: ScenarioNames
  readonly shared: ScenarioLibrary | undefined
  readonly #storage: ByteUsage | undefined
  readonly #byName: () => Map<string, LoadedScenario>

  /**
   * @param own called on first use (none) @param shared the scenarios of all sandboxes (this library)
   * @param storage takes the bytes of the scenarios that a sandbox defines
   */
  constructor(
    names: ScenarioNames,
    own: () => readonly LoadedScenario[] = () => [],
    shared?: ScenarioLibrary,
    storage?: ByteUsage,
  ) {
    this.names = names
    this.shared = shared
    this.#storage = storage
    this.#byName = lazily(() => new Map(own().map((loaded) => [loaded.definition.name, loaded])))
  }

  /** Adds the scenario of a file. @throws InputError with the file, for an invalid scenario or the name of another one */
  add({ source, content }: JsonFile): LoadedScenario {
    const refuseTaken = ({ name }: ScenarioBase): void => {
      const earlier = this.get(name)
      if (earlier !== undefined) throw new InputError(refusals.taken(name, earlier.source), { field: 'name' })
    }
    const loaded = withSubject(source, () => readScenario(this.names, content, 'the file', 'file', refuseTaken))
    this.keep(loaded)
    return loaded
  }

  /** Reads a scenario that a sandbox defines. @param hint ends the message for the name of a shared one (none). @throws InputError */
  readInline(content: unknown, hint: (name: string) => string = () => ''): LoadedScenario {
    if (!isWithinDepth(content, maxScenarioLevels)) throw new InputError(`the scenario: ${tooDeep(maxScenarioLevels)}`)
    const loaded = readScenario(this.names, content, 'the scenario', 'inline')
    const { name } = loaded.definition
    const shared = this.shared?.get(name)
    if (shared === undefined) return loaded
    throw new InputError(refusals.shared(name, shared.source) + hint(name), { kind: 'taken', field: 'name' })
  }

  keep(loaded: LoadedScenario): void {
    const { definition } = loaded
    const before = this.#byName().get(definition.name)
    if (before !== undefined) this.#storage?.giveBack(storedBytesOf(before.definition))
    this.#storage?.take(storedBytesOf(definition))
    this.#byName().set(definition.name, loaded)
  }

  /** The own scenarios of a sandbox beside other shared ones, whose names override its own. */
  beside(shared: ScenarioLibrary): ScenarioLibrary {
    const library = new ScenarioLibrary(shared.names, undefined, shared, this.#storage)
    for (const { definition } of this.own) this.#storage?.giveBack(storedBytesOf(definition))
    for (const loaded of this.own) if (shared.get(loaded.definition.name) === undefined) library.keep(loaded)
    return library
  }

  get(name: string): LoadedScenario | undefined {
    return this.shared?.get(name) ?? this.#byName().get(name)
  }

  /** @throws InputError with the nearest names if no scenario has the name. @param field the field of the name */
  require(name: string, field: string): LoadedScenario {
    const found = this.get(name)
    if (found !== undefined) return found
    const known = this.list().map(({ definition }) => definition.name)
    throw new InputError(refusals.unknown(name, known), { kind: 'unknown', field })
  }

  /** The scenarios that are not shared, in the order of their definition. */
  get own(): readonly LoadedScenario[] {
    return [...this.#byName().values()]
  }

  list(): readonly LoadedScenario[] {
    return [...(this.shared?.own ?? []), ...this.own].toSorted(byName)
  }
}
