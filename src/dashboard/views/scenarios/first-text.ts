import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { definitionOf } from '../../state/scenario.ts'
import { toText } from '../../ui/code.tsx'

/** The text of a scenario to begin with. */
export const blankText = `{
  "name": "",
  "description": "",
  "rules": [
    {
      "when": {},
      "then": {}
    }
  ]
}`

/** The text of a scenario, to change it. */
export const textOf = (scenario: ScenarioInfo): string => toText(definitionOf(scenario))

/** The text of a copy, under a name that none of the scenarios has (`my-slow`, `my-slow-2`). */
export function copyOf(scenario: ScenarioInfo, scenarios: readonly ScenarioInfo[]): string {
  const base = scenario.name.startsWith('my-') ? scenario.name : `my-${scenario.name}`
  const taken = new Set(scenarios.map(({ name }) => name))
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`
  return toText({ ...definitionOf(scenario), name })
}
