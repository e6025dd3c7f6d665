import type { RequestInfo } from '../../../../src/core/control/endpoints/requests.ts'
import { originOf, sandboxName } from '../../state/place.ts'
import { hrefOf } from '../../state/route.ts'
import { Code } from '../../ui/code.tsx'
import { Facts } from '../../ui/view.tsx'

/** The URL of a view in the page of a sandbox. */
export const hrefIn = (sandbox: string, view: string, item?: string): string =>
  sandbox === sandboxName ? hrefOf(view, item) : `${originOf(sandbox)}/${hrefOf(view, item)}`

/** The value of a header. Its name may have any case. */
export const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]

/** The text of each fault, which the build takes from the table of the faults. */
declare const faultTexts: Readonly<Record<string, string>>

export const faultText = (fault: string): string => faultTexts[fault] ?? `The answer has the fault ${fault}.`

export const Message = ({ headers, body, cut = false }: Partial<RequestInfo['request']>) => (
  <>
    {cut && (
      <p class="note warn">
        The body is incomplete: the journal keeps only its beginning, and nothing of a request that was rejected before
        its body was read.
      </p>
    )}
    {body !== null ? <Code label="Body" value={body} /> : cut ? null : <p class="muted">No body.</p>}
    <details class="mono" open>
      <summary>Headers</summary>
      <Facts items={Object.entries(headers ?? {})} />
    </details>
  </>
)

/** The answer as the client received it. */
export const Answer = ({ status, fault, response }: RequestInfo) => (
  <>
    {fault !== null && <p>{faultText(fault)}</p>}
    {status === null ? <p>The client got no answer.</p> : <Message {...response} />}
  </>
)
