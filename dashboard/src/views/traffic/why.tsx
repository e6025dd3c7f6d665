import { useEffect, useState } from 'preact/hooks'

import type { RequestInfo } from '../../../../src/core/control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../../src/core/control/endpoints/scenarios.ts'
import { useAnswer } from '../../state/api.ts'
import { type Fired, readFired, ruleNumber, settingsOf, switchTo } from '../../state/scenario.ts'
import { later, parseInstant, toInstant } from '../../state/time.ts'
import { toneOf } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { counted, dateTimeOf, numberText, spanOf } from '../../ui/format.ts'
import { errorIn } from '../../ui/json.ts'
import { describeRule, plain } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'
import { Decisions } from './decisions.tsx'
import { faultText, headerOf, hrefIn } from './recorded.tsx'
import type { SendingAgain } from './request-detail.tsx'

/** Explains an answer: the cause, then everything that decided it. */
export function Why({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
  const { sandbox, nearest, code } = request
  const scenarios = useAnswer('GET /scenarios', { sandbox }).value?.items ?? []
  const quota = <QuotaPart request={request} scenarios={scenarios} />
  const isAboutQuota = code === 'rate_limit_exceeded'
  // Finding the deciding assumptions is expensive, so it waits while the cursor moves over requests.
  const [isRead, setRead] = useState(false)
  useEffect(() => later(250, () => setRead(true)), [])
  return (
    <>
      <Verdict request={request} />
      {nearest.length > 0 && (
        <p>
          Nearest: <code>{nearest.join(', ')}</code>
        </p>
      )}
      {scenarios.map((scenario) => (
        <ScenarioParts key={scenario.name} request={request} scenario={scenario} />
      ))}
      {isAboutQuota ? quota : null}
      {isRead ? <Decisions request={request} again={again} /> : null}
      {isAboutQuota ? null : quota}
    </>
  )
}

/** The meaning of each error code, as the end of a sentence. */
const meanings: Readonly<Record<string, string>> = {
  authentication_error: 'the request has no API key that is valid in this sandbox',
  authorization_error: 'the API key lacks the permission that this operation needs',
  invalid_request: 'a part of the request is not as the document asks',
  resource_not_found: 'no record has this id',
  rate_limit_exceeded: 'the API key has used up its requests of this hour',
  internal_error: 'the service failed while it served the request',
  service_unavailable: 'the service cannot serve requests for the moment',
}

/** The rules that fired, of scenarios and of request headers. A scenario name without an index stands for its quota. */
const rulesOf = ({ scenarios }: RequestInfo): readonly Fired[] =>
  scenarios.map(readFired).filter(({ scenario, index }) => index !== undefined || /^x-/i.test(scenario))

function causeOf(request: RequestInfo): string {
  const { fault, operation, code, key } = request
  const [first] = rulesOf(request)
  if (fault !== null) return faultText(fault)
  if (first?.index !== undefined) return `${ruleNumber(first)} of the scenario ${first.scenario} fired.`
  if (first !== undefined) return `The header ${first.scenario} of the request decided this answer.`
  // Other codes are decided before the operation is matched.
  if (operation === null && /^(?:resource_not_found|invalid_request)$/.test(code ?? ''))
    return 'No operation has this method and path.'
  if (code === null) return 'The request was served as usual.'
  const meaning = meanings[code]?.replace('the API key', key === null ? 'the API key' : `the API key ${key}`)
  if (meaning === undefined) return `The answer has the error code ${code}.`
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
}

/** True if a fault or a rule made the answer. */
const isMade = (request: RequestInfo): boolean => request.fault !== null || rulesOf(request).length > 0

function Verdict({ request }: { readonly request: RequestInfo }) {
  const { code, fault, status, operation, sandbox, response } = request
  const meaning = meanings[String(code)]
  const isForced = isMade(request)
  const details = errorIn(response.body)['details'] ?? ''
  const cause = causeOf(request)
  // Exact details are the better cause.
  const isExact = details !== '' && !isForced && code === 'invalid_request' && operation !== null
  return (
    <div class={`verdict ${fault === null ? toneOf(status) : 'bad'}`}>
      <p class="cause">{isExact ? toText(details) : cause}</p>
      {isForced && meaning && (
        <p>
          To a client, <code>{code}</code> means that {meaning}.
        </p>
      )}
      {details !== '' && <p class="muted">{isExact ? cause : `The answer says: “${toText(details)}”`}</p>}
      {code === 'authentication_error' && <a href={hrefIn(sandbox, 'keys')}>See the API keys</a>}
    </div>
  )
}

/** The rules of a scenario that fired, and the settings that took effect: a quota only if it rejected the request. */
function ScenarioParts({ request, scenario }: { readonly request: RequestInfo; readonly scenario: ScenarioInfo }) {
  const { name, active, rules, description } = scenario
  const requested = headerOf(request.request.headers, 'x-fake-scenario')?.split(/\s*,\s*/) ?? []
  const isNamed = request.scenarios.includes(name)
  const isRelevant = active || isNamed || requested.includes(name)
  const settings = settingsOf(scenario)
    .filter(([field]) => isRelevant && (field !== 'quota' || isNamed))
    .map(([field, value]) => [field, plain(value)] as const)
  const about = description === undefined ? [] : [['About', description] as const]
  const part = (title: string, facts: readonly (readonly [string, string])[]) => (
    <section key={title} class="stack part" aria-label={`${title} of ${name}`}>
      <header class="row">
        <h3 class="grow">
          {title} of <a href={hrefIn(request.sandbox, 'scenarios', name)}>{name}</a>
        </h3>
        {active && (
          <Button size="small" onClick={() => switchTo(scenario, false, request.sandbox)}>
            Switch {name} off
          </Button>
        )}
      </header>
      <Facts items={facts} />
    </section>
  )
  const fired = rulesOf(request).filter((one) => one.scenario === name)
  return (
    <>
      {fired.map((one) => {
        const rule = rules[one.index ?? -1]
        if (rule === undefined) return part(ruleNumber(one), [])
        const { requests, effect } = describeRule(rule)
        const hits = `${counted(rule.hits, 'time')} so far`
        return part(ruleNumber(one), [...about, ['For', requests], ['Effect', effect], ['Fired', hits]])
      })}
      {settings.length > 0 && part('Settings', settings)}
    </>
  )
}

/** The quota of a key after a request, from the headers of the answer; undefined without them. */
function quotaOf({ response: { headers } }: RequestInfo) {
  const valueOf = (name: string): number => Number(headerOf(headers, `X-Rate-Limit-${name}`) ?? Number.NaN)
  const [limit, left, reset] = [valueOf('Limit'), valueOf('Remaining'), valueOf('Reset')]
  // An assumption chooses between seconds and milliseconds, which have three more digits.
  const resetMs = reset < 1e11 ? reset * 1000 : reset
  return Number.isFinite(limit + left + resetMs) ? { limit, left, resetMs } : undefined
}

/** The quota of a request, and how to be served again. */
function QuotaPart({ request, scenarios }: { request: RequestInfo; scenarios: readonly ScenarioInfo[] }) {
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
        {spanOf(resetMs - parseInstant(request.at))} after this request.
      </p>
      {left < limit && (
        <meter aria-label={`Left for ${owner}`} max={limit} value={left} low={limit / 10} optimum={limit} />
      )}
      {request.code === 'rate_limit_exceeded' && left === 0 && (
        <p>
          To be served again, <a href={hrefIn(sandbox, 'time')}>advance the clock</a> past that time, or{' '}
          {isSet ? 'switch the scenario off' : <a href={hrefIn(sandbox, 'keys')}>give the key more requests</a>}.
        </p>
      )}
    </section>
  )
}
