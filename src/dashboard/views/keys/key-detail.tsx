import { useState } from 'preact/hooks'

import { below, change, Refusal } from '../../state/ask.ts'
import { attempt, say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { Facts } from '../../ui/view.tsx'
import { type KeyWithQuota, revoke } from './key.ts'
import { QuotaMeter } from './quota-meter.tsx'

/** One API key: all but its secret, which only its generation shows. */
export function KeyDetail({ entry }: { readonly entry: KeyWithQuota }) {
  const { id, permissions, quota, revoked, createdAt, window } = entry
  return (
    <>
      <Facts
        items={[
          ['Id', <code>{id}</code>],
          ['State', revoked ? <Badge tone="bad">revoked</Badge> : <Badge tone="ok">active</Badge>],
          ['Generated', createdAt === null ? 'comes with the fixtures' : dateTimeOf(createdAt)],
          ['Permissions', permissions.length === 0 ? 'none' : permissions.join(', ')],
          ['Quota', quota === null ? 'the usual one' : `${quota.toLocaleString('en')} requests an hour`],
          ['Requests left', <QuotaMeter window={window} />],
        ]}
      />
      {revoked ? (
        <p class="note">Requests with this key get an authentication_error.</p>
      ) : (
        <>
          <ChangeQuota id={id} />
          <div>
            <Button kind="danger" icon="trash" onClick={() => revoke(entry)}>
              Revoke key
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Changes what is left of the quota, such as to see a client meet its end. */
function ChangeQuota({ id }: { readonly id: string }) {
  const [remaining, setRemaining] = useState('')
  const [resetsIn, setResetsIn] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()
  const set = (body: unknown): Promise<unknown> => change('PUT', below('/quota', id), { body })
  const submit = async (): Promise<void> => {
    try {
      await set({
        ...(remaining === '' ? {} : { remaining: /^\d+$/.test(remaining) ? Number(remaining) : remaining }),
        ...(resetsIn === '' ? {} : { resetsIn }),
      })
      setRefusal(undefined)
      say('The quota is changed.')
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal(0, messageOf(error)))
    }
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>Change the quota of this window</h3>
      <div class="fields">
        <TextField
          label="Requests left"
          kind="number"
          value={remaining}
          onInput={setRemaining}
          placeholder="0"
          error={refusal?.field === 'resetsIn' ? undefined : refusal?.message}
        />
        <TextField
          label="Resets in"
          value={resetsIn}
          onInput={setResetsIn}
          placeholder="10m"
          error={refusal?.field === 'resetsIn' ? refusal.message : undefined}
        />
      </div>
      <div class="row">
        <Button type="submit">Change quota</Button>
        <Button onClick={() => attempt(() => set({ remaining: 0 }), 'No requests are left for this key.')}>
          Use it up
        </Button>
      </div>
    </form>
  )
}
