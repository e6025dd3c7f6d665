import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { bodySchema, type ApiDocument } from '../../state/openapi.ts'

const ownGroup = 'Yours'

const titleOf = (group: string): string => group.slice(0, 1).toUpperCase() + group.slice(1)

const groupOf = ({ source, group = 'data' }: ScenarioInfo): string =>
  source === 'built-in' ? titleOf(group) : ownGroup

/** The titles of the groups, in the order that the control plane has them in; the own scenarios come first. */
export function titlesIn(document: ApiDocument): readonly string[] {
  const groups = bodySchema(document, 'POST /scenarios')?.properties?.['group']?.enum ?? []
  return [ownGroup, ...groups.map((group) => titleOf(String(group)))]
}

/** Scenarios by the titles of their groups. */
export const byGroup = (
  scenarios: readonly ScenarioInfo[],
  titles: readonly string[],
): readonly (readonly [title: string, members: readonly ScenarioInfo[]])[] =>
  titles.map((title) => [title, scenarios.filter((scenario) => groupOf(scenario) === title)])
