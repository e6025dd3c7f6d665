import * as z from 'zod/mini'

import { type Choices, readChoices, rejectLocked } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { InputError, withSubject } from '../lib/input-error.ts'
import { readJsonFile, readJsonText } from '../lib/json-files.ts'
import { memoize } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { nameForm, nameRule } from '../lib/name-form.ts'
import { readBy } from '../lib/read-by.ts'
import { readScenario, type ScenarioLibrary } from '../scenarios/library.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import type { ScenarioName } from './client.ts'
import { listOf, text } from './option.ts'
import type { Scenario } from './scenario-types.ts'

/** What a sandbox has from its creation on, and again after a reset. No list shows its scenarios, and nothing switches them off. */
export interface SandboxPreset {
  /** Choices of assumptions that replace the choices of the fake. */
  readonly assume?: Choices | undefined
  /** Names of scenarios, or their definitions. A later one overrides an earlier one, and an active one all of these. */
  readonly scenarios?: readonly (ScenarioName | Scenario)[] | undefined
}

/** Presets by the name of the sandbox, or its beginning and `*`. A later one overrides an earlier one. */
export type SandboxPresets = Readonly<Record<string, SandboxPreset>>

export const presetsSchema = z.record(
  z.string(),
  z.strictObject({
    assume: z.optional(z.custom<Choices>(isJsonObject, { error: 'an object' })),
    scenarios: z.optional(
      listOf(z.union([text, z.custom<Scenario>(isJsonObject)], { error: 'the name of a scenario, or its definition' })),
    ),
  }),
)

/** Reads presets: an object, or a text that is JSON or names a file with it. @throws InputError */
export function readPresets(given: SandboxPresets | string = {}): SandboxPresets {
  if (typeof given !== 'string') return readBy(presetsSchema, given, 'the presets')
  const isJson = given.trimStart().startsWith('{')
  const { content } = isJson ? readJsonText('the presets', given) : readJsonFile(given)
  const read = (): SandboxPresets => readBy(presetsSchema, content, 'the presets')
  return isJson ? read() : withSubject(given, read)
}

/**
 * Makes the function that finds the settings of a sandbox by its name.
 * @param given the presets, and the option or the variable that gives them
 * @throws InputError for a name, a choice or a scenario that cannot be used
 */
export function createPresets(
  { field, presets }: { readonly field: string; readonly presets: SandboxPresets },
  { profile, library }: { readonly profile: Profile; readonly library: ScenarioLibrary },
) {
  const all = Object.entries(presets).map(([pattern, preset]) =>
    withSubject(field, () => ({ pattern, ...withSubject(pattern, () => loadPreset(pattern, preset)) })),
  )

  function loadPreset(pattern: string, { assume = {}, scenarios = [] }: SandboxPreset) {
    if (!nameForm.test(pattern.replace(/(?!^)\*$/, '')) && pattern !== '*') {
      throw new InputError(`expected the name of a sandbox (${nameRule}), or its beginning and *`)
    }
    const choices = withSubject('assume', () => readChoices(assume))
    const loaded = scenarios.map((one, at) => {
      if (typeof one === 'string') return library.require(one, `scenarios[${at}]`)
      return withSubject(`scenarios[${at}]`, () => readScenario(library.names, one, 'the scenario', 'inline'))
    })
    for (const one of loaded) rejectLocked(one.choices, { ...profile, ...choices }, true)
    return { choices, loaded }
  }

  // Sandboxes of the same presets share a profile, by which much is found again.
  const settingsOf = memoize((places: string): Partial<BaseSettings> => {
    const found = places.split(' ').flatMap((at) => all[Number(at)] ?? [])
    const choices: Choices = Object.assign({}, ...found.map((one) => one.choices))
    return { profile: { ...profile, ...choices }, preset: found.flatMap(({ loaded }) => loaded) }
  })
  return (name: string): Partial<BaseSettings> | undefined => {
    const places = all.flatMap(({ pattern }, at) => (isOf(name, pattern) ? [at] : []))
    return places.length === 0 ? undefined : settingsOf(places.join(' '))
  }
}

const isOf = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** Presets without the choices of rows that something stronger decides. */
export const withoutRows = (presets: SandboxPresets, rows: readonly string[]): SandboxPresets =>
  Object.fromEntries(
    Object.entries(presets).map(([pattern, { assume = {}, ...preset }]) => [
      pattern,
      { ...preset, assume: Object.fromEntries(Object.entries(assume).filter(([row]) => !rows.includes(row))) },
    ]),
  )
