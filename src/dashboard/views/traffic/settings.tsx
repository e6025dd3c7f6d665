import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { settingsOf } from '../../state/scenario.ts'
import { plain } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'
import { askedScenarios, hrefIn } from './recorded.ts'
import { SwitchOff } from './scenario-switch.tsx'

/** The settings of scenarios: they change answers without a rule, such as by a delay. */
export function SettingsPart({
  request,
  scenarios,
}: {
  readonly request: RequestInfo
  readonly scenarios: readonly ScenarioInfo[]
}) {
  const asked = askedScenarios(request)
  const shown = scenarios.flatMap((scenario) => {
    // The quota has a part of its own.
    const settings = settingsOf(scenario).filter(([name]) => name !== 'quota')
    const isMeant = scenario.active || asked.includes(scenario.name)
    return isMeant && settings.length > 0 ? [{ scenario, settings }] : []
  })
  return (
    <>
      {shown.map(({ scenario, settings }) => (
        <section key={scenario.name} class="why-part" aria-label={`Settings of ${scenario.name}`}>
          <header class="row">
            <h3 class="grow">
              <a href={hrefIn(request.sandbox, 'scenarios', scenario.name)}>{scenario.name}</a>
              {scenario.active ? ' is on, and sets' : ', which the request asked for, sets'}
            </h3>
            <SwitchOff scenario={scenario} sandbox={request.sandbox} />
          </header>
          <Facts items={settings.map(([name, value]) => [name, plain(value)])} />
        </section>
      ))}
    </>
  )
}
