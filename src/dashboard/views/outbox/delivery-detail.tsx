import type { DeliveryInfo } from '../../../control/endpoints/outbox.ts'
import { hrefOf } from '../../state/route.ts'
import { Badge, StateBadge, StatusBadge } from '../../ui/badge.tsx'
import { Code } from '../../ui/code.tsx'
import { dateTimeOf, durationOf } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Facts } from '../../ui/view.tsx'
import { htmlPartOf } from './html-part.ts'

/** One delivery: its content, and every attempt. */
export function DeliveryDetail({ delivery }: { readonly delivery: DeliveryInfo }) {
  const { event, to, state, reason, job, createdAt, nextAttemptAt } = delivery
  return (
    <>
      <Facts
        items={[
          ['To', <code>{to}</code>],
          ['Event', event],
          ['State', <StateBadge state={state} />],
          ...(reason === null ? [] : [['Why', reason] as const]),
          ['About', <a href={hrefOf('data', `jobs/${job}`)}>{job}</a>],
          ['Created', dateTimeOf(createdAt)],
          ...(nextAttemptAt === null ? [] : [['Next attempt', dateTimeOf(nextAttemptAt)] as const]),
        ]}
      />
      {delivery.kind === 'email' ? <Mail delivery={delivery} /> : <Webhook delivery={delivery} />}
    </>
  )
}

function Webhook({ delivery }: { readonly delivery: DeliveryInfo }) {
  return (
    <Tabs
      label="Parts of the webhook"
      tabs={[
        { name: 'Payload', content: <Code label="Payload" value={indented(delivery.body)} /> },
        { name: 'Headers', content: <Headers delivery={delivery} /> },
        { name: `Attempts (${delivery.attempts.length})`, content: <Attempts delivery={delivery} /> },
      ]}
    />
  )
}

/** Indents a text that is JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Headers({ delivery: { headers } }: { readonly delivery: DeliveryInfo }) {
  if (headers === undefined || headers === null) return <p class="muted">No attempt was made yet.</p>
  return (
    <Facts
      items={Object.entries(headers).map(([name, value]) => [
        /signature/i.test(name) ? <Badge tone="info">{name}</Badge> : name,
        <code class="break">{value}</code>,
      ])}
    />
  )
}

function Attempts({ delivery: { attempts } }: { readonly delivery: DeliveryInfo }) {
  if (attempts.length === 0) return <p class="muted">No attempt was made yet.</p>
  return (
    <Table
      caption="Attempts"
      rows={attempts.map((made, index) => ({ ...made, number: index + 1 }))}
      keyOf={({ number }) => String(number)}
      columns={[
        { title: 'Attempt', cell: ({ number }) => number },
        { title: 'At', cell: ({ at }) => <span class="num nowrap">{dateTimeOf(at)}</span> },
        { title: 'Answer', cell: ({ status }) => <StatusBadge status={status} /> },
        { title: 'Took', isRight: true, cell: ({ durationMs }) => durationOf(durationMs) },
        {
          title: 'Why, or the start of the answer',
          cell: ({ reason, response }) => <span class="break">{reason ?? response}</span>,
        },
      ]}
    />
  )
}

/** An e-mail as a person reads it, beside its source. */
function Mail({ delivery }: { readonly delivery: DeliveryInfo }) {
  const { body, message = null, subject = '' } = delivery
  const html = message === null ? undefined : htmlPartOf(message)
  return (
    <>
      <div class="mail">
        {html === undefined ? (
          <pre class="code">{body}</pre>
        ) : (
          // No script, no form, no origin: the frame can only show.
          <iframe class="mail-frame" sandbox="" title={`E-mail: ${subject}`} srcdoc={html} />
        )}
        <Code label="Source" value={message ?? body} />
      </div>
      <Attempts delivery={delivery} />
    </>
  )
}
