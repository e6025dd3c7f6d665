import type { ScenarioInfo } from '../../../../src/core/control/endpoints/scenarios.ts'
import { go, hrefOf } from '../../state/route.ts'
import { definitionOf, firedText, settingsOf, switchTo } from '../../state/scenario.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Choice } from '../../ui/field.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { isObject } from '../../ui/json.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { describeRule, plain } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'

const sources = {
  'built-in': 'built in: every fake has it',
  file: 'a file: every sandbox of this fake has it',
  inline: 'written in this sandbox',
} as const

/** Switches a scenario at once. @param tabIndex -1 in a row of a list */
export const ScenarioSwitch = ({ tabIndex = 0, ...scenario }: ScenarioInfo & { readonly tabIndex?: number }) => (
  <Choice
    isSwitch
    isLabelHidden
    label={`Scenario ${scenario.name}`}
    checked={scenario.active}
    tabIndex={tabIndex}
    onChange={(on) => void switchTo(scenario, on)}
  />
)

/** The detail of a scenario. */
export function ScenarioDetail({ scenario }: { readonly scenario: ScenarioInfo }) {
  const { name, description, active, source, since, until, rules, warnings = [] } = scenario
  const settings = settingsOf(scenario)
  return (
    <Detail title={name} actions={<ScenarioSwitch {...scenario} />}>
      {description === undefined ? null : <p>{description}</p>}
      {warnings.map((warning) => (
        <p key={warning} class="note warn break">
          {warning}
        </p>
      ))}
      <Facts
        items={[
          ['From', sources[source]],
          ...(since === undefined ? [] : [['On since', <span class="num">{dateTimeOf(since)}</span>] as const]),
          ...(until === undefined ? [] : [['Until', <span class="num">{dateTimeOf(until)}</span>] as const]),
          ...settings.map(([field, value]) => [field, <SettingValue field={field} value={value} />] as const),
        ]}
      />
      {rules.length === 0 ? null : <Rules scenario={scenario} />}
      <div class="row">
        {source === 'inline' ? (
          <Button icon="edit" onClick={() => go('scenarios', `edit.${name}`)}>
            Edit
          </Button>
        ) : null}
        <Button icon="copy" onClick={() => go('scenarios', `new.${name}`)}>
          Edit a copy
        </Button>
        {active ? <Button onClick={() => switchTo(scenario, true)}>Count from 0</Button> : null}
        <Button onClick={() => switchTo(scenario, true, undefined, { for: '5m' })}>Switch on for 5 minutes</Button>
        {rules.some(({ hits }) => hits > 0) ? (
          <a class="button" href={hrefOf('traffic', undefined, { scenario: name })}>
            Show its requests
          </a>
        ) : null}
      </div>
      <details class="part">
        <summary>As JSON</summary>
        <Code label="Scenario" value={definitionOf(scenario)} />
      </details>
    </Detail>
  )
}

/** The rules in words, each with its number of hits. */
const Rules = ({ scenario: { rules, active } }: { readonly scenario: ScenarioInfo }) => (
  <section class="stack">
    <h3>Rules</h3>
    <ol class="stack">
      {rules.map((rule, at) => {
        const { requests, effect } = describeRule(rule)
        return (
          <li key={at}>
            <span class="muted">{requests}:</span> {effect}
            {active ? <div class="muted num">{firedText([rule])}</div> : null}
          </li>
        )
      })}
    </ol>
  </section>
)

/** The value of a setting; each choice of an assumption leads to its row. */
function SettingValue({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (field !== 'assume' || !isObject(value)) return <>{plain(value)}</>
  return (
    <ul>
      {Object.entries(value).map(([id, choice]) => (
        <li key={id}>
          <a href={hrefOf('assumptions', id)}>{id}</a> {plain(choice)}
        </li>
      ))}
    </ul>
  )
}
