import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { go, hrefOf } from '../../state/route.ts'
import { definitionOf, firedOf, settingsOf, switchTo } from '../../state/scenario.ts'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Switch } from '../../ui/field.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { isObject } from '../../ui/json-object.ts'
import { plain } from '../../ui/rule-words.ts'
import { Detail, Facts } from '../../ui/view.tsx'
import { chooseScenario, clearFilters } from '../traffic/filters.ts'
import { RuleList } from './rule-list.tsx'

const sources = {
  'built-in': 'built in: every fake has it',
  file: 'a file: every sandbox of this fake has it',
  inline: 'written in this sandbox',
} as const

/** Shows the requests that fired a rule of a scenario. */
function showRequests(name: string): void {
  clearFilters()
  chooseScenario(name)
  go('traffic')
}

/** A scenario, opened beside the list. */
export function ScenarioDetail({ scenario }: { readonly scenario: ScenarioInfo }) {
  const { name, description, active, source, since, warnings = [] } = scenario
  const settings = settingsOf(scenario)
  return (
    <Detail
      title={name}
      actions={<Switch label={`Switch ${name}`} on={active} onChange={(on) => void switchTo(scenario, on)} />}
      onClose={() => go('scenarios')}
    >
      {description === undefined ? null : <p>{description}</p>}
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
        {firedOf(scenario) === 0 ? null : (
          <Button icon="traffic" onClick={() => showRequests(name)}>
            Show its requests
          </Button>
        )}
      </div>
      {warnings.map((warning) => (
        <p key={warning} class="note warn break">
          {warning}
        </p>
      ))}
      <Facts
        items={[
          ['From', sources[source]],
          ...(since === undefined ? [] : [['On since', <span class="num">{dateTimeOf(since)}</span>] as const]),
        ]}
      />
      {scenario.rules.length === 0 ? null : (
        <section class="stack">
          <h3>Rules</h3>
          <RuleList scenario={scenario} isWhole />
        </section>
      )}
      {settings.length === 0 ? null : (
        <section class="stack">
          <h3>Settings while it is on</h3>
          <Facts items={settings.map(([field, value]) => [field, <SettingValue field={field} value={value} />])} />
        </section>
      )}
      <div class="row">
        <CopyButton label="Copy the scenario as JSON" text={() => toText(definitionOf(scenario))}>
          Copy as JSON
        </CopyButton>
      </div>
    </Detail>
  )
}

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
