import type { ScenarioInfo, SwitchOptions } from '../../control/endpoints/scenarios.ts'
import { counted } from '../ui/format.ts'
import { api } from './api.ts'
import { sandboxName } from './place.ts'
import { attempt } from './toasts.ts'

/** Switches a scenario. Its counts begin at 0 when it is switched on. @param body says how long it is on (no end) */
export async function switchTo({ name }: ScenarioInfo, on: boolean, sandbox = sandboxName, body?: SwitchOptions) {
  const input = { path: { name }, sandbox, body }
  await attempt(() => api(on ? 'PUT /scenarios/{name}' : 'DELETE /scenarios/{name}', input))
}

/** How often rules fired, in words. */
export function firedText(rules: readonly { readonly hits: number }[]): string {
  const hits = rules.reduce((sum, rule) => sum + rule.hits, 0)
  return hits === 0 ? 'not fired yet' : `fired ${counted(hits, 'time')}`
}

/** Fields of an object, without some. */
const without = (value: object, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** A scenario as its file has it: without its state and counts. The phase `before` of a rule follows from its effect. */
export function definitionOf(scenario: ScenarioInfo): Record<string, unknown> {
  const fields = without(scenario, 'active', 'source', 'since', 'until', 'warnings', 'effect', 'keywords', 'rules')
  const rules = scenario.rules.map((rule) => without(rule, 'matches', 'hits', rule.phase === 'before' ? 'phase' : ''))
  return rules.length === 0 ? fields : { ...fields, rules }
}

/** The settings of a scenario, by the names of its fields: quota, assumptions, lifecycles and others. They act without a rule. */
export const settingsOf = (scenario: ScenarioInfo): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(without(definitionOf(scenario), '$schema', 'name', 'description', 'group', 'rules'))

/** A rule that fired: its scenario, and its position in it. */
export interface Fired {
  readonly scenario: string
  /** Undefined where a header of the request had the rule. */
  readonly index: number | undefined
}

/** Reads how the journal names a rule (`flaky[0]`). */
export function readFired(text: string): Fired {
  const [, scenario = text, index] = /^(.+)\[(\d+)\]$/.exec(text) ?? []
  return { scenario, index: index === undefined ? undefined : Number(index) }
}

/** The position of a rule, as people count. */
export const ruleNumber = ({ index }: Fired): string => (index === undefined ? 'The rule' : `Rule ${index + 1}`)
