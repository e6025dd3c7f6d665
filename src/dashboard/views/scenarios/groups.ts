import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'

/** The title of the scenarios that are not built in. */
export const ownGroup = 'Yours'

/** The groups of the control plane, in their order here. A group of another name follows them. */
const known = ['Errors', 'Quota', 'Time', 'Network', 'Webhooks', 'Data']

function groupOf({ source, group = 'data' }: ScenarioInfo): string {
  return source === 'built-in' ? group.slice(0, 1).toUpperCase() + group.slice(1) : ownGroup
}

/** Scenarios by the titles of their groups, the own ones first. */
export function byGroup(
  scenarios: readonly ScenarioInfo[],
): readonly (readonly [title: string, members: readonly ScenarioInfo[]])[] {
  const titles = new Set([ownGroup, ...known, ...scenarios.map(groupOf)])
  return [...titles].map((title) => [title, scenarios.filter((scenario) => groupOf(scenario) === title)])
}
