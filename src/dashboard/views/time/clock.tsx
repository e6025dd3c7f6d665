import { useState } from 'preact/hooks'

import { advanceClock, changeClock, useNow } from '../../state/clock.ts'
import { summary } from '../../state/summary.ts'
import { toInstant } from '../../state/time.ts'
import { attempt } from '../../state/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { Panel } from '../../ui/view.tsx'
import { SetClock } from './set-clock.tsx'

/** The clock, and all that changes it. */
export function Clock() {
  return (
    <Panel>
      <div class="clock">
        <Face />
        <div class="clock-controls">
          <Run />
          <Advance />
          <SetClock />
        </div>
      </div>
    </Panel>
  )
}

const dayForm = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

function Face() {
  const now = useNow()
  const clock = summary.value?.clock
  if (now === undefined || clock === undefined) return <div class="clock-face" />
  const text = toInstant(now)
  return (
    <div class="clock-face" role="timer" aria-label="Clock of the sandbox">
      <p class="muted">{dayForm.format(now)}</p>
      <p class="clock-time num">
        {text.slice(11, 19)}
        <span class="muted">{text.slice(19, 23)}</span>
      </p>
      <p class="row">
        <Badge tone={clock.mode === 'frozen' ? 'info' : 'ok'}>{clock.mode === 'frozen' ? 'Frozen' : 'Running'}</Badge>
        <span class="muted num">{clock.rate === 1 ? 'UTC' : `UTC · ${clock.rate} × as fast as real time`}</span>
      </p>
    </div>
  )
}

const rates = [1, 10, 60, 3600]

/** Stops the clock, or lets it run at a rate. */
function Run() {
  const clock = summary.value?.clock
  const [other, setOther] = useState('')
  const refusal = useRefusal([])
  const isFrozen = clock?.mode === 'frozen'
  const runAtOther = (): Promise<boolean> =>
    refusal.attempt(async () => {
      const rate = other.trim() === '' ? Number.NaN : Number(other)
      if (Number.isNaN(rate)) throw new Error(`rate: expected a number above 0, such as 60, got "${other}"`)
      await changeClock({ mode: 'real', rate })
      setOther('')
    })
  return (
    <div class="clock-row" role="group" aria-label="Run">
      <span class="legend">Run</span>
      <div class="row">
        <Button icon="pause" pressed={isFrozen} onClick={() => attempt(() => changeClock({ mode: 'frozen' }))}>
          Freeze
        </Button>
        <span class="button-group">
          {rates.map((rate) => (
            <Button
              key={rate}
              label={`Run at ${rate} ×`}
              pressed={!isFrozen && clock?.rate === rate}
              onClick={() => attempt(() => changeClock({ mode: 'real', rate }))}
            >
              {`${rate} ×`}
            </Button>
          ))}
        </span>
        <Form class="clock-other" onSubmit={runAtOther}>
          <TextField
            label="Another rate"
            isLabelHidden
            kind="number"
            placeholder="rate"
            value={other}
            onInput={setOther}
            error={refusal.elsewhere}
          />
          <Button type="submit" icon="play">
            Run
          </Button>
        </Form>
      </div>
    </div>
  )
}

const steps = [
  { by: '5s', text: '+5 s' },
  { by: '1m', text: '+1 min' },
  { by: '1h', text: '+1 h' },
  { by: '1d', text: '+1 day' },
]

/** Moves the clock forward. */
function Advance() {
  return (
    <div class="clock-row" role="group" aria-label="Advance">
      <span class="legend">Advance</span>
      <div class="row">
        {steps.map(({ by, text }) => (
          <Button key={by} onClick={() => attempt(() => advanceClock(by))}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  )
}
