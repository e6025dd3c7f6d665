import type { DeliveryInfo } from '../../../control/endpoints/outbox.ts'
import { hrefOf } from '../../state/route.ts'
import { Badge, StateBadge, StatusBadge } from '../../ui/badge.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Code } from '../../ui/code.tsx'
import { dateTimeOf, durationOf } from '../../ui/format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { Facts } from '../../ui/view.tsx'

/** One delivery: its content, and every attempt. */
export function DeliveryDetail({ delivery }: { readonly delivery: DeliveryInfo }) {
  const { event, to, state, reason, job, createdAt, nextAttemptAt } = delivery
  return (
    <>
      <Facts
        items={[
          [
            'To',
            <code>
              <Breakable text={to} />
            </code>,
          ],
          ['Event', <Breakable text={event} />],
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

/** Why there was no attempt, by the state. */
const withoutAttempt: Readonly<Record<string, string>> = {
  kept: 'The fake sends no e-mails, so it keeps it.',
  refused: 'The fake refused to send it.',
}

/** Indents a text that is JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const isSignature = (header: string): boolean => /signature/i.test(header)

function Headers({ delivery: { headers } }: { readonly delivery: DeliveryInfo }) {
  if (headers === undefined || headers === null) return <p class="muted">No attempt was made yet.</p>
  const isSigned = Object.keys(headers).some(isSignature)
  return (
    <>
      <Facts
        items={Object.entries(headers).map(([name, value]) => [
          isSignature(name) ? <Badge tone="info">{name}</Badge> : name,
          <code class="break">{value}</code>,
        ])}
      />
      <p class="muted">
        {isSigned
          ? 'The signature is of the payload as it was sent, by the signing secret of this sandbox.'
          : 'It is not signed.'}
      </p>
    </>
  )
}

function Attempts({ delivery: { attempts, state } }: { readonly delivery: DeliveryInfo }) {
  if (attempts.length === 0) return <p class="muted">{withoutAttempt[state] ?? 'No attempt was made yet.'}</p>
  return (
    <ol class="stack attempts" aria-label="Attempts">
      {attempts.map(({ at, status, durationMs, reason, response }, index) => (
        <li key={index}>
          <span class="row">
            <span class="num">{dateTimeOf(at)}</span>
            <StatusBadge status={status} />
            <span class="muted num">{durationOf(durationMs)}</span>
          </span>
          <p class="muted break">{reason ?? (response === '' ? 'The answer has no body.' : response)}</p>
        </li>
      ))}
    </ol>
  )
}

/** An e-mail as a person reads it, beside its source. */
function Mail({ delivery }: { readonly delivery: DeliveryInfo }) {
  const { body, message } = delivery
  return (
    <>
      <div class="mail">
        <pre class="code">{body}</pre>
        <Code label="Source" value={message ?? body} />
      </div>
      <Attempts delivery={delivery} />
    </>
  )
}
