import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { advanceTo, useNow } from '../../state/clock.ts'
import { hrefOf } from '../../state/route.ts'
import { parseInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, shortId, spanOf } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Empty, Panel } from '../../ui/view.tsx'
import { addressOf, eventOf } from './event.ts'
import { TimeLine } from './time-line.tsx'

function Which({ item }: { readonly item: DueInfo }) {
  const { kind, id } = item
  return (
    <a href={addressOf(item)} class="nowrap" title={id}>
      {kind} <span class="mono">{shortId(id)}</span>
    </a>
  )
}

/** The time from the clock to an instant. */
function In({ at }: { readonly at: string }) {
  const now = useNow(250)
  if (now === undefined) return null
  const ms = parseInstant(at) - now
  return <span class="num nowrap">{ms <= 0 ? 'now' : `in ${spanOf(ms)}`}</span>
}

/** Shows the next thing, a line of time, and a list. */
export function Due({ items: listed }: { readonly items: readonly DueInfo[] }) {
  const now = useNow(1000)
  if (now === undefined) return null
  // A running clock passes some before they are listed again.
  const items = listed.filter(({ at }) => parseInstant(at) > now)
  const [next] = items
  if (next === undefined) {
    return (
      <Panel title="What comes next">
        <Empty title="Nothing is due.">
          Create a record through the API in <a href={hrefOf('data')}>Data</a>: it changes its state by this clock. A
          quota is due to reset once its key was used, and a webhook when it has to be attempted.
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel title="What comes next" isFlush>
      <div class="next">
        <p class="row grow">
          <strong class="next-in">
            <In at={next.at} />
          </strong>
          <StateBadge state={eventOf(next)} />
          <Which item={next} />
        </p>
        <Button
          kind="primary"
          icon="next"
          label={`Advance to the next: ${next.kind} ${eventOf(next)}`}
          onClick={() => attempt(() => advanceTo(next.at))}
        >
          Advance to the next
        </Button>
      </div>
      <TimeLine items={items} nowMs={now} />
      <DueTable items={items} />
    </Panel>
  )
}

function DueTable({ items }: { readonly items: readonly DueInfo[] }) {
  return (
    <Table
      caption="What comes next"
      rows={items}
      keyOf={({ at, kind, id, event }) => [at, kind, id, event].join(' ')}
      columns={[
        { title: 'In', cell: ({ at }) => <In at={at} /> },
        { title: 'Event', cell: (item) => <StateBadge state={eventOf(item)} /> },
        { title: 'Of', cell: (item) => <Which item={item} /> },
        { title: 'At', cell: ({ at }) => <span class="mono nowrap">{dateTimeOf(at)}</span> },
        {
          title: 'Move the clock',
          isTitleHidden: true,
          isRight: true,
          cell: (item) => (
            <Button
              size="small"
              label={`Advance to this: ${item.kind} ${eventOf(item)}`}
              onClick={() => attempt(() => advanceTo(item.at))}
            >
              Advance to this
            </Button>
          ),
        },
      ]}
    />
  )
}
