import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { below, change } from '../../state/ask.ts'
import { attempt } from '../../state/toasts.ts'

/** Switches a scenario. Its counts begin at 0 when it is switched on. */
export async function switchTo({ name }: ScenarioInfo, on: boolean): Promise<void> {
  const done = `${name} is ${on ? 'on' : 'off'}.`
  await attempt(() => change(on ? 'PUT' : 'DELETE', below('/scenarios', name)), done)
}

/** Hits of all rules of a scenario. */
export const hitsOf = ({ rules }: ScenarioInfo): number => rules.reduce((sum, { hits }) => sum + hits, 0)

/** Fields of an object, without some. */
const without = (value: object, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** The rules of a scenario as its file has them: without their counts. The phase `before` follows from the effect. */
export const writtenRules = ({ rules }: ScenarioInfo): readonly object[] =>
  rules.map((rule) => without(rule, 'matches', 'hits', ...(rule.phase === 'before' ? ['phase'] : [])))

/** A scenario as its file has it: without its state. */
export function definitionOf(scenario: ScenarioInfo): Record<string, unknown> {
  const fields = without(scenario, 'active', 'source', 'since', 'warnings', 'rules')
  return scenario.rules.length === 0 ? fields : { ...fields, rules: writtenRules(scenario) }
}

/** The settings of a scenario, by the names of its fields: quota, assumptions, lifecycles and others. */
export const settingsOf = (scenario: ScenarioInfo): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(without(definitionOf(scenario), 'name', 'description', 'group', 'rules'))
