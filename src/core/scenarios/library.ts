import type * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import { readable } from '../lib/checks.ts'
import { InputError, withSubject, quote } from '../lib/input-error.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { mergePatch } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'
import { recordOf } from '../lib/record-of.ts'
import { parseDuration } from '../time/duration.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import { compileRule } from './rule.ts'
import { lifecycleChoiceOf, type ScenarioBase, type ScenarioNames, scenarioSchemaOf } from './schema.ts'

type ScenarioSource = 'built-in' | 'file' | 'inline'

export type LoadedScenario = Readonly<ReturnType<typeof load>>

export type ScenarioReader = ReturnType<typeof createScenarioReader>

/** Creates the reader of scenarios. Its schema is built on first use. */
export function createScenarioReader(names: ScenarioNames) {
  const schemaOf = lazily(() => scenarioSchemaOf(names))
  return {
    get schema(): z.ZodMiniType<ScenarioBase> {
      return schemaOf()
    },
    /** @param whole names the scenario in errors @param check throws further problems. @throws InputError */
    read: (content: unknown, whole: string, source: ScenarioSource, check?: (scenario: ScenarioBase) => void) => {
      const schema = check === undefined ? schemaOf() : schemaOf().check(readable(check))
      return load(readBy(schema, content, whole), source, names.lifecycles)
    },
  }
}

function load(definition: ScenarioBase, source: ScenarioSource, lifecycles: readonly string[]) {
  const { rules = [], quota, assume = {} } = definition
  const fields = new Map<string, unknown>(Object.entries(definition))
  // A patch that is too deep is refused here, before any request uses it.
  for (const { then } of rules) mergePatch({}, then.patch ?? {})
  return {
    definition,
    source,
    rules: rules.map(({ then, ...rule }) => compileRule(then, rule)),
    lifecycles: recordOf(lifecycles, (name) => readLifecycle(fields.get(name))),
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
  readonly reader: ScenarioReader
  readonly shared: ScenarioLibrary | undefined
  readonly #byName: () => Map<string, LoadedScenario>

  /** @param own called on first use (none) @param shared the scenarios of all sandboxes (this library) */
  constructor(reader: ScenarioReader, own: () => readonly LoadedScenario[] = () => [], shared?: ScenarioLibrary) {
    this.reader = reader
    this.shared = shared
    this.#byName = lazily(() => new Map(own().map((loaded) => [loaded.definition.name, loaded])))
  }

  /** Adds the scenario of a file. @throws InputError with the file, for an invalid scenario or the name of another one */
  add({ source, content }: JsonFile): LoadedScenario {
    const refuseTaken = ({ name }: ScenarioBase): void => {
      const earlier = this.get(name)
      if (earlier === undefined) return
      const reason = `${quote(name)} is already the name of another scenario (${earlier.source})`
      throw new InputError(reason, { field: 'name' })
    }
    const loaded = withSubject(source, () => this.reader.read(content, 'the file', 'file', refuseTaken))
    this.keep(loaded)
    return loaded
  }

  keep(loaded: LoadedScenario): void {
    this.#byName().set(loaded.definition.name, loaded)
  }

  get(name: string): LoadedScenario | undefined {
    return this.shared?.get(name) ?? this.#byName().get(name)
  }

  /** @throws InputError with the nearest names if no scenario has the name. @param field the field of the name */
  require(name: string, field: string): LoadedScenario {
    const found = this.get(name)
    if (found !== undefined) return found
    const names = this.list().map(({ definition }) => definition.name)
    throw new InputError(`no scenario is named ${quote(name)}.${didYouMean(name, names)}`, { kind: 'unknown', field })
  }

  /** The scenarios that are not shared, in the order of their definition. */
  get own(): readonly LoadedScenario[] {
    return [...this.#byName().values()]
  }

  list(): readonly LoadedScenario[] {
    return [...(this.shared?.own ?? []), ...this.own].toSorted(byName)
  }
}
