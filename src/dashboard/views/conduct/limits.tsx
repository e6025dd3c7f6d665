import { useState } from 'preact/hooks'

import { route } from '../../state/route.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { choices, choose } from './choices.ts'

/** The limits of the judgement: how often a client may poll, and the verdicts that are allowed. */
export function Limits({ error }: { readonly error: string | undefined }) {
  const { allow, pollEvery } = choices()
  const [text, setText] = useState(pollEvery)
  const { item } = route.value
  return (
    <div class="row conduct-limits">
      <Form class="row" label="Polling" onSubmit={async () => choose(item, { pollEvery: text.trim() })}>
        <TextField label="A client may poll every" value={text} placeholder="1s" onInput={setText} error={error} />
        <Button type="submit">Apply</Button>
      </Form>
      {allow.length === 0 ? null : (
        <div class="row allowed" role="group" aria-label="Allowed">
          <span class="muted">Allowed</span>
          {allow.map((id) => (
            <button
              key={id}
              type="button"
              class="chip"
              aria-label={`Allow ${id} no longer`}
              onClick={() => choose(item, { allow: allow.filter((one) => one !== id) })}
            >
              <code>{id}</code>
              <Icon name="close" />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
