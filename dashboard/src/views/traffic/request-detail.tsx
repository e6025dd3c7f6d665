import { useState } from 'preact/hooks'

import type { RequestInfo } from '../../../../src/core/control/endpoints/requests.ts'
import { api, useAnswer } from '../../state/api.ts'
import { type Choice, choose } from '../../state/assumptions.ts'
import { go, kept, route, setQuery, useQuery } from '../../state/route.ts'
import { attempt } from '../../state/toasts.ts'
import { keyOf } from '../../state/traffic.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/button.tsx'
import { dateTimeOf, durationOf } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Facts, ErrorNote } from '../../ui/view.tsx'
import { Comparison } from './comparison.tsx'
import { filterNames } from './filters.ts'
import { Answer, Message } from './recorded.tsx'
import { Why } from './why.tsx'

/** An assumption that was switched for good. */
export interface Switched {
  readonly id: string
  readonly from: Choice
  readonly to: Choice
}

export type SendingAgain = ReturnType<typeof useSendingAgain>

/** Sends a request again, also with another choice of an assumption. The URL names the new request, to compare both. */
function useSendingAgain(before: RequestInfo) {
  const [switched, setSwitched] = useState<Switched>()
  const { sandbox } = before
  /** @returns the error, if it fails; the choice is then restored */
  const send = async (next?: Switched): Promise<string | undefined> => {
    try {
      if (next !== undefined) await choose({ [next.id]: next.to }, sandbox)
      const after = await api('POST /requests/{name}/send', { path: { name: before.id }, sandbox })
      setSwitched(next)
      // Another request may be open by now.
      if (route.peek().item === keyOf(before)) setQuery({ compare: after.id })
      return undefined
    } catch (error) {
      if (next !== undefined) await choose({ [next.id]: next.from }, sandbox).catch(() => {})
      return messageOf(error)
    }
  }
  return { switched, send }
}

/** The detail of a request: why it got its answer, the answer, and the request. @param item its key, as `keyOf` makes it */
export function RequestDetail({ item }: { readonly item: string }) {
  // A sandbox's name has no colon.
  const [sandbox = '', id = ''] = item.split(':', 2)
  const { value, error } = useAnswer('GET /requests/{name}', { path: { name: id }, sandbox }, { isFixed: true })
  return (
    <Detail
      title={<span class="mono">{value === undefined ? `Request ${id}` : `${value.method} ${value.path}`}</span>}
      onClose={() => go('traffic', undefined, kept(...filterNames))}
    >
      <ErrorNote text={error} />
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
      // A newline at the end would run the command when it is pasted.
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
      </div>
      <ErrorNote text={refusal} />
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

/** The request on one line, with collapsed facts. */
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
