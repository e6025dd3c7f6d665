import { useState } from 'preact/hooks'

import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { api, useAnswer } from '../../state/api.ts'
import { go, kept, useQuery } from '../../state/route.ts'
import { attempt } from '../../state/toasts.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy-button.tsx'
import { dateTimeOf, durationOf } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Facts, Refused } from '../../ui/view.tsx'
import { Comparison } from './comparison.tsx'
import { filterNames } from './filters.ts'
import { Answer, Message } from './recorded.tsx'
import { useSendingAgain } from './send-again.ts'
import { Why } from './why.tsx'

/** A request opened whole: why its answer came, the answer, and what was sent. @param item its sandbox and id, as `keyOf` joins them */
export function RequestDetail({ item }: { readonly item: string }) {
  // A sandbox's name has no colon.
  const [sandbox = '', id = ''] = item.split(':', 2)
  const { value, error } = useAnswer('GET /requests/{name}', { path: { name: id }, sandbox }, { isFixed: true })
  return (
    <Detail
      title={<span class="mono">{value === undefined ? `Request ${id}` : `${value.method} ${value.path}`}</span>}
      onClose={() => go('traffic', undefined, kept(...filterNames))}
    >
      <Refused text={error} />
      {value === undefined ? null : <Opened key={item} request={value} />}
    </Detail>
  )
}

function Opened({ request }: { readonly request: RequestInfo }) {
  const { id, sandbox } = request
  const again = useSendingAgain(request)
  const [refusal, setRefusal] = useState<string>()
  const [after, compare] = useQuery('compare')
  const copyCurl = (): Promise<unknown> =>
    attempt(async () => {
      const command = await api('GET /requests/{name}/curl', { path: { name: id }, sandbox })
      // The end of a line would run it where it is pasted.
      await copy(command.trimEnd())
    })
  return (
    <>
      <Essence {...request} />
      <div class="row">
        <Button size="small" icon="send" onClick={async () => setRefusal(await again.send())}>
          Send again
        </Button>
        <Button size="small" icon="copy" onClick={copyCurl}>
          Copy as curl
        </Button>
        <Button size="small" icon="copy" onClick={() => copy(location.href)}>
          Copy link
        </Button>
      </div>
      <Refused text={refusal} />
      <Tabs
        label="Parts of the request"
        tabs={[
          { name: 'Why', content: <Why request={request} again={again} /> },
          { name: 'Answer', content: <Answer {...request} /> },
          { name: 'Request', content: <Message {...request.request} /> },
        ]}
      />
      {after === '' ? null : (
        <Comparison before={request} id={after} switched={again.switched} onClose={() => compare('')} />
      )}
    </>
  )
}

/** The request in one line, which unfolds the rest. */
function Essence({ status, code, fault, durationMs, at, operation, key, traceId, sandbox, id }: RequestInfo) {
  const line = [durationOf(durationMs), key ?? 'no valid key', fault ?? code].filter((part) => part !== null)
  return (
    <details>
      <summary>
        <span class="break num">
          <StatusBadge status={status} fault={fault} /> · {line.join(' · ')}
        </span>
      </summary>
      <Facts
        items={[
          ['Operation', operation ?? 'none'],
          ['At, by the sandbox’s clock', dateTimeOf(at)],
          ['Trace', traceId ?? 'none'],
          ['Sandbox', sandbox],
          ['Id', id],
        ]}
      />
    </details>
  )
}
