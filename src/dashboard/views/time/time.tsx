import { useState } from 'preact/hooks'

import { advanceClock, advanceTo, changeClock, passedText, readDue, useNow } from '../../state/clock.ts'
import { summary } from '../../state/summary.ts'
import { parseInstant, toInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { spanOf } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Panel, Refused, View } from '../../ui/view.tsx'
import { Due, nameOf } from './due.tsx'

import './time.css'

/** Moves the clock. The view says what came due. */
export type Act = (work: () => Promise<string>) => Promise<boolean>

const steps = [
  ['5s', '+5 s'],
  ['1m', '+1 min'],
  ['1h', '+1 h'],
  ['1d', '+1 day'],
] as const

/** The clock of the sandbox, and what comes due next. */
export function Time() {
  const { value, error } = useLoaded('due', () => readDue())
  const now = useNow(500)
  const [told, tell] = useState('')
  const act: Act = (work) => {
    tell('')
    return attempt(async () => tell(await work()))
  }
  if (now === undefined) return <View title="Time">{null}</View>
  // A running clock passes some before they are listed again.
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
            <p role="status">{told}</p>
          </div>
          <details>
            <summary>Speed, set to an instant</summary>
            <div class="stack">
              <Speeds act={act} />
              <SchemaForm
                route="PATCH /clock"
                words={{
                  now: { label: 'Set to', placeholder: '2026-07-01T12:00:00Z' },
                  rate: { label: 'Seconds of the clock in 1 s', placeholder: '60' },
                }}
                verb="Set the clock"
                onDone={(clock) => tell(passedText(items ?? [], clock))}
              />
            </div>
          </details>
        </div>
      </Panel>
      <Refused text={error} />
      {items === undefined ? null : <Due items={items} now={now} act={act} />}
    </View>
  )
}

const dayForm = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** How fast a clock runs (`1 s = 1 h`). */
const speedOf = (rate: number): string => `1 s = ${Number.isInteger(rate) ? spanOf(rate * 1000) : `${rate} s`}`

/** A clock that stands still shows its milliseconds too. */
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

function Speeds({ act }: { readonly act: Act }) {
  const clock = summary.value?.clock
  return (
    <div class="row" role="group" aria-label="Speed">
      {[1, 10, 60, 3600].map((rate) => (
        <Button
          key={rate}
          pressed={clock?.mode === 'real' && clock.rate === rate}
          onClick={() => act(() => changeClock({ mode: 'real', rate }))}
        >
          {speedOf(rate)}
        </Button>
      ))}
    </div>
  )
}
