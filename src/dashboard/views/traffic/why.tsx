import { useMemo } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { readList } from '../../state/ask.ts'
import { isChanged, readAssumptions, usesIn } from '../../state/assumptions.ts'
import { readFired } from '../../state/scenario.ts'
import { entries } from '../../state/traffic.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Refused } from '../../ui/view.tsx'
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
  const { value } = useLoaded(`scenarios of ${sandbox}`, () => readList<ScenarioInfo>('/scenarios', { sandbox }))
  return value ?? []
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
  const { value, error } = useLoaded(`assumptions of ${sandbox}`, () => readAssumptions(sandbox))
  const order = useMemo(() => {
    const uses = usesIn(entries.peek(), sandbox)
    return assumptions.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
  }, [sandbox, assumptions])
  const rows = order.flatMap((id) => value?.find((row) => row.id === id) ?? [])
  return (
    <section class="why-part" aria-label="Assumptions">
      <h3>
        Assumptions that decided it <span class="muted num">{assumptions.length}</span>
      </h3>
      <p class="muted">
        The document leaves these points open. Switch one to see how your program handles the other answer.
      </p>
      <Refused text={error} />
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
