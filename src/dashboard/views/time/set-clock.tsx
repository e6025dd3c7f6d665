import { useState } from 'preact/hooks'

import { setClock, useNow } from '../../state/clock.ts'
import { browserNowMs, parseInstant, toInstant } from '../../state/time.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Instants that people often want, by the instant that the clock shows. */
const usual: readonly (readonly [name: string, of: (nowMs: number) => number])[] = [
  ['Start of the day', (now) => Math.floor(now / dayMs) * dayMs],
  ['Next hour', (now) => (Math.floor(now / hourMs) + 1) * hourMs],
  ['Next midnight', (now) => (Math.floor(now / dayMs) + 1) * dayMs],
  ['Start of the month', (now) => parseInstant(`${toInstant(now).slice(0, 8)}01T00:00:00Z`)],
  ['Time of this computer', () => browserNowMs()],
]

/** Sets the clock to an instant. */
export function SetClock() {
  const now = useNow(1000)
  const [text, setText] = useState('')
  const refusal = useRefusal([])
  const set = (): Promise<boolean> =>
    refusal.attempt(async () => {
      await setClock(text.trim())
      setText('')
    })
  const fill = (instant: string): void => {
    setText(instant)
    refusal.clear()
  }
  return (
    <Form class="clock-row" label="Set" onSubmit={set}>
      <span class="legend">Set to</span>
      <div class="stack">
        <div class="clock-set">
          <TextField
            label="Set to"
            isLabelHidden
            isCode
            placeholder="2026-07-01T12:00:00Z"
            value={text}
            onInput={fill}
            error={refusal.elsewhere}
          />
          <Button type="submit">Set the clock</Button>
        </div>
        <div class="row">
          {usual.map(([name, of]) => (
            <Button
              key={name}
              size="small"
              disabled={now === undefined}
              onClick={() => {
                if (now !== undefined) fill(toInstant(of(now)))
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
    </Form>
  )
}
