import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { go, hrefOf } from '../../state/route.ts'
import { firedOf, switchTo } from '../../state/scenario.ts'
import { Badge } from '../../ui/badge.tsx'
import { Switch } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'

interface ScenarioRowProps {
  readonly scenario: ScenarioInfo
  /** Name of the scenario that is open. */
  readonly open: string | undefined
}

/** A scenario in one row: its name opens it, its switch takes effect at once. */
export function ScenarioRow({ scenario, open }: ScenarioRowProps) {
  const { name, description, active, source, rules } = scenario
  return (
    <li class={active ? 'scenario-row on' : 'scenario-row'}>
      <div class="grow">
        <a class="mono" href={hrefOf('scenarios', name)} aria-current={open === name ? 'true' : undefined}>
          {name}
        </a>
        {active && rules.length > 0 ? (
          <span class="num nowrap fired">fired {counted(firedOf(scenario), 'time')}</span>
        ) : null}
        {source === 'file' ? <Badge>file</Badge> : null}
        {description === undefined ? null : (
          // The whole row can be clicked; keyboards and screen readers have the link.
          <p class="muted" role="presentation" onClick={() => go('scenarios', name)}>
            {description}
          </p>
        )}
      </div>
      <Switch label={`Scenario ${name}`} on={active} onChange={(on) => void switchTo(scenario, on)} />
    </li>
  )
}
