import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { writtenRules } from '../../state/scenario.ts'
import { Coloured } from '../../ui/code.tsx'
import { counted } from '../../ui/format.ts'
import { inWords } from '../../ui/rule-words.ts'

/** The rules of a scenario in words, each with how often it fired; on demand as JSON, too. */
export function RuleList({
  scenario,
  isWhole = false,
}: {
  readonly scenario: ScenarioInfo
  readonly isWhole?: boolean
}) {
  const written = writtenRules(scenario)
  if (written.length === 0) return null
  return (
    <ol class="rules">
      {scenario.rules.map((rule, at) => {
        const { requests, effect } = inWords(rule)
        return (
          <li key={at}>
            <p class="grow">
              <span class="muted">{requests}</span> <b>{effect}</b>
            </p>
            <p class="num nowrap">
              {rule.hits === 0 ? <span class="muted">not fired</span> : <b>fired {counted(rule.hits, 'time')}</b>}
              {isWhole ? <span class="muted">, {counted(rule.matches, 'match', 'matches')}</span> : null}
            </p>
            {isWhole ? (
              <pre class="code" tabIndex={0} role="group" aria-label={`Rule ${at + 1} as JSON`}>
                <Coloured text={JSON.stringify(written[at], null, 2)} />
              </pre>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
