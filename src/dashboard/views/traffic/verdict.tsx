import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { readFired, ruleNumber } from '../../state/scenario.ts'
import { faultText, hrefIn } from './recorded.ts'

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

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The `details` of an error, which say what exactly is wrong. */
function detailsOf({ response: { body } }: RequestInfo): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error !== 'object' || error === null || !('details' in error)) return undefined
  return typeof error.details === 'string' ? error.details : undefined
}

/** The codes of requests that no operation took. The others are given before an operation is looked for. */
const unmatchedCodes: ReadonlySet<string | null> = new Set(['resource_not_found', 'invalid_request'])

/** The cause in one sentence. */
function causeOf({ scenarios, fault, operation, code, key }: RequestInfo): string {
  const [first] = scenarios
  if (fault !== null) return faultText(fault)
  if (first !== undefined) {
    const fired = readFired(first)
    return fired.index === undefined
      ? `The header ${first} of the request decided this answer.`
      : `${ruleNumber(fired)} of the scenario ${fired.scenario} fired.`
  }
  if (operation === null && unmatchedCodes.has(code)) return 'No operation has this method and path.'
  const meaning = code === null ? undefined : meanings[code]
  if (meaning !== undefined)
    return sentence(key === null ? meaning : meaning.replace('the API key', `the API key ${key}`))
  return code === null ? 'The request was served as usual.' : `The answer has the error code ${code}.`
}

/** The answer to the question why, in one or two sentences. */
export function Verdict({ request }: { readonly request: RequestInfo }) {
  const { code, fault, scenarios, status } = request
  const meaning = code === null ? undefined : meanings[code]
  const isForced = fault !== null || scenarios.length > 0
  const details = detailsOf(request)
  const isBad = fault !== null || status === null || status >= 400
  return (
    <div class={isBad ? 'why-verdict bad' : 'why-verdict'}>
      <p class="cause">{causeOf(request)}</p>
      {isForced && meaning !== undefined ? (
        <p>
          To a client, <code>{code}</code> means that {meaning}.
        </p>
      ) : null}
      {details === undefined ? null : <p class="muted">The answer says: “{details}”</p>}
      {request.key === null && code === 'authentication_error' ? (
        <a href={hrefIn(request.sandbox, 'keys')}>See the API keys</a>
      ) : null}
    </div>
  )
}
