import { useState } from 'preact/hooks'

import type { DeliveryInfo } from '../../../../src/core/control/endpoints/outbox.ts'
import { useAnswer } from '../../state/api.ts'
import { go, hrefOf, route, setQuery } from '../../state/route.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterBar, hasWords, valuesOf } from '../../ui/filters.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { Detail, ListDetail } from '../../ui/list-detail.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { Delivery, DeliveryState, NextAttempt, SendAgain } from './delivery.tsx'

const kinds = ['webhook', 'email'] as const satisfies readonly DeliveryInfo['kind'][]
const states = ['pending', 'delivered', 'failed', 'refused', 'kept'] as const satisfies readonly DeliveryInfo['state'][]

const choices = ['text', 'kind', 'state']
const limit = 200

/** The e-mails and webhooks of the sandbox, with every attempt to deliver them. */
export function Outbox({ item }: { readonly item: string | undefined }) {
  const { query } = route.value
  // The fake filters by one value of each, so that older deliveries are found too.
  const [kind, state] = [kinds.find((one) => one === query['kind']), states.find((one) => one === query['state'])]
  const [isSending, setSending] = useState(false)
  const { value, error } = useAnswer('GET /outbox', { query: { kind, state, limit } })
  return (
    <View title="Outbox" isFull>
      <ErrorNote text={error} />
      <ListDetail
        view="outbox"
        item={item}
        keeps={choices}
        label="Deliveries"
        rows={value?.items.filter(isChosen).toReversed() ?? []}
        keyOf={({ id }) => id}
        notFound="No delivery has the id"
        header={
          <FilterBar
            noun="deliveries"
            searches="address, event or subject"
            facets={[
              { id: 'kind', title: 'Kind', choices: kinds.map((one) => [one]) },
              { id: 'state', title: 'State', choices: states.map((one) => [one]) },
            ]}
            chosen={query}
            onChange={setQuery}
          >
            {value?.items.length === limit ? <span class="muted">of the newest {limit}</span> : null}
            <Button icon="send" onClick={() => setSending(true)}>
              Send a webhook
            </Button>
          </FilterBar>
        }
        empty={value === undefined ? null : <Nothing isFiltered={choices.some((name) => (query[name] ?? '') !== '')} />}
        columns={[
          { title: 'Event', width: 'minmax(8rem, 1fr)', cell: ({ event }) => <span title={event}>{event}</span> },
          { title: 'State', width: '8.5rem', cell: DeliveryState },
          { title: 'To', width: 'minmax(0, 1.5fr)', from: 420, cell: ({ to }) => <code title={to}>{to}</code> },
          { title: 'Next attempt', width: '7rem', from: 620, cell: (one) => <NextAttempt {...one} /> },
          { title: 'Attempts', width: '5rem', from: 760, isRight: true, cell: ({ attempts }) => attempts.length },
          { title: 'Created', width: '10rem', from: 900, cell: ({ createdAt }) => dateTimeOf(createdAt) },
        ]}
      >
        {item === undefined ? undefined : <Opened key={item} id={item} />}
      </ListDetail>
      {isSending ? <SendWebhook onClose={() => setSending(false)} /> : null}
    </View>
  )
}

/** Sends a webhook that no job requested. It is about the newest job. */
function SendWebhook({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Send a webhook" onClose={onClose}>
      <SchemaForm
        route="POST /outbox"
        words={{
          to: { label: 'To', placeholder: 'http://127.0.0.1:9000/hook' },
          event: { label: 'Event', placeholder: 'analysis_job.completed', hint: 'It is about the newest job.' },
        }}
        verb="Send"
        onDone={({ id }) => (onClose(), go('outbox', id))}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function isChosen({ kind, state, event, to, subject = '' }: DeliveryInfo): boolean {
  const { query } = route.value
  const isOff = (id: string, value: string): boolean => (query[id] ?? '') !== '' && !valuesOf(query, id).includes(value)
  if (isOff('kind', kind) || isOff('state', state)) return false
  return hasWords(`${event} ${to} ${subject}`, query['text'])
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No delivery fits">Remove a filter to see more.</Empty>
  return (
    <Empty title="Nothing was sent yet">
      <ol>
        <li>
          Create a job with a <code>notification</code> in <a href={hrefOf('data')}>Data</a> or by the API.
        </li>
        <li>
          Move the <a href={hrefOf('time')}>clock</a> until the job is done.
        </li>
        <li>Read here what was sent, and each attempt. An e-mail is kept: the fake sends none.</li>
      </ol>
    </Empty>
  )
}

/** The open delivery, which may be older than the listed deliveries. */
function Opened({ id }: { readonly id: string }) {
  const { value: delivery, error } = useAnswer('GET /outbox/{name}', { path: { name: id } })
  return (
    <Detail
      title={delivery?.subject ?? delivery?.event ?? id}
      actions={delivery?.kind === 'webhook' ? <SendAgain {...delivery} /> : undefined}
    >
      <ErrorNote text={error} />
      {delivery === undefined ? null : <Delivery {...delivery} />}
    </Detail>
  )
}
