import { useState } from 'preact/hooks'

import { apiKey } from '../../state/api-key.ts'
import { touch } from '../../state/ask.ts'
import type { Api, Operation } from '../../state/openapi.ts'
import { hrefOf } from '../../state/route.ts'
import { idIn, type Outcome, sendRequest } from '../../state/send-request.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import type { FieldProblem } from '../../ui/json-problems.ts'
import { JsonField } from './json-field.tsx'
import { problemsIn } from './patch.ts'

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
  const { method, path, body, bodySchema } = operation
  const [text, setText] = useState(body ?? '{}')
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const [outcome, setOutcome] = useState<Outcome>()
  const address = api.base + path
  const create = async (): Promise<void> => {
    const headers = { Authorization: `Bearer ${apiKey.value}`, 'Content-Type': 'application/json' }
    const answer = await sendRequest({ method, address, headers, body: text }, new AbortController().signal)
    touch()
    if (isOk(answer)) {
      say(`Created: the API answered ${answer.status}.`)
      onCreated(idIn(answer.body))
      return
    }
    const { details } = errorIn(answer.body)
    setRefused(answer.status === 400 && details !== undefined ? problemsIn(details) : [])
    setOutcome(answer)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p class="muted">
        The API serves this example. Change what you like, and create it: <code>{`${method} ${address}`}</code>
      </p>
      <JsonField
        label="Body"
        text={text}
        onInput={(written) => {
          setText(written)
          setRefused([])
        }}
        schema={bodySchema}
        named={api.named}
        refused={refused}
      />
      {outcome === undefined ? null : <Refused outcome={outcome} />}
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit">
          Create
        </Button>
      </footer>
    </form>
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
