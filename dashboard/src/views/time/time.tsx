import { useState } from 'preact/hooks'

import type { DueInfo } from '../../../../src/core/control/endpoints/clock.ts'
import { advanceClock, advanceTo, changeClock, dueSummary, readDue, useNow } from '../../state/clock.ts'
import { hrefOf } from '../../state/route.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant, toInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, shortId, spanOf } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Empty, Panel, ErrorNote, View } from '../../ui/view.tsx'

import './time.css'

/** Moves the clock, and shows what came due. */
type Act = (work: () => Promise<string>) => Promise<boolean>

const steps = [
  ['5s', '+5 s'],
  ['1m', '+1 min'],
  ['1h', '+1 h'],
  ['1d', '+1 day'],
] as const

/** The clock of the sandbox, and what is due next. */
export function Time() {
  const { value, error } = useLoaded('due', () => readDue())
  const now = useNow(500)
  const [message, setMessage] = useState('')
  const act: Act = (work) => {
    setMessage('')
    return attempt(async () => setMessage(await work()))
  }
  if (now === undefined) return <View title="Time">{null}</View>
  // A running clock passes items before the list reloads.
  const items = value?.filter(({ at }) => parseInstant(at) > now)
  const next = items?.[0]
  const isFrozen = summary.value?.clock.mode === 'frozen'
  return (
    <View title="Time">
      <Panel>
        <div class="stack">
          <Face />
          <div class="row">
            <Button
              icon={isFrozen ? 'play' : 'pause'}
              onClick={() => act(() => changeClock({ mode: isFrozen ? 'real' : 'frozen' }))}
            >
              {isFrozen ? 'Run' : 'Freeze'}
            </Button>
            {steps.map(([by, text]) => (
              <Button key={by} onClick={() => act(() => advanceClock(by))}>
                {text}
              </Button>
            ))}
            {next === undefined ? null : (
              <Button
                kind="primary"
                icon="next"
                label={`Go to the next event: ${nameOf(next)}`}
                onClick={() => act(() => advanceTo(next.at))}
              >
                Go to the next event
              </Button>
            )}
            <p role="status">{message}</p>
          </div>
          <details>
            <summary>Speed, set to an instant</summary>
            <div class="stack">
              <div class="row" role="group" aria-label="Speed">
                {[1, 10, 60, 3600].map((rate) => (
                  <Button key={rate} onClick={() => act(() => changeClock({ mode: 'real', rate }))}>
                    {speedOf(rate)}
                  </Button>
                ))}
              </div>
              <SchemaForm
                route="PATCH /clock"
                words={{
                  now: { label: 'Set to', placeholder: '2026-07-01T12:00:00Z' },
                  rate: { label: 'Seconds of the clock in 1 s', placeholder: '60' },
                }}
                verb="Set the clock"
                onDone={(clock) => setMessage(dueSummary(items ?? [], clock))}
              />
            </div>
          </details>
        </div>
      </Panel>
      <ErrorNote text={error} />
      {items === undefined ? null : <Due items={items} now={now} act={act} />}
    </View>
  )
}

const dayForm = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** How fast a clock runs (`1 s = 1 h`). */
const speedOf = (rate: number): string => `1 s = ${Number.isInteger(rate) ? spanOf(rate * 1000) : `${rate} s`}`

/** The clock face. A frozen clock shows milliseconds too. */
function Face() {
  const now = useNow()
  const clock = summary.value?.clock
  if (now === undefined || clock === undefined) return null
  const isFrozen = clock.mode === 'frozen'
  return (
    <div class="row" role="timer" aria-label="Clock of the sandbox">
      <span class="clock-time num">{toInstant(now).slice(11, isFrozen ? 23 : 19)}</span>
      <span>{dayForm.format(now)}, UTC</span>
      <Badge tone={isFrozen ? 'info' : 'plain'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>
      {clock.rate === 1 ? null : <span class="muted">{speedOf(clock.rate)}</span>}
    </div>
  )
}

/** Describes a due change (`jobs completed`). */
const nameOf = ({ kind, event }: DueInfo): string => `${kind} ${event}`

/** The URL of the item that changes. */
function addressOf({ kind, id }: DueInfo): string {
  if (kind === 'outbox') return hrefOf('outbox', id)
  return kind === 'quota' ? hrefOf('keys', id) : hrefOf('data', `${kind}/${id}`)
}

/** The due changes, soonest first. */
function Due({ items, now, act }: { readonly items: readonly DueInfo[]; readonly now: number; readonly act: Act }) {
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
          { title: 'What', width: 'minmax(5rem, 1fr)', cell: ({ event }) => event },
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
