import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { advanceTo } from '../../state/clock.ts'
import { hrefOf } from '../../state/route.ts'
import { parseInstant } from '../../state/time.ts'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, shortId, spanOf } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/view.tsx'
import type { Act } from './time.tsx'

/** Events of the two kinds that are no records. */
const events: Readonly<Record<string, string>> = { attempt: 'next attempt', reset: 'quota reset' }

/** What happens, and to what (`jobs completed`). */
export const nameOf = ({ kind, event }: DueInfo): string => `${kind} ${events[event] ?? event}`

/** The address of the item that something happens to. */
function addressOf({ kind, id }: DueInfo): string {
  if (kind === 'outbox') return hrefOf('outbox', id)
  return kind === 'quota' ? hrefOf('keys', id) : hrefOf('data', `${kind}/${id}`)
}

/** What the clock brings, the soonest first. */
export function Due({
  items,
  now,
  act,
}: {
  readonly items: readonly DueInfo[]
  readonly now: number
  readonly act: Act
}) {
  if (items.length === 0) {
    return (
      <Empty title="Nothing is due">
        Create a record through the API in <a href={hrefOf('data')}>Data</a>: it changes its state by this clock. A
        quota resets by it too, and a webhook that failed is attempted again.
      </Empty>
    )
  }
  const goTo = (item: DueInfo): Promise<boolean> => act(() => advanceTo(item.at))
  return (
    <section class="panel list-panel" aria-label="What comes next">
      <List
        label="What comes next"
        rows={items}
        keyOf={({ at, kind, id, event }) => [at, kind, id, event].join(' ')}
        onOpen={(item) => location.assign(addressOf(item))}
        onSpace={goTo}
        columns={[
          { title: 'When', width: '6.25rem', cell: ({ at }) => `in ${spanOf(parseInstant(at) - now)}` },
          { title: 'What', width: 'minmax(5rem, 1fr)', cell: ({ event }) => events[event] ?? event },
          { title: 'Item', width: 'minmax(0, 2fr)', from: 360, cell: Item },
          { title: 'At', width: '10rem', from: 720, cell: ({ at }) => <span class="muted num">{dateTimeOf(at)}</span> },
          {
            title: 'Actions',
            isTitleHidden: true,
            width: '4.5rem',
            isRight: true,
            cell: (item) => (
              <Button size="small" tabIndex={-1} label={`Go to it: ${nameOf(item)}`} onClick={() => goTo(item)}>
                Go to it
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}

const Item = (item: DueInfo) => (
  <a href={addressOf(item)} title={item.id} tabIndex={-1}>
    {item.kind} <code>{shortId(item.id)}</code>
  </a>
)
