import type * as z from 'zod/mini'

import { type Choices, readChoices } from '../assumptions/profile.ts'
import type { QuotaSetting } from '../auth/quota.ts'
import { InputError, inTermsOf, quote, UnknownError } from '../lib/input-error.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { mergePatch } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'
import { recordOf } from '../lib/record-of.ts'
import { parseDuration } from '../time/duration.ts'
import type { LifecycleSetting } from '../time/lifecycle.ts'
import { type CompiledRule, compileRule } from './rule.ts'
import {
  lifecycleChoiceOf,
  type LifecycleChoice,
  type ScenarioBase,
  type ScenarioNames,
  scenarioSchemaOf,
} from './schema.ts'

/** Where a scenario comes from. */
type ScenarioSource = 'built-in' | 'file' | 'inline'

/** A scenario that was read: its definition, and what follows from that alone. */
export interface LoadedScenario {
  readonly definition: ScenarioBase
  readonly source: ScenarioSource
  readonly rules: readonly CompiledRule[]
  readonly lifecycles: Readonly<Record<string, Partial<LifecycleSetting>>>
  readonly quota: QuotaSetting | undefined
  readonly choices: Choices
}

/** What reads scenarios: the schema, made once for the operations of the fake. */
export interface ScenarioReader {
  readonly schema: z.ZodMiniType<ScenarioBase>
  /** @param whole what the scenario itself is called in errors. @throws InputError */
  readonly read: (content: unknown, whole: string, source: ScenarioSource) => LoadedScenario
}

/** Makes the reader of scenarios; its schema is made when something is first read. */
export function createScenarioReader(names: ScenarioNames): ScenarioReader {
  const schemaOf = lazily(() => scenarioSchemaOf(names))
  return {
    get schema() {
      return schemaOf()
    },
    read: (content, whole, source) => load(readBy(schemaOf(), content, whole), source, names.lifecycles),
  }
}

function load(definition: ScenarioBase, source: ScenarioSource, lifecycles: readonly string[]): LoadedScenario {
  const { rules = [], quota, assume = {} } = definition
  const choice = lifecycleChoiceOf()
  const fields = new Map<string, unknown>(Object.entries(definition))
  // A patch that is too deep is refused here, not by the request that it would be done to.
  for (const { then } of rules) mergePatch({}, then.patch ?? {})
  return {
    definition,
    source,
    rules: rules.map(compileRule),
    lifecycles: recordOf(lifecycles, (name) => readLifecycle(choice.parse(fields.get(name) ?? {}))),
    quota: quota === undefined ? undefined : readQuota(quota),
    choices: readChoices(assume),
  }
}

function readLifecycle({ completeAfter, outcome }: LifecycleChoice): Partial<LifecycleSetting> {
  const afterMs =
    completeAfter === undefined || completeAfter === 'never' ? null : parseDuration(completeAfter, 'completeAfter')
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(completeAfter === undefined ? {} : { completeAfterMs: afterMs }),
    ...(afterMs === null ? {} : { estimateMs: afterMs }),
  }
}

function readQuota({ limit, remaining, resetsIn }: NonNullable<ScenarioBase['quota']>): QuotaSetting {
  return { limit, remaining, resetsInMs: resetsIn === undefined ? undefined : parseDuration(resetsIn, 'resetsIn') }
}

/** The scenarios that all sandboxes of a fake know: the built-in ones and those of files. */
export class ScenarioLibrary {
  readonly reader: ScenarioReader
  readonly #byName: () => ReadonlyMap<string, LoadedScenario>

  /**
   * @param own those of files
   * @param builtIn asked when a scenario is first looked for, or at once where there are others, which must have other names (none)
   * @throws InputError with file, path and reason for one of them that cannot be used, or that has the name of another
   */
  constructor(reader: ScenarioReader, own: readonly JsonFile[], builtIn: () => readonly JsonFile[] = () => []) {
    this.reader = reader
    this.#byName = lazily(() => byName(reader, [...from('built-in', builtIn()), ...from('file', own)]))
    if (own.length > 0) this.#byName()
  }

  /** The scenario of a name. */
  get(name: string): LoadedScenario | undefined {
    return this.#byName().get(name)
  }

  /** All of them, by name. */
  list(): readonly LoadedScenario[] {
    return [...this.#byName().values()].toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
  }
}

type Sourced = readonly [source: ScenarioSource, file: JsonFile]

function from(source: ScenarioSource, files: readonly JsonFile[]): readonly Sourced[] {
  return files.map((file) => [source, file])
}

function byName(reader: ScenarioReader, files: readonly Sourced[]): ReadonlyMap<string, LoadedScenario> {
  const known = new Map<string, LoadedScenario>()
  for (const [source, { content, source: path }] of files) {
    const loaded = inTermsOf(path, () => reader.read(content, 'the file', source))
    const { name } = loaded.definition
    const earlier = known.get(name)
    if (earlier !== undefined) {
      throw new InputError(`name: ${quote(name)} is the name of another scenario (${earlier.source}) already`, {
        field: path,
      })
    }
    known.set(name, loaded)
  }
  return known
}

/** The refusal of a scenario that nobody knows. @param field what names it in the message */
export function unknownScenario(name: string, field: string, known: Iterable<string>): UnknownError {
  return new UnknownError(`no scenario is named ${quote(name)}.${didYouMean(name, known)}`, { field })
}
