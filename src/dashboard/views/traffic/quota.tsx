import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { sandboxName } from '../../state/place.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant, toInstant } from '../../state/time.ts'
import { dateTimeOf, numberText, spanOf } from '../../ui/format.ts'
import { askedScenarios, headerOf, hrefIn } from './recorded.ts'
import { SwitchOff } from './scenario-switch.tsx'

/** The quota of a key, as the headers of an answer have it. */
interface Quota {
  readonly limit: number
  readonly left: number
  /** In Unix milliseconds. */
  readonly resetMs: number
}

/** The quota after a request; undefined where its answer does not say it. */
function quotaOf({ response: { headers } }: RequestInfo): Quota | undefined {
  const valueOf = (name: string): number => Number(headerOf(headers, `X-Rate-Limit-${name}`) ?? Number.NaN)
  const [limit, left, reset] = [valueOf('Limit'), valueOf('Remaining'), valueOf('Reset')]
  // The register chooses between seconds and milliseconds, which have three digits more.
  const resetMs = reset < 1e11 ? reset * 1000 : reset
  return Number.isFinite(limit + left + resetMs) ? { limit, left, resetMs } : undefined
}

/** The quota that a scenario sets for every key. */
interface QuotaSetting {
  readonly limit?: number
  readonly remaining?: number
  readonly resetsIn?: string
}

/** The scenarios that may have set a quota: they are on, or the request named them, and the answer agrees with them. */
function settersOf(request: RequestInfo, { limit, left }: Quota, scenarios: readonly ScenarioInfo[]) {
  const asked = askedScenarios(request)
  return scenarios.flatMap((scenario) => {
    const setting: QuotaSetting | undefined = readSetting(scenario)
    if (setting === undefined || !(scenario.active || asked.includes(scenario.name))) return []
    const agrees = (setting.limit ?? limit) === limit && (setting.remaining ?? left) >= left
    return agrees ? [{ scenario, setting }] : []
  })
}

function readSetting({ quota }: ScenarioInfo): QuotaSetting | undefined {
  if (typeof quota !== 'object' || quota === null) return undefined
  return {
    ...('limit' in quota && typeof quota.limit === 'number' ? { limit: quota.limit } : {}),
    ...('remaining' in quota && typeof quota.remaining === 'number' ? { remaining: quota.remaining } : {}),
    ...('resetsIn' in quota && typeof quota.resetsIn === 'string' ? { resetsIn: quota.resetsIn } : {}),
  }
}

/** The quota that a request used, what set it, and how to get past it. */
export function QuotaPart({
  request,
  scenarios,
}: {
  readonly request: RequestInfo
  readonly scenarios: readonly ScenarioInfo[]
}) {
  const quota = quotaOf(request)
  if (quota === undefined) return null
  const { limit, left, resetMs } = quota
  const setters = settersOf(request, quota, scenarios)
  const isUsedUp = request.code === 'rate_limit_exceeded' && left === 0
  return (
    <section class="why-part" aria-label="Quota">
      <header class="row">
        <h3 class="grow">Quota of {request.key === null ? 'this request' : `the key ${request.key}`}</h3>
        <span class="num">
          <strong>{numberText(left)} left</strong> of {numberText(limit)}
        </span>
      </header>
      <div class={isUsedUp ? 'quota-left bad' : 'quota-left'} aria-hidden="true">
        <div style={{ width: `${(left / limit) * 100}%` }} />
      </div>
      <p class="num">
        {numberText(limit)} requests an hour. The hour ends at {dateTimeOf(toInstant(resetMs))},{' '}
        {resetText(resetMs, request)}
      </p>
      {setters.map(({ scenario, setting }) => (
        <div key={scenario.name} class="note warn row">
          <p>
            The scenario <a href={hrefIn(request.sandbox, 'scenarios', scenario.name)}>{scenario.name}</a>
            {scenario.active ? ', which is on,' : ', which the request asked for,'} sets the quota of every key:{' '}
            {settingText(setting)}.
          </p>
          <SwitchOff scenario={scenario} sandbox={request.sandbox} />
        </div>
      ))}
      {isUsedUp ? <WayOut sandbox={request.sandbox} isSet={setters.some(({ scenario }) => scenario.active)} /> : null}
    </section>
  )
}

const settingText = ({ limit, remaining, resetsIn }: QuotaSetting): string =>
  [
    limit === undefined ? [] : `${numberText(limit)} requests an hour`,
    remaining === undefined ? [] : `${numberText(remaining)} left`,
    resetsIn === undefined ? [] : `an hour that ends ${resetsIn} after it was switched on`,
  ]
    .flat()
    .join(', ')

/** When the window ends, seen from the request, and from now by the clock of the sandbox. */
function resetText(resetMs: number, { at, sandbox }: RequestInfo): string {
  const after = `${spanOf(resetMs - parseInstant(at))} after this request.`
  const clock = sandbox === sandboxName ? summary.value?.clock.now : undefined
  if (clock === undefined || clock === at) return after
  const leftMs = resetMs - parseInstant(clock)
  const isOver = leftMs <= 0
  return isOver ? `${after} By the sandbox’s clock that has passed.` : `${after} That is ${spanOf(leftMs)} from now.`
}

/** Says how the key is served again. */
const WayOut = ({ sandbox, isSet }: { readonly sandbox: string; readonly isSet: boolean }) => (
  <p>
    To be served again, <a href={hrefIn(sandbox, 'time')}>advance the clock</a> past that time, or{' '}
    {isSet ? 'switch the scenario off' : <a href={hrefIn(sandbox, 'keys')}>give the key more requests</a>}.
  </p>
)
