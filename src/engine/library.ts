import type * as z from 'zod/mini'

import { type Choices, readChoices } from '../assumptions/profile.ts'
import { parseDuration } from '../lib/duration.ts'
import { InputError, inTermsOf, quote, UnknownError } from '../lib/input-error.ts'
import { describeIssues } from '../lib/issues.ts'
import type { JsonFile } from '../lib/json-files.ts'
import { mergePatch } from '../lib/merge-patch.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { CourseSetting } from './lifecycle.ts'
import type { QuotaSetting } from './quota.ts'
import { type CompiledRule, compileRule } from './rule.ts'
import { type CourseName, courseNames, type Scenario, scenarioSchemaOf } from './scenario.ts'

/** Where a scenario comes from. */
type ScenarioSource = 'built-in' | 'file' | 'inline'

/** A scenario that was read: its definition, and what follows from that alone. */
export interface LoadedScenario {
  readonly definition: Scenario
  readonly source: ScenarioSource
  readonly rules: readonly CompiledRule[]
  readonly courses: Readonly<Partial<Record<CourseName, Partial<CourseSetting>>>>
  readonly quota: QuotaSetting | undefined
  readonly choices: Choices
}

/** What reads scenarios: the schema, made once for the operations of the fake. */
export interface ScenarioReader {
  readonly schema: z.ZodMiniType<Scenario>
  /** @param whole what the scenario itself is called in errors. @throws InputError */
  readonly read: (content: unknown, whole: string, source: ScenarioSource) => LoadedScenario
}

/** Makes the reader of scenarios. @param operationIds the operations that rules may name */
export function createScenarioReader(operationIds: readonly string[]): ScenarioReader {
  const schema = scenarioSchemaOf(operationIds)
  return {
    schema,
    read: (content, whole, source) => {
      const parsed = schema.safeParse(content, { reportInput: true })
      if (!parsed.success) throw new InputError(describeIssues(parsed.error.issues, whole, { schema }))
      return load(parsed.data, source)
    },
  }
}

function load(definition: Scenario, source: ScenarioSource): LoadedScenario {
  const { rules = [], quota, assume = {} } = definition
  // A patch that is too deep is refused here, not by the request that it would be done to.
  for (const { then } of rules) mergePatch({}, then.patch ?? {})
  return {
    definition,
    source,
    rules: rules.map(compileRule),
    courses: Object.fromEntries(courseNames.map((name) => [name, readCourse(definition[name])])),
    quota: quota === undefined ? undefined : readQuota(quota),
    choices: readChoices(assume),
  }
}

function readCourse({ completeAfter, outcome }: NonNullable<Scenario['jobs']> = {}): Partial<CourseSetting> {
  const afterMs =
    completeAfter === undefined || completeAfter === 'never' ? null : parseDuration(completeAfter, 'completeAfter')
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(completeAfter === undefined ? {} : { completeAfterMs: afterMs }),
    ...(afterMs === null ? {} : { estimateMs: afterMs }),
  }
}

function readQuota({ limit, remaining, resetsIn }: NonNullable<Scenario['quota']>): QuotaSetting {
  return { limit, remaining, resetsInMs: resetsIn === undefined ? undefined : parseDuration(resetsIn, 'resetsIn') }
}

/** The scenarios that all sandboxes of a fake know: the built-in ones and those of files. */
export class ScenarioLibrary {
  readonly reader: ScenarioReader
  readonly #byName = new Map<string, LoadedScenario>()

  /** @throws InputError with file, path and reason for one that cannot be used, or that has the name of another */
  constructor(reader: ScenarioReader, files: readonly (readonly [source: 'built-in' | 'file', file: JsonFile])[]) {
    this.reader = reader
    for (const [source, { content, source: path }] of files) {
      const loaded = inTermsOf(path, () => reader.read(content, 'the file', source))
      const { name } = loaded.definition
      const earlier = this.#byName.get(name)
      if (earlier !== undefined) {
        throw new InputError(
          `${path}: name: ${quote(name)} is the name of another scenario (${earlier.source}) already`,
        )
      }
      this.#byName.set(name, loaded)
    }
  }

  /** The scenario of a name. */
  get(name: string): LoadedScenario | undefined {
    return this.#byName.get(name)
  }

  /** All of them, by name. */
  list(): readonly LoadedScenario[] {
    return [...this.#byName.values()].toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
  }
}

/** The refusal of a scenario that nobody knows. @param field what names it in the message */
export function unknownScenario(name: string, field: string, known: Iterable<string>): UnknownError {
  return new UnknownError(`${field}: no scenario is named ${quote(name)}.${didYouMean(name, known)}`)
}
