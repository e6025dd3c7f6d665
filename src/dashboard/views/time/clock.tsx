import type { ClockState, DueInfo } from '../../../control/endpoints/clock.ts'
import { advanceClock, advanceTo, changeClock, useNow } from '../../state/clock.ts'
import { summary } from '../../state/summary.ts'
import { browserNowMs, parseInstant, toInstant } from '../../state/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { spanOf } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Panel } from '../../ui/view.tsx'
import { nameOf } from './due.tsx'
import type { Act } from './time.tsx'

import './time.css'

interface ClockProps {
  /** What comes due next. */
  readonly next: DueInfo | undefined
  /** What came due when the clock was moved last. */
  readonly told: string
  readonly act: Act
  /** Told when the form has set the clock. */
  readonly onSet: (clock: ClockState) => void
}

/** The clock, and all that changes it: the usual acts first. */
export function Clock({ next, told, act, onSet }: ClockProps) {
  const isFrozen = summary.value?.clock.mode === 'frozen'
  return (
    <Panel>
      <div class="stack">
        <Face />
        <div class="row">
          <Button
            icon={isFrozen ? 'play' : 'pause'}
            onClick={() => act((tell) => changeClock({ mode: isFrozen ? 'real' : 'frozen' }, tell))}
          >
            {isFrozen ? 'Run' : 'Freeze'}
          </Button>
          <Button onClick={() => act((tell) => advanceClock('1h', tell))}>+1 h</Button>
          {next === undefined ? null : (
            <Button
              kind="primary"
              icon="next"
              label={`Go to the next event: ${nameOf(next)}`}
              onClick={() => act((tell) => advanceTo(next.at, tell))}
            >
              Go to the next event
            </Button>
          )}
          <p role="status">{told}</p>
        </div>
        <More act={act} onSet={onSet} />
      </div>
    </Panel>
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

const steps = [
  ['5s', '+5 s'],
  ['1m', '+1 min'],
  ['1d', '+1 day'],
] as const

/** The next instant of which a span is a part. */
const nextOf = (spanMs: number) => (now: number) => (Math.floor(now / spanMs) + 1) * spanMs

/** Instants that people often want, by the instant that the clock shows. */
const instants: readonly (readonly [name: string, of: (nowMs: number) => number])[] = [
  ['Next hour', nextOf(3_600_000)],
  ['Next midnight', nextOf(86_400_000)],
  ['Time of this computer', browserNowMs],
]

/** Other steps, speeds, and instants. */
function More({ act, onSet }: Pick<ClockProps, 'act' | 'onSet'>) {
  const clock = summary.value?.clock
  return (
    <details>
      <summary>Other steps, speed, set to an instant</summary>
      <div class="stack">
        <div class="row" role="group" aria-label="Steps">
          {steps.map(([by, text]) => (
            <Button key={by} onClick={() => act((tell) => advanceClock(by, tell))}>
              {text}
            </Button>
          ))}
          {instants.map(([name, of]) => (
            <Button
              key={name}
              onClick={() => act((tell) => changeClock({ now: toInstant(of(parseInstant(clock?.now ?? ''))) }, tell))}
            >
              {name}
            </Button>
          ))}
        </div>
        <div class="row" role="group" aria-label="Speed">
          {[1, 10, 60, 3600].map((rate) => (
            <Button
              key={rate}
              pressed={clock?.mode === 'real' && clock.rate === rate}
              onClick={() => act((tell) => changeClock({ mode: 'real', rate }, tell))}
            >
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
          onDone={onSet}
        />
      </div>
    </details>
  )
}
