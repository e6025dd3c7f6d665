import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { type Fired, ruleNumber } from '../../state/scenario.ts'
import { counted } from '../../ui/format.ts'
import { inWords } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'
import { hrefIn } from './recorded.ts'
import { SwitchOff } from './scenario-switch.tsx'

/** A rule that fired, in words. */
export function RulePart({
  fired,
  scenario,
  sandbox,
}: {
  readonly fired: Fired
  /** Undefined where a header of the request had the rule. */
  readonly scenario: ScenarioInfo | undefined
  readonly sandbox: string
}) {
  const rule = fired.index === undefined ? undefined : scenario?.rules[fired.index]
  return (
    <section class="why-part" aria-label={`${ruleNumber(fired)} of ${fired.scenario}`}>
      <header class="row">
        <h3 class="grow">
          {scenario === undefined ? (
            `The header ${fired.scenario} of the request`
          ) : (
            <>
              {ruleNumber(fired)} of <a href={hrefIn(sandbox, 'scenarios', fired.scenario)}>{fired.scenario}</a>
            </>
          )}
        </h3>
        {scenario === undefined ? null : <SwitchOff scenario={scenario} sandbox={sandbox} />}
      </header>
      {scenario?.description === undefined ? null : <p class="muted">{scenario.description}</p>}
      {rule === undefined ? null : (
        <Facts
          items={[
            ['For', inWords(rule).requests],
            ['Effect', inWords(rule).effect],
            ['Fired', `${counted(rule.hits, 'time')} so far`],
          ]}
        />
      )}
    </section>
  )
}
