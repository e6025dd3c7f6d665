import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { counted } from '../../ui/format.ts'
import { Facts } from '../../ui/view.tsx'
import { hrefIn } from './recorded.ts'
import { SwitchOff } from './scenario-switch.tsx'

/** A rule that fired: its scenario, and its position in it. */
export interface Fired {
  readonly scenario: string
  readonly index: number | undefined
}

/** Reads how the journal names a rule (`flaky[0]`). */
export function readFired(text: string): Fired {
  const [, scenario = text, index] = /^(.+)\[(\d+)\]$/.exec(text) ?? []
  return { scenario, index: index === undefined ? undefined : Number(index) }
}

/** The position of a rule, as people count. */
export const ruleNumber = ({ index }: Fired): string => (index === undefined ? 'The rule' : `Rule ${index + 1}`)

/** The fields of a part of a scenario, one on a line (`query.limit: "0"`). */
function linesOf(value: unknown, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${name}${name === '' ? '' : ': '}${typeof value === 'string' ? value : JSON.stringify(value)}`]
  }
  return Object.entries(value).flatMap(([field, inner]) => linesOf(inner, name === '' ? field : `${name}.${field}`))
}

/** A part of a scenario; a text in its place where the scenario lacks it. */
export const Lines = ({ value, otherwise = '' }: { readonly value: unknown; readonly otherwise?: string }) =>
  value === undefined ? (
    otherwise
  ) : (
    <ul class="mono">
      {linesOf(value).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )

/** A rule that fired, and what it says. */
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
  const count = rule?.['count'] ?? rule?.['times']
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
            ['For', <Lines key="when" value={rule['when']} otherwise="every request" />],
            ['How often', <Lines key="count" value={count} otherwise="each time" />],
            ['Effect', <Lines key="then" value={rule['then']} />],
            ['Fired', `${counted(rule.hits, 'time')} so far`],
          ]}
        />
      )}
    </section>
  )
}
