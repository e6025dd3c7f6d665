import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { below, change } from '../../state/ask.ts'
import { attempt } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** A button that switches a scenario off that is on. */
export function SwitchOff({ scenario, sandbox }: { readonly scenario: ScenarioInfo; readonly sandbox: string }) {
  const { name, active } = scenario
  if (!active) return null
  const off = (): Promise<unknown> => change('DELETE', below('/scenarios', name), { sandbox })
  return (
    <Button size="small" onClick={() => attempt(off)}>
      Switch {name} off
    </Button>
  )
}
