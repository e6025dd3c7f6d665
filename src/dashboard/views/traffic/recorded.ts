import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { originOf, sandboxName } from '../../state/place.ts'
import { hrefOf } from '../../state/route.ts'

/** The sandbox and the id in a key of `keyOf`. A sandbox's name has no colon. */
export function readKey(key: string): { readonly sandbox: string; readonly id: string } {
  const end = key.indexOf(':')
  return { sandbox: key.slice(0, end), id: key.slice(end + 1) }
}

/** The address of a view in the page of a sandbox. */
export const hrefIn = (sandbox: string, view: string, item?: string): string =>
  sandbox === sandboxName ? hrefOf(view, item) : `${originOf(sandbox)}/${hrefOf(view, item)}`

/** The value of a header. Its name may have any case. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
}

/** The names that a header of scenarios has. */
export const askedScenarios = ({ request }: RequestInfo): readonly string[] =>
  (headerOf(request.headers, 'x-fake-scenario') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const faultTexts: Readonly<Record<string, string>> = {
  reset: 'The connection was reset before an answer came.',
  hang: 'The connection stays open, and no answer comes.',
  truncate: 'The connection ended in the middle of the body.',
  slow_body: 'The body came slowly, in pieces.',
  malformed_json: 'The body is not valid JSON.',
  empty: 'The body is missing.',
  gateway_html: 'A gateway answered with a page of HTML.',
  wrong_content_type: 'The Content-Type is not that of the body.',
}

/** A network fault in words. */
export const faultText = (fault: string): string => faultTexts[fault] ?? `The answer has the fault ${fault}.`
