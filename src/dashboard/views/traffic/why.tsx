import { useEffect, useState } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import type { ScenarioInfo } from '../../../control/endpoints/scenarios.ts'
import { useAnswer } from '../../state/api.ts'
import { type Fired, readFired, ruleNumber, settingsOf } from '../../state/scenario.ts'
import { later } from '../../state/time.ts'
import { counted } from '../../ui/format.ts'
import { inWords, plain } from '../../ui/rule-words.ts'
import { Facts } from '../../ui/view.tsx'
import { Decisions } from './decisions.tsx'
import { QuotaPart } from './quota.tsx'
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
      {partsOf(request, scenarios).map((part) => (
        <ScenarioPart key={`${part.title} ${part.scenario.name}`} {...part} sandbox={sandbox} />
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
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error !== 'object' || error === null || !('details' in error)) return undefined
  return typeof error.details === 'string' ? error.details : undefined
}

/** The cause in one sentence. */
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

/** The answer to the question why, in one or two sentences. */
function Verdict({ request }: { readonly request: RequestInfo }) {
  const { code, fault, status, key, sandbox } = request
  const meaning = code === null ? undefined : meanings[code]
  const isForced = fault !== null || rulesOf(request).length > 0
  const details = detailsOf(request)
  const isBad = fault !== null || status === null || status >= 400
  return (
    <div class={isBad ? 'verdict bad' : 'verdict'}>
      <p class="cause">{causeOf(request)}</p>
      {isForced && meaning !== undefined ? (
        <p>
          To a client, <code>{code}</code> means that {meaning}.
        </p>
      ) : null}
      {details === undefined ? null : <p class="muted">The answer says: “{details}”</p>}
      {key === null && code === 'authentication_error' ? <a href={hrefIn(sandbox, 'keys')}>See the API keys</a> : null}
    </div>
  )
}

/** What a scenario did to an answer. */
interface Part {
  readonly title: string
  readonly scenario: ScenarioInfo
  readonly facts: readonly (readonly [string, string])[]
}

/** The rules that fired, and the settings that act without a rule: a quota where it refused the request, others such as a delay. */
function partsOf(request: RequestInfo, scenarios: readonly ScenarioInfo[]): readonly Part[] {
  const asked = headerOf(request.request.headers, 'x-fake-scenario')?.split(/\s*,\s*/) ?? []
  return scenarios.flatMap((scenario) => {
    const fired = rulesOf(request).filter(({ scenario: name }) => name === scenario.name)
    const isNamed = request.scenarios.includes(scenario.name)
    const isMeant = scenario.active || isNamed || asked.includes(scenario.name)
    const settings = isMeant ? settingsOf(scenario).filter(([field]) => field !== 'quota' || isNamed) : []
    return [
      ...fired.map((one) => ({ title: ruleNumber(one), scenario, facts: ruleFacts(scenario, one) })),
      ...(settings.length === 0
        ? []
        : [{ title: 'Settings', scenario, facts: settings.map(([field, value]) => [field, plain(value)] as const) }]),
    ]
  })
}

function ruleFacts({ rules, description }: ScenarioInfo, { index = -1 }: Fired): Part['facts'] {
  const rule = rules[index]
  if (rule === undefined) return []
  const { requests, effect } = inWords(rule)
  const about = description === undefined ? [] : [['About', description] as const]
  return [...about, ['For', requests], ['Effect', effect], ['Fired', `${counted(rule.hits, 'time')} so far`]]
}

const ScenarioPart = ({ title, scenario, facts, sandbox }: Part & { readonly sandbox: string }) => (
  <section class="stack part" aria-label={`${title} of ${scenario.name}`}>
    <header class="row">
      <h3 class="grow">
        {title} of <a href={hrefIn(sandbox, 'scenarios', scenario.name)}>{scenario.name}</a>
      </h3>
      <SwitchOff scenario={scenario} sandbox={sandbox} />
    </header>
    <Facts items={facts} />
  </section>
)
