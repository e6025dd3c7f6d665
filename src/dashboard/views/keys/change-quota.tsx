import { useState } from 'preact/hooks'

import type { QuotaInfo } from '../../../control/endpoints/keys.ts'
import { below, change } from '../../state/ask.ts'
import { attempt, say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { numberOf } from '../../ui/format.ts'

/** The fields, as they are typed; an empty one stays as it is. */
const unchanged = { limit: '', remaining: '', resetsIn: '' } as const

type Typed = Readonly<Record<keyof typeof unchanged, string>>

/** What was typed, as the body of a request. @throws Error where nothing was */
function bodyOf({ limit, remaining, resetsIn }: Typed): object {
  const body = {
    ...(limit === '' ? {} : { limit: numberOf(limit) }),
    ...(remaining === '' ? {} : { remaining: numberOf(remaining) }),
    ...(resetsIn === '' ? {} : { resetsIn }),
  }
  if (Object.keys(body).length === 0) throw new Error('Fill in one of the fields, such as requests left: 0.')
  return body
}

/** Changes the quota of a key in this window, such as to see a client meet its end. */
export function ChangeQuota({ window: { id, limit, remaining } }: { readonly window: QuotaInfo }) {
  const [typed, setTyped] = useState<Typed>(unchanged)
  const refusal = useRefusal(Object.keys(unchanged))
  const set = (body: object): Promise<unknown> => change('PUT', below('/quota', id), { body })
  const submit = (): Promise<boolean> =>
    refusal.attempt(async () => {
      await set(bodyOf(typed))
      setTyped(unchanged)
      say('The quota is changed.')
    })
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onInput: (text: string) => setTyped({ ...typed, [name]: text }),
    error: refusal.of(name),
  })
  return (
    <Form class="stack part" onSubmit={submit}>
      <h3>Change the quota of this hour</h3>
      <div class="fields quota-fields">
        <TextField label="Requests left" kind="number" placeholder={String(remaining)} {...field('remaining')} />
        <TextField label="Requests an hour" kind="number" placeholder={String(limit)} {...field('limit')} />
        <TextField label="Resets in" placeholder="10m" {...field('resetsIn')} />
      </div>
      {refusal.elsewhere === undefined ? null : <p class="note bad">{refusal.elsewhere}</p>}
      <div class="row">
        <Button type="submit">Change quota</Button>
        {remaining === 0 ? (
          <Button onClick={() => attempt(() => set({ remaining: limit }), 'All requests of this hour are left again.')}>
            Fill it up
          </Button>
        ) : (
          <Button onClick={() => attempt(() => set({ remaining: 0 }), 'No requests are left for this key.')}>
            Use it up
          </Button>
        )}
      </div>
    </Form>
  )
}
