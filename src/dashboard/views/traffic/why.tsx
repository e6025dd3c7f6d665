import { useMemo } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { read } from '../../state/ask.ts'
import { readFired } from '../../state/scenario.ts'
import { entries } from '../../state/traffic.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { LoadError } from '../../ui/view.tsx'
import { AssumptionPart } from './assumption.tsx'
import { QuotaPart } from './quota.tsx'
import { RulePart } from './rule.tsx'
import type { SendingAgain } from './send-again.ts'
import { SettingsPart } from './settings.tsx'
import { Verdict } from './verdict.tsx'

/** Why an answer came: the verdict, then everything that decided it. */
export function Why({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
  const scenarios = useScenarios(request.sandbox)
  const quota = <QuotaPart request={request} scenarios={scenarios} />
  const isAboutQuota = request.code === 'rate_limit_exceeded'
  return (
    <>
      <Verdict request={request} />
      {request.nearest.length === 0 ? null : <Nearest operations={request.nearest} />}
      {request.scenarios.map((text) => {
        const fired = readFired(text)
        const scenario = scenarios.find(({ name }) => name === fired.scenario)
        return <RulePart key={text} fired={fired} scenario={scenario} sandbox={request.sandbox} />
      })}
      {isAboutQuota ? quota : null}
      <SettingsPart request={request} scenarios={scenarios} />
      <Decisions request={request} again={again} />
      {isAboutQuota ? null : quota}
    </>
  )
}

function useScenarios(sandbox: string): readonly ScenarioInfo[] {
  const { value } = useLoaded(`scenarios of ${sandbox}`, () =>
    read<{ items: readonly ScenarioInfo[] }>('/scenarios', { sandbox }),
  )
  return value?.items ?? []
}

function Nearest({ operations }: { readonly operations: readonly string[] }) {
  return (
    <section class="why-part" aria-label="Nearest operations">
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
function Decisions({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
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
    <section class="why-part" aria-label="Assumptions">
      <h3>
        Assumptions that decided it <span class="muted num">{assumptions.length}</span>
      </h3>
      <p class="muted">
        The interface document leaves these points open. Switch one to see how your program takes another service.
      </p>
      <LoadError text={error} />
      <div class="why-assumptions">
        {[...rows.filter(isChanged), ...rows.filter((row) => !isChanged(row))].map((row) => (
          <AssumptionPart
            key={row.id}
            sandbox={sandbox}
            assumption={row}
            onTry={(option) => again.sendWith(row, option)}
          />
        ))}
      </div>
    </section>
  )
}
