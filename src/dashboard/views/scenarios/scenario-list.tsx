import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { hrefOf } from '../../state/route.ts'
import { Empty, Panel } from '../../ui/view.tsx'
import { ScenarioRow } from './scenario-row.tsx'
import { writeItem } from './write-item.ts'

/** The groups of the control plane, in their order here. A group of another name follows them. */
const groups = ['errors', 'quota', 'time', 'network', 'webhooks', 'data']

/** The title of a group that is not the own one. */
const titleOf = (group: string): string => group.slice(0, 1).toUpperCase() + group.slice(1)

const own = 'yours'

function byGroup(scenarios: readonly ScenarioInfo[]): readonly (readonly [string, readonly ScenarioInfo[]])[] {
  const groupOf = ({ source, group }: ScenarioInfo): string => (source === 'built-in' ? (group ?? 'other') : own)
  const names = new Set([own, ...groups, ...scenarios.map(groupOf)])
  return [...names].map((name) => [name, scenarios.filter((scenario) => groupOf(scenario) === name)])
}

interface ScenarioListProps {
  readonly scenarios: readonly ScenarioInfo[]
  /** The text that the list is limited to. */
  readonly search: string
  readonly open: string | undefined
}

/** All scenarios by their groups, the own ones first. */
export function ScenarioList({ scenarios, search, open }: ScenarioListProps) {
  const wanted = search.trim().toLowerCase()
  const found = scenarios.filter(({ name, description = '' }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  )
  if (found.length === 0) {
    return (
      <Panel>
        <Empty title={`No scenario has “${search.trim()}” in its name or description.`}>
          <a href={hrefOf('scenarios', writeItem())}>Write one</a>, or search for less.
        </Empty>
      </Panel>
    )
  }
  return (
    <div class="scenario-groups">
      {byGroup(found).map(([name, members]) => {
        const isInvitation = name === own && members.length === 0 && wanted === ''
        if (members.length === 0 && !isInvitation) return null
        return (
          <section key={name} aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{titleOf(name)}</h2>
            {isInvitation ? (
              <p class="muted">
                None yet. <a href={hrefOf('scenarios', writeItem())}>Write one</a>, or open any scenario and edit a
                copy.
              </p>
            ) : (
              <ul>
                {members.map((scenario) => (
                  <ScenarioRow key={scenario.name} scenario={scenario} open={open} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}
