import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { sandboxName } from '../../state/place.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant, toInstant } from '../../state/time.ts'
import { dateTimeOf, numberText, spanOf } from '../../ui/format.ts'
import { headerOf, hrefIn } from './recorded.tsx'

/** The quota of a key after a request, as its answer has it; undefined where it does not say it. */
function quotaOf({ response: { headers } }: RequestInfo) {
  const valueOf = (name: string): number => Number(headerOf(headers, `X-Rate-Limit-${name}`) ?? Number.NaN)
  const [limit, left, reset] = [valueOf('Limit'), valueOf('Remaining'), valueOf('Reset')]
  // The register chooses between seconds and milliseconds, which have three digits more.
  const resetMs = reset < 1e11 ? reset * 1000 : reset
  return Number.isFinite(limit + left + resetMs) ? { limit, left, resetMs } : undefined
}

/** The quota that a request used, and how to get past it. */
export function QuotaPart({ request, scenarios }: { request: RequestInfo; scenarios: readonly ScenarioInfo[] }) {
  const quota = quotaOf(request)
  if (quota === undefined) return null
  const { limit, left, resetMs } = quota
  const { sandbox } = request
  const isSet = scenarios.some(({ name, active }) => active && request.scenarios.includes(name))
  const owner = request.key === null ? 'this request' : `the key ${request.key}`
  return (
    <section class="stack part" aria-label="Quota">
      <h3>Quota of {owner}</h3>
      <p class="num">
        {numberText(left)} left of {numberText(limit)} an hour. The hour ends at {dateTimeOf(toInstant(resetMs))},{' '}
        {resetText(resetMs, request)}
      </p>
      {left === limit ? null : (
        <meter aria-label={`Left for ${owner}`} max={limit} value={left} low={limit * 0.1} optimum={limit} />
      )}
      {request.code === 'rate_limit_exceeded' && left === 0 ? (
        <p>
          To be served again, <a href={hrefIn(sandbox, 'time')}>advance the clock</a> past that time, or{' '}
          {isSet ? 'switch the scenario off' : <a href={hrefIn(sandbox, 'keys')}>give the key more requests</a>}.
        </p>
      ) : null}
    </section>
  )
}

/** When the window ends, seen from the request, and from now by the clock of the sandbox. */
function resetText(resetMs: number, { at, sandbox }: RequestInfo): string {
  const after = `${spanOf(resetMs - parseInstant(at))} after this request.`
  const clock = sandbox === sandboxName ? summary.value?.clock.now : undefined
  if (clock === undefined || clock === at) return after
  const leftMs = resetMs - parseInstant(clock)
  return leftMs <= 0
    ? `${after} By the sandbox’s clock that has passed.`
    : `${after} That is ${spanOf(leftMs)} from now.`
}
