import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { below, change } from '../../state/ask.ts'
import { sandboxName } from '../../state/place.ts'
import { hrefOf } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant, toInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, spanOf } from '../../ui/format.ts'
import { headerOf, type Recorded } from './recorded.ts'

/** The quota of a key, as the headers of an answer have it. */
export interface Quota {
  readonly limit: number
  readonly left: number
  /** In Unix milliseconds. */
  readonly resetMs: number
}

/** The quota after a request; undefined where its answer does not say it. */
export function quotaOf({ response: { headers } }: Recorded): Quota | undefined {
  const [limit, left, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headerOf(headers, `X-Rate-Limit-${name}`) ?? Number.NaN),
  )
  if (limit === undefined || left === undefined || reset === undefined || Number.isNaN(limit + left + reset)) {
    return undefined
  }
  // The register chooses between seconds and milliseconds: no other instant of this century has so many digits.
  return { limit, left, resetMs: reset < 1e11 ? reset * 1000 : reset }
}

const many = (count: number): string => count.toLocaleString('en')

/** The quota that a request used, and the scenarios that set it. */
export function QuotaPart({
  quota: { limit, left, resetMs },
  request,
  scenarios,
}: {
  readonly quota: Quota
  readonly request: Recorded
  /** The scenarios that were in effect and have a quota. */
  readonly scenarios: readonly ScenarioInfo[]
}) {
  const isUsedUp = request.code === 'rate_limit_exceeded' && left === 0
  return (
    <section class="part" aria-label="Quota">
      <header class="row">
        <h3 class="grow">Quota of the key{request.key === null ? '' : ` ${request.key}`}</h3>
        <span class="num">
          <strong>{many(left)}</strong> of {many(limit)} left
        </span>
      </header>
      <meter class={isUsedUp ? 'quota bad' : 'quota'} min={0} max={limit} value={left} aria-label="Requests left" />
      <p class="muted num">
        {many(limit)} requests an hour. It resets at {dateTimeOf(toInstant(resetMs))}, {resetText(resetMs, request)}
      </p>
      {scenarios.map((scenario) => (
        <QuotaScenario key={scenario.name} scenario={scenario} sandbox={request.sandbox} />
      ))}
      {isUsedUp ? (
        <p>
          To be served again now: <a href={hrefOf('time')}>advance the clock</a> past that time
          {scenarios.length === 0 ? (
            <>
              , or <a href={hrefOf('keys')}>give the key more</a>.
            </>
          ) : (
            ', or switch the scenario off.'
          )}
        </p>
      ) : null}
    </section>
  )
}

/** When the window ends, seen from the request, and from now by the clock of the sandbox. */
function resetText(resetMs: number, { at, sandbox }: Recorded): string {
  const after = `${spanOf(resetMs - parseInstant(at))} after this request.`
  const clock = summary.value?.clock.now
  if (sandbox !== sandboxName || clock === undefined) return after
  const leftMs = resetMs - parseInstant(clock)
  if (leftMs <= 0) return `${after} By the clock of the sandbox, that has passed.`
  return clock === at ? after : `${after} By the clock of the sandbox, that is in ${spanOf(leftMs)}.`
}

function QuotaScenario({ scenario, sandbox }: { readonly scenario: ScenarioInfo; readonly sandbox: string }) {
  const { name, active, quota } = scenario
  const off = (): Promise<unknown> => change('DELETE', below('/scenarios', name), { sandbox })
  return (
    <div class="note warn row">
      <p class="grow">
        The scenario <a href={hrefOf('scenarios', name)}>{name}</a>
        {active ? ', which is on,' : ', which the request asked for,'} sets it: <code>{JSON.stringify(quota)}</code>
      </p>
      {active ? (
        <Button size="small" onClick={() => attempt(off, `${name} is off.`)}>
          Switch {name} off
        </Button>
      ) : null}
    </div>
  )
}
