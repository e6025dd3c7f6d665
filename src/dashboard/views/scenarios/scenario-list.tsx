import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { hrefOf } from '../../state/route.ts'
import { Empty, Panel } from '../../ui/view.tsx'
import { byGroup, ownGroup } from './groups.ts'
import { ScenarioRow } from './scenario-row.tsx'

interface ScenarioListProps {
  readonly scenarios: readonly ScenarioInfo[]
  /** The titles of the groups, in their order. */
  readonly titles: readonly string[]
  /** The text that the list is limited to. */
  readonly search: string
  readonly open: string | undefined
}

/** All scenarios by their groups, the own ones first. */
export function ScenarioList({ scenarios, titles, search, open }: ScenarioListProps) {
  const wanted = search.trim().toLowerCase()
  const found = scenarios.filter(({ name, description = '' }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  )
  if (found.length === 0) {
    return (
      <Panel>
        <Empty title={`No scenario has “${search.trim()}” in its name or description.`}>
          <a href={hrefOf('scenarios', 'new.')}>Write one</a>, or search for less.
        </Empty>
      </Panel>
    )
  }
  return (
    <div class="scenario-groups">
      {byGroup(found, titles).map(([name, members]) => {
        const isInvitation = name === ownGroup && members.length === 0 && wanted === ''
        if (members.length === 0 && !isInvitation) return null
        return (
          <section key={name} aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{name}</h2>
            {isInvitation ? (
              <p class="muted">
                None yet. <a href={hrefOf('scenarios', 'new.')}>Write one</a>, or open any scenario and edit a copy.
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
