import { signal } from '@preact/signals'

import type { DeliveryInfo } from '../../../control/endpoints/outbox.ts'
import { queryOf, read, readList } from '../../state/ask.ts'
import { queryOfList, useControlDocument } from '../../state/openapi.ts'
import { go, hrefOf } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { ParameterField } from '../../ui/parameter-field.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Detail, Empty, Panel, Refused, View } from '../../ui/view.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { Redeliver } from './redeliver.tsx'

import './outbox.css'

/** The values of the filters, by name. */
const chosen = signal<Readonly<Record<string, string>>>({})

/** The newest deliveries that are listed. */
const mostListed = 200

const columns: readonly Column<DeliveryInfo>[] = [
  {
    title: 'Event',
    cell: (delivery) => (
      <>
        <Breakable text={delivery.event} />
        <span class="muted delivery-kind">{delivery.kind}</span>
      </>
    ),
    minWidth: '7rem',
  },
  {
    title: 'To',
    minWidth: '8rem',
    cell: ({ to }) => (
      <code>
        <Breakable text={to} />
      </code>
    ),
  },
  { title: 'State', cell: (delivery) => <StateBadge state={delivery.state} /> },
  { title: 'Attempts', isRight: true, isExtra: true, cell: ({ attempts }) => attempts.length },
  { title: 'Created', isExtra: true, cell: ({ createdAt }) => <span class="num nowrap">{dateTimeOf(createdAt)}</span> },
  {
    title: 'Next attempt',
    isExtra: true,
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="num nowrap">{dateTimeOf(nextAttemptAt)}</span>
      ),
  },
]

/** The e-mails and webhooks of the sandbox, with every attempt to deliver them. */
export function Outbox({ item }: { readonly item: string | undefined }) {
  const filters = queryOfList(useControlDocument(), '/outbox').filter(({ schema }) => schema.enum !== undefined)
  const query = queryOf({ ...chosen.value, limit: mostListed })
  const { value, error } = useLoaded(`outbox${query}`, () => readList<DeliveryInfo>(`/outbox${query}`))
  const deliveries = value?.toReversed() ?? []
  return (
    <View
      title="Outbox"
      lead="Webhooks and e-mails of this sandbox, with every attempt. A webhook is signed; an e-mail is kept."
    >
      <Refused text={error} />
      <div class="fields outbox-filters">
        {filters.map((filter) => (
          <ParameterField
            key={filter.name}
            isBrief
            parameter={filter}
            value={chosen.value[filter.name] ?? ''}
            onChange={(value) => {
              chosen.value = { ...chosen.value, [filter.name]: value }
            }}
          />
        ))}
      </div>
      <div class={item === undefined ? 'split' : 'split open'}>
        <Panel isFlush>
          {value !== undefined && deliveries.length === 0 ? (
            <Nothing isFiltered={Object.values(chosen.value).some((one) => one !== '')} />
          ) : (
            <Table
              caption="Deliveries"
              rows={deliveries}
              keyOf={({ id }) => id}
              open={item}
              onOpen={({ id }) => go('outbox', id)}
              columns={columns}
            />
          )}
          {deliveries.length === mostListed ? (
            <p class="muted listed">The newest {mostListed} are listed. Choose a filter to see older ones.</p>
          ) : null}
        </Panel>
        {item === undefined ? null : <Opened key={item} id={item} />}
      </div>
    </View>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No delivery fits">
        <Button
          onClick={() => {
            chosen.value = {}
          }}
        >
          Show all
        </Button>
      </Empty>
    )
  }
  return (
    <Empty title="Nothing was sent yet">
      Create a job with a <code>notification</code> that has an e-mail address or a webhook URL, on{' '}
      <a href={hrefOf('data')}>Data</a> or by the API. The fake sends it when the job is done.
    </Empty>
  )
}

function Opened({ id }: { readonly id: string }) {
  const { value: delivery, error } = useLoaded(id, () => read<DeliveryInfo>(`/outbox/${encodeURIComponent(id)}`))
  return (
    <Detail
      title={<Breakable text={delivery?.subject ?? delivery?.event ?? id} />}
      actions={delivery === undefined ? undefined : <Redeliver delivery={delivery} />}
      onClose={() => go('outbox')}
    >
      <Refused text={error} />
      {delivery === undefined ? null : <DeliveryDetail delivery={delivery} />}
    </Detail>
  )
}
