import { useMemo } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { read } from '../../state/ask.ts'
import { entries } from '../../state/traffic.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { LoadError } from '../../ui/view.tsx'
import { AssumptionPart } from './assumption.tsx'
import { QuotaPart, quotaOf } from './quota.tsx'
import { askedScenarios, type Recorded } from './recorded.ts'
import { readFired, RulePart } from './rule.tsx'
import type { SendingAgain } from './send-again.ts'
import { Verdict } from './verdict.tsx'

/** Why an answer came: the verdict, then everything that decided it. */
export function Why({ request, again }: { readonly request: Recorded; readonly again: SendingAgain }) {
  const { sandbox } = request
  const { value: scenarios = [] } = useScenarios(sandbox)
  const quota = quotaOf(request)
  const asked = askedScenarios(request)
  const withQuota = scenarios.filter(
    ({ name, active, quota }) => quota !== undefined && (active || asked.includes(name)),
  )
  return (
    <>
      <Verdict request={request} />
      {request.nearest.length === 0 ? null : <Nearest operations={request.nearest} />}
      {request.scenarios.map((text) => {
        const fired = readFired(text)
        return <RulePart key={text} fired={fired} scenario={scenarios.find(({ name }) => name === fired.scenario)} />
      })}
      {quota === undefined ? null : <QuotaPart quota={quota} request={request} scenarios={withQuota} />}
      <Decisions request={request} again={again} />
    </>
  )
}

const useScenarios = (sandbox: string) => {
  const { value } = useLoaded(`scenarios of ${sandbox}`, () =>
    read<{ items: readonly ScenarioInfo[] }>('/scenarios', { sandbox }),
  )
  return { value: value?.items }
}

function Nearest({ operations }: { readonly operations: readonly string[] }) {
  return (
    <section class="part" aria-label="Nearest operations">
      <h3>The nearest operations</h3>
      <ul class="mono">
        {operations.map((operation) => (
          <li key={operation}>{operation}</li>
        ))}
      </ul>
    </section>
  )
}

/** The assumptions that decided an answer: the changed ones first, then the ones that decide few others. */
function Decisions({ request, again }: { readonly request: Recorded; readonly again: SendingAgain }) {
  const { sandbox, assumptions } = request
  const { value, error } = useLoaded(`assumptions of ${sandbox}`, () =>
    read<{ items: readonly AssumptionInfo[] }>('/assumptions', { sandbox }),
  )
  const order = useMemo(() => {
    const used = entries.peek().flatMap((entry) => entry.assumptions)
    const uses = new Map<string, number>()
    for (const id of used) uses.set(id, (uses.get(id) ?? 0) + 1)
    return assumptions.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
  }, [assumptions])
  const rows = order.flatMap((id) => value?.items.find((row) => row.id === id) ?? [])
  const isChanged = (row: AssumptionInfo): boolean => row.choice !== row.default
  return (
    <section class="part" aria-label="Assumptions">
      <h3>
        Assumptions that decided it <span class="muted num">{assumptions.length}</span>
      </h3>
      <p class="muted">
        The interface document leaves these points open. Switch one to see how your program takes another service.
      </p>
      <LoadError text={error} />
      <div class="assumptions">
        {[...rows.filter(isChanged), ...rows.filter((row) => !isChanged(row))].map((row) => (
          <AssumptionPart key={row.id} assumption={row} onTry={(option) => again.sendWith(row, option)} />
        ))}
      </div>
    </section>
  )
}
