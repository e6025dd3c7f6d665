import { useState } from 'preact/hooks'

import { apiKey } from '../../state/api-key.ts'
import { touch } from '../../state/ask.ts'
import type { Api, Operation } from '../../state/openapi.ts'
import { hrefOf } from '../../state/route.ts'
import { idIn, type Outcome, sendRequest } from '../../state/send-request.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { TextField } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'

interface CreateByApiProps {
  readonly api: Api
  readonly operation: Operation
  readonly onClose: () => void
  readonly onCreated: (id: string | undefined) => void
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: string }
}

const errorIn = (body: unknown): NonNullable<ErrorBody['error']> => {
  const { error = {} }: ErrorBody = typeof body === 'object' && body !== null ? body : {}
  return error
}

const isOk = ({ status = 0 }: Outcome): boolean => status >= 200 && status < 300

/** Sends the request by which a client creates a record. */
export function CreateByApi({ api, operation, onClose, onCreated }: CreateByApiProps) {
  const { method, path, body } = operation
  const [text, setText] = useState(body ?? '{}')
  const refusal = useRefusal([])
  const [outcome, setOutcome] = useState<Outcome>()
  const address = api.base + path
  const create = async (signal: AbortSignal): Promise<void> => {
    setOutcome(undefined)
    const headers = { Authorization: `Bearer ${apiKey.value}`, 'Content-Type': 'application/json' }
    const answer = await sendRequest({ method, address, headers, body: text }, signal)
    touch()
    if (signal.aborted) return
    if (isOk(answer)) {
      say(`Created: the API answered ${answer.status}.`)
      onCreated(idIn(answer.body))
      return
    }
    setOutcome(answer)
    const { details } = errorIn(answer.body)
    if (answer.status === 400 && details !== undefined) throw new Error(details)
  }
  return (
    <Form onSubmit={(signal) => refusal.attempt(() => create(signal))}>
      <p class="muted">
        The API serves this example. Change what you like, and create it: <code>{`${method} ${address}`}</code>
      </p>
      <TextField
        isCode
        rows={14}
        label="Body"
        value={text}
        onInput={(written) => {
          setText(written)
          setOutcome(undefined)
          refusal.clear()
        }}
        error={refusal.error === undefined ? undefined : messageOf(refusal.error)}
      />
      {outcome === undefined ? null : <Refused outcome={outcome} />}
      <FormButtons verb="Create" onCancel={onClose} />
    </Form>
  )
}

/** Says how the API refused, with a link to the request. */
function Refused({ outcome: { status, body, trouble, entry } }: { readonly outcome: Outcome }) {
  const { code = 'The answer has no code of an error', message = '' } = errorIn(body)
  return (
    <p class="note bad" role="alert">
      {trouble ?? `${status ?? ''} ${code}: ${message}.`}{' '}
      {entry === undefined ? null : <a href={hrefOf('traffic', entry.key)}>See why in Traffic</a>}
    </p>
  )
}
