import type * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import { InputError, inTermsOf, quote, UnknownError } from '../lib/input-error.ts'
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

/** Makes the reader of scenarios. It makes the schema when it first reads one. */
export function createScenarioReader(names: ScenarioNames) {
  const schemaOf = lazily(() => scenarioSchemaOf(names))
  return {
    get schema(): z.ZodMiniType<ScenarioBase> {
      return schemaOf()
    },
    /** @param whole the name of the whole scenario in errors. @throws InputError */
    read: (content: unknown, whole: string, source: ScenarioSource) =>
      load(readBy(schemaOf(), content, whole), source, names.lifecycles),
  }
}

function load(definition: ScenarioBase, source: ScenarioSource, lifecycles: readonly string[]) {
  const { rules = [], quota, assume = {} } = definition
  const fields = new Map<string, unknown>(Object.entries(definition))
  // A patch that is too deep is refused here, before any request gets it.
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

export const byName = (one: LoadedScenario, other: LoadedScenario): number =>
  one.definition.name < other.definition.name ? -1 : 1

/** The error of a name that no scenario has, with the nearest ones. @param field the field of the name */
export function unknownScenario(name: string, field: string, known: readonly LoadedScenario[]): UnknownError {
  const names = known.map(({ definition }) => definition.name)
  return new UnknownError(`no scenario is named ${quote(name)}.${didYouMean(name, names)}`, { field })
}

/** The scenarios of all sandboxes of a fake: the built-in ones and those of files. */
export class ScenarioLibrary {
  readonly reader: ScenarioReader
  readonly #byName: () => Map<string, LoadedScenario>

  /** @param builtIn called when a scenario is first needed (none) */
  constructor(reader: ScenarioReader, builtIn: () => readonly LoadedScenario[] = () => []) {
    this.reader = reader
    this.#byName = lazily(() => new Map(builtIn().map((loaded) => [loaded.definition.name, loaded])))
  }

  /** Adds the scenario of a file. @throws InputError with the file for one that cannot be used, or that has the name of another */
  add({ source, content }: JsonFile): LoadedScenario {
    return inTermsOf(source, () => {
      const loaded = this.reader.read(content, 'the file', 'file')
      const { name } = loaded.definition
      const earlier = this.get(name)
      if (earlier !== undefined) {
        const reason = `${quote(name)} is the name of another scenario (${earlier.source}) already`
        throw new InputError(reason, { field: 'name' })
      }
      this.#byName().set(name, loaded)
      return loaded
    })
  }

  get(name: string): LoadedScenario | undefined {
    return this.#byName().get(name)
  }

  /** @throws UnknownError where no scenario has the name */
  require(name: string, field: string): void {
    if (this.get(name) === undefined) throw unknownScenario(name, field, this.list())
  }

  list(): readonly LoadedScenario[] {
    return [...this.#byName().values()].toSorted(byName)
  }
}
