import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/view.tsx'
import { faultText } from './recorded.ts'

/** The headers of a message. */
export const Headers = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => (
  <dl class="message-headers mono">
    {Object.entries(headers).map(([name, value]) => (
      <div key={name}>
        <dt>{name}:</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** The headers and the body of a message. */
function Message({ message }: { readonly message: RequestInfo['request'] }) {
  const { headers, body, cut } = message
  return (
    <>
      <h3>Headers</h3>
      <Headers headers={headers} />
      {cut ? (
        <p class="note warn">
          The end of the body is missing: the journal keeps its beginning, and none of a request that was refused before
          its body was read.
        </p>
      ) : null}
      {body === null ? cut ? null : <p class="muted">No body.</p> : <Code label="Body" value={body} />}
    </>
  )
}

/** The answer of a request, as the client saw it. */
export function Answer({ request }: { readonly request: RequestInfo }) {
  const { status, fault, response } = request
  if (status === null) {
    return <Empty title="The client got no answer.">{fault === null ? undefined : faultText(fault)}</Empty>
  }
  return (
    <>
      <p class="row">
        <StatusBadge status={status} fault={fault} />
        {fault === null ? null : faultText(fault)}
      </p>
      <Message message={response} />
    </>
  )
}

/** A request as it was sent, without its secrets. */
export const Sent = ({ request }: { readonly request: RequestInfo }) => (
  <>
    <p class="mono break">
      {request.method} {request.path}
    </p>
    <Message message={request.request} />
  </>
)
