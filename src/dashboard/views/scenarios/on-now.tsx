import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { change } from '../../state/ask.ts'
import { hrefOf } from '../../state/route.ts'
import { settingsOf, switchTo } from '../../state/scenario.ts'
import { attempt } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { plain } from '../../ui/rule-words.ts'
import { Panel } from '../../ui/view.tsx'
import { RuleList } from './rule-list.tsx'

/** The scenarios that are on, with what they do and how often they did it. */
export function OnNow({ scenarios }: { readonly scenarios: readonly ScenarioInfo[] }) {
  if (scenarios.length === 0) return null
  const switchAllOff = (
    <Button size="small" onClick={() => attempt(() => change('DELETE', '/scenarios'))}>
      Switch all off
    </Button>
  )
  return (
    <div class="on-now">
      <Panel title="On now" actions={switchAllOff} isFlush>
        <ul aria-label="Scenarios that are on">
          {scenarios.map((scenario) => (
            <li key={scenario.name}>
              <a class="mono" href={hrefOf('scenarios', scenario.name)}>
                {scenario.name}
              </a>
              <div class="stack">
                <RuleList scenario={scenario} />
                {settingsOf(scenario).map(([name, value]) => (
                  <p key={name}>
                    <span class="muted">{name}</span> <b>{plain(value)}</b>
                  </p>
                ))}
              </div>
              <Switch label={`Scenario ${scenario.name}, on now`} on onChange={(on) => void switchTo(scenario, on)} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
