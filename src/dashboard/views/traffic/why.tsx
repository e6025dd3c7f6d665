import { useEffect, useState } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { useAnswer } from '../../state/api.ts'
import { sandboxName } from '../../state/place.ts'
import { type Fired, readFired, ruleNumber, settingsOf } from '../../state/scenario.ts'
import { summary } from '../../state/summary.ts'
import { later, parseInstant, toInstant } from '../../state/time.ts'
import { counted, dateTimeOf, numberText, spanOf } from '../../ui/format.ts'
import { errorIn } from '../../ui/json-object.ts'
import { inWords, plain } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'
import { Decisions } from './decisions.tsx'
import { faultText, headerOf, hrefIn, SwitchOff } from './recorded.tsx'
import type { SendingAgain } from './send-again.ts'

/** Why an answer came: the cause, then everything that decided it. */
export function Why({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
  const { sandbox, nearest, code } = request
  const scenarios = useAnswer('GET /scenarios', { sandbox }).value?.items ?? []
  const quota = <QuotaPart request={request} scenarios={scenarios} />
  const isAboutQuota = code === 'rate_limit_exceeded'
  // To find what decided it takes work: not for requests that the keys only pass.
  const [isRead, setRead] = useState(false)
  useEffect(() => later(250, () => setRead(true)), [])
  return (
    <>
      <Verdict request={request} />
      {nearest.length === 0 ? null : (
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

/** The rules that fired: of scenarios, and of headers of the request. The name of a scenario alone is that of its quota. */
const rulesOf = ({ scenarios }: RequestInfo): readonly Fired[] =>
  scenarios.map(readFired).filter(({ scenario, index }) => index !== undefined || /^x-/i.test(scenario))

/** The `details` of an error, which say what exactly is wrong. */
function detailsOf({ response: { body } }: RequestInfo): string | undefined {
  const { details } = errorIn(body)
  return typeof details === 'string' ? details : undefined
}

function causeOf(request: RequestInfo): string {
  const { fault, operation, code, key } = request
  const [first] = rulesOf(request)
  if (fault !== null) return faultText(fault)
  if (first?.index !== undefined) return `${ruleNumber(first)} of the scenario ${first.scenario} fired.`
  if (first !== undefined) return `The header ${first.scenario} of the request decided this answer.`
  // Other codes are given before an operation is looked for.
  if (operation === null && /^(?:resource_not_found|invalid_request)$/.test(code ?? ''))
    return 'No operation has this method and path.'
  if (code === null) return 'The request was served as usual.'
  const meaning = meanings[code]?.replace('the API key', key === null ? 'the API key' : `the API key ${key}`)
  if (meaning === undefined) return `The answer has the error code ${code}.`
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
}

/** What exactly is wrong says more than that something is. */
const exactOf = (request: RequestInfo): string | undefined =>
  request.code === 'invalid_request' && request.operation !== null ? detailsOf(request) : undefined

function verdictTone({ fault, status }: RequestInfo): string {
  if (fault !== null || status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : ''
}

function Verdict({ request }: { readonly request: RequestInfo }) {
  const { code, fault, key, sandbox } = request
  const meaning = meanings[code ?? '']
  const isForced = fault !== null || rulesOf(request).length > 0
  const details = detailsOf(request)
  const exact = isForced ? undefined : exactOf(request)
  return (
    <div class={`verdict ${verdictTone(request)}`}>
      <p class="cause">{exact ?? causeOf(request)}</p>
      {isForced && meaning !== undefined ? (
        <p>
          To a client, <code>{code}</code> means that {meaning}.
        </p>
      ) : null}
      {details === undefined ? null : (
        <p class="muted">{exact === undefined ? `The answer says: “${details}”` : causeOf(request)}</p>
      )}
      {key === null && code === 'authentication_error' ? <a href={hrefIn(sandbox, 'keys')}>See the API keys</a> : null}
    </div>
  )
}

/** The rules of a scenario that fired, and its settings that acted: a quota where it refused the request, others such as a delay. */
function ScenarioParts({ request, scenario }: { readonly request: RequestInfo; readonly scenario: ScenarioInfo }) {
  const { name, active, rules, description } = scenario
  const asked = headerOf(request.request.headers, 'x-fake-scenario')?.split(/\s*,\s*/) ?? []
  const isNamed = request.scenarios.includes(name)
  const isMeant = active || isNamed || asked.includes(name)
  const settings = settingsOf(scenario).filter(([field]) => isMeant && (field !== 'quota' || isNamed))
  const about = description === undefined ? [] : [['About', description] as const]
  const part = (title: string, facts: readonly (readonly [string, string])[]) => (
    <section key={title} class="stack part" aria-label={`${title} of ${name}`}>
      <header class="row">
        <h3 class="grow">
          {title} of <a href={hrefIn(request.sandbox, 'scenarios', name)}>{name}</a>
        </h3>
        <SwitchOff scenario={scenario} sandbox={request.sandbox} />
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
        const { requests, effect } = inWords(rule)
        const hits = `${counted(rule.hits, 'time')} so far`
        return part(ruleNumber(one), [...about, ['For', requests], ['Effect', effect], ['Fired', hits]])
      })}
      {settings.length === 0
        ? null
        : part(
            'Settings',
            settings.map(([field, value]) => [field, plain(value)] as const),
          )}
    </>
  )
}

/** The quota of a key after a request, as its answer has it; undefined where it does not say it. */
function quotaOf({ response: { headers } }: RequestInfo) {
  const valueOf = (name: string): number => Number(headerOf(headers, `X-Rate-Limit-${name}`) ?? Number.NaN)
  const [limit, left, reset] = [valueOf('Limit'), valueOf('Remaining'), valueOf('Reset')]
  // The register chooses between seconds and milliseconds, which have three digits more.
  const resetMs = reset < 1e11 ? reset * 1000 : reset
  return Number.isFinite(limit + left + resetMs) ? { limit, left, resetMs } : undefined
}

/** The quota that a request used, and how to get past it. */
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
