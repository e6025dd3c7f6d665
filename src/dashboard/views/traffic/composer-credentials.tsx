import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { chooseKey, forgetKey, isOtherKey, typedKey } from '../../state/api-key.ts'
import { readList } from '../../state/ask.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Select, TextField } from '../../ui/field.tsx'

interface CredentialsProps {
  readonly isAnonymous: boolean
  readonly onAnonymous: (isAnonymous: boolean) => void
  /** The scenario for this one request; empty for none. */
  readonly scenario: string
  readonly onScenario: (scenario: string) => void
}

/** The key of a request, and the scenario that it asks for. */
export function Credentials({ isAnonymous, onAnonymous, scenario, onScenario }: CredentialsProps) {
  const { value } = useLoaded('scenarios', () => readList<ScenarioInfo>('/scenarios'))
  const names = value?.map(({ name }) => name) ?? []
  return (
    <div class="composer-fields">
      <div class="stack">
        {isAnonymous ? null : (
          <TextField
            label="API key"
            kind="secret"
            value={typedKey.value}
            onInput={chooseKey}
            hint="The secret, which the page forgets when it is closed. Empty means the usual key."
          />
        )}
        {isOtherKey.value && !isAnonymous ? (
          <div>
            <Button size="small" onClick={forgetKey}>
              Use the usual key
            </Button>
          </div>
        ) : null}
        <Choice label="Send no key" checked={isAnonymous} onChange={onAnonymous} />
      </div>
      <Select
        label="Scenario for this request alone"
        value={scenario}
        options={[{ value: '', text: 'none' }, ...names]}
        onChange={onScenario}
        hint="Sent as the header X-Fake-Scenario."
      />
    </div>
  )
}
