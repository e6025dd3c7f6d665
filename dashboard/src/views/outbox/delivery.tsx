import type { DeliveryInfo } from '../../../../src/core/control/endpoints/outbox.ts'
import { api } from '../../state/api.ts'
import { useNow } from '../../state/clock.ts'
import { hrefOf, setQuery } from '../../state/route.ts'
import { parse } from '../../state/send-request.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { Badge, StateBadge, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { dateTimeOf, durationOf, spanOf } from '../../ui/format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Facts } from '../../ui/view.tsx'

/** The state of a delivery. For a retry, it shows the last status. */
export function DeliveryState({ state, attempts }: DeliveryInfo) {
  const last = attempts.at(-1)
  if (state !== 'pending' || last === undefined) return <StateBadge state={state} />
  return <Badge tone="warn">retrying · {last.status ?? 'no answer'}</Badge>
}

/** The time of the next attempt, by the sandbox clock. */
export function NextAttempt({ nextAttemptAt }: DeliveryInfo) {
  const now = useNow(1000)
  if (nextAttemptAt === null || now === undefined) return null
  const ms = parseInstant(nextAttemptAt) - now
  return <span title={dateTimeOf(nextAttemptAt)}>{ms <= 0 ? 'now' : `in ${spanOf(ms)}`}</span>
}

/** Sends a webhook again, and shows the attempt. */
export const SendAgain = ({ id }: DeliveryInfo) => (
  <Button
    size="small"
    icon="send"
    onClick={async () => {
      const isDone = await attempt(() => api('POST /outbox/{name}/redeliver', { path: { name: id } }))
      if (isDone) setQuery({ tab: 'attempts' })
    }}
  >
    Send again
  </Button>
)

export function Delivery(delivery: DeliveryInfo) {
  const { id, kind, event, to, reason, job, createdAt, nextAttemptAt, attempts, body, message } = delivery
  const hasFailed = attempts.some(({ status }) => status === null || status >= 300)
  const attemptsTab = { name: `Attempts (${attempts.length})`, content: <Attempts {...delivery} /> }
  const webhookTabs = [
    { name: 'Payload', content: <Code label="Payload" value={parse(body)} /> },
    { name: 'Headers', content: <Headers {...delivery} /> },
  ]
  const emailTabs = [
    { name: 'Text', content: <Code label="E-mail" value={body} /> },
    { name: 'Source', content: <Code label="Source" value={message ?? body} /> },
  ]
  return (
    <>
      <p class="row">
        <DeliveryState {...delivery} />
        {nextAttemptAt === null ? null : 'next attempt'} <NextAttempt {...delivery} />
        <span class="break">{reason}</span>
      </p>
      <details>
        <summary>
          <code class="truncate">{to}</code>
        </summary>
        <Facts
          items={[
            ['To', to],
            ['Event', event],
            ['About', <a href={hrefOf('data', `jobs/${job}`)}>{job}</a>],
            ['Created', dateTimeOf(createdAt)],
            ['Id', <code>{id}</code>],
          ]}
        />
      </details>
      <Tabs
        label={`Parts of the ${kind}`}
        tabs={kind === 'email' ? emailTabs : hasFailed ? [attemptsTab, ...webhookTabs] : [...webhookTabs, attemptsTab]}
      />
    </>
  )
}

function Headers({ headers }: DeliveryInfo) {
  const items = Object.entries(headers ?? {})
  return (
    <>
      <Facts items={items.map(([name, value]) => [name, <code class="break">{value}</code>])} />
      <p class="muted">
        {items.length === 0 ? 'No attempt was made yet.' : 'A signature is made by the signing secret of this sandbox.'}
      </p>
    </>
  )
}

/** The attempts, newest first. */
function Attempts({ attempts }: DeliveryInfo) {
  if (attempts.length === 0) return <p class="muted">No attempt was made.</p>
  return (
    <ol class="stack" aria-label="Attempts">
      {attempts.toReversed().map(({ at, status, durationMs, reason, response }) => (
        <li key={at}>
          <span class="row">
            <StatusBadge status={status} />
            <span class="num">{dateTimeOf(at)}</span>
            <span class="muted num">{durationOf(durationMs)}</span>
          </span>
          <p class="muted break">{reason ?? (response === '' ? 'The answer has no body.' : response)}</p>
        </li>
      ))}
    </ol>
  )
}
