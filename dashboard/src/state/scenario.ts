import type { ScenarioInfo, SwitchOptions } from '../../../src/core/control/endpoints/scenarios.ts'
import { counted } from '../ui/format.ts'
import { api } from './api.ts'
import { sandboxName } from './place.ts'
import { attempt } from './toasts.ts'

/** Switches a scenario. Its counts restart at 0. @param body how long it is on; default: no limit */
export async function switchTo({ name }: ScenarioInfo, on: boolean, sandbox = sandboxName, body?: SwitchOptions) {
  const input = { path: { name }, sandbox, body }
  await attempt(() => api(on ? 'PUT /scenarios/{name}' : 'DELETE /scenarios/{name}', input))
}

/** Describes how often rules fired. */
export function firedText(rules: readonly { readonly hits: number }[]): string {
  const hits = rules.reduce((sum, rule) => sum + rule.hits, 0)
  return hits === 0 ? 'not fired yet' : `fired ${counted(hits, 'time')}`
}

/** Copies an object without some fields. */
const without = (value: object, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** A scenario as in its file, without state and counts. The phase `before` of a rule is the default of its effect. */
export function definitionOf(scenario: ScenarioInfo): Record<string, unknown> {
  const fields = without(scenario, 'active', 'source', 'since', 'until', 'warnings', 'effect', 'keywords', 'rules')
  const rules = scenario.rules.map((rule) => without(rule, 'matches', 'hits', rule.phase === 'before' ? 'phase' : ''))
  return rules.length === 0 ? fields : { ...fields, rules }
}

/** The settings of a scenario by field: quota, assumptions, lifecycles and others. They act without a rule. */
export const settingsOf = (scenario: ScenarioInfo): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(without(definitionOf(scenario), '$schema', 'name', 'description', 'group', 'rules'))

/** A rule that fired: its scenario, and its position in it. */
export interface Fired {
  readonly scenario: string
  /** Undefined for a rule in a header of the request. */
  readonly index: number | undefined
}

/** Parses the journal's name of a rule (`flaky[0]`). */
export function readFired(text: string): Fired {
  const [, scenario = text, index] = /^(.+)\[(\d+)\]$/.exec(text) ?? []
  return { scenario, index: index === undefined ? undefined : Number(index) }
}

/** Names a rule by its position, counted from 1. */
export const ruleNumber = ({ index }: Fired): string => (index === undefined ? 'The rule' : `Rule ${index + 1}`)
