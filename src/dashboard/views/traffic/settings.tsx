import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { askedScenarios, hrefIn } from './recorded.ts'
import { Lines } from './rule.tsx'
import { SwitchOff } from './scenario-switch.tsx'

/** Fields of a scenario that are no settings, and the quota, which has its own part. */
const others: ReadonlySet<string> = new Set([
  '$schema',
  'name',
  'description',
  'group',
  'active',
  'source',
  'since',
  'rules',
  'warnings',
  'quota',
])

const settingsOf = (scenario: ScenarioInfo): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(scenario).filter(([field]) => !others.has(field)))

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
    const settings = settingsOf(scenario)
    const isMeant = scenario.active || asked.includes(scenario.name)
    return isMeant && Object.keys(settings).length > 0 ? [{ scenario, settings }] : []
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
          <Lines value={settings} />
        </section>
      ))}
    </>
  )
}
