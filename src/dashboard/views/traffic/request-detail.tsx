import { useState } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { below, read } from '../../state/ask.ts'
import { hrefOf } from '../../state/route.ts'
import { say } from '../../state/toasts.ts'
import { keyOf } from '../../state/traffic.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy-button.tsx'
import { dateTimeOf, durationOf } from '../../ui/format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Detail, Refused } from '../../ui/view.tsx'
import { ComparisonDialog } from './comparison.tsx'
import { curlOf, keyVariable } from './curl.ts'
import { Answer, Sent } from './message.tsx'
import { readKey } from './recorded.ts'
import { type SendingAgain, useSendingAgain } from './send-again.ts'
import { Why } from './why.tsx'

import './request-detail.css'

interface RequestDetailProps {
  /** The sandbox and the id of the request, as `keyOf` joins them. */
  readonly item: string
  readonly onClose: () => void
}

/** A request opened whole: why its answer came, the answer, and what was sent. */
export function RequestDetail({ item, onClose }: RequestDetailProps) {
  const { sandbox, id } = readKey(item)
  const { value, error } = useLoaded(`request ${item}`, () => read<RequestInfo>(below('/requests', id), { sandbox }), {
    isFixed: true,
  })
  return (
    <Detail
      title={<span class="mono">{value === undefined ? `Request ${id}` : `${value.method} ${value.path}`}</span>}
      onClose={onClose}
    >
      <Refused text={error} />
      {value === undefined ? null : <Opened key={item} request={value} />}
    </Detail>
  )
}

function Opened({ request }: { readonly request: RequestInfo }) {
  const again = useSendingAgain(request)
  return (
    <>
      <Essence request={request} />
      <Actions request={request} again={again} />
      <Tabs
        label="Parts of the request"
        tabs={[
          { name: 'Why', content: <Why request={request} again={again} /> },
          { name: 'Answer', content: <Answer request={request} /> },
          { name: 'Request', content: <Sent request={request} /> },
        ]}
      />
      {again.comparison === undefined ? null : (
        <ComparisonDialog before={request} comparison={again.comparison} onClose={again.close} />
      )}
    </>
  )
}

/** The request at a glance. */
function Essence({ request }: { readonly request: RequestInfo }) {
  const { status, code, fault, durationMs, at, operation, key, traceId, sandbox, id } = request
  const facts = [
    ['Code', code],
    ['Fault', fault],
    ['Operation', operation ?? 'none'],
    ['Key', key ?? 'no valid one'],
    ['Took', durationOf(durationMs)],
    ['At, by the sandbox’s clock', dateTimeOf(at)],
    ['Trace', traceId],
    ['Sandbox', sandbox],
    ['Id', id],
  ] as const
  return (
    <dl class="request-essence">
      <div>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} fault={fault} />
        </dd>
      </div>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Actions({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
  const [refusal, setRefusal] = useState<string>()
  const copyCurl = async (): Promise<void> => {
    await copy(curlOf(request))
    if (request.request.cut)
      say('The journal has no more than the beginning of the body, and so has the command.', true)
  }
  return (
    <>
      <div class="row">
        <Button size="small" icon="send" onClick={async () => setRefusal(await again.send())}>
          Send again
        </Button>
        <Button
          size="small"
          icon="copy"
          label={`Copy as curl, which takes the key from $${keyVariable}`}
          onClick={copyCurl}
        >
          Copy as curl
        </Button>
        <Button
          size="small"
          icon="copy"
          onClick={() => copy(new URL(hrefOf('traffic', keyOf(request)), location.href).href)}
        >
          Copy link
        </Button>
      </div>
      <Refused text={refusal} />
    </>
  )
}
