import { useState } from 'preact/hooks'

import { apiKey, defaultKey } from '../../state/api-key.ts'
import { api } from '../../state/api.ts'
import { touch } from '../../state/ask.ts'
import { useApi } from '../../state/openapi.ts'
import { hrefOf } from '../../state/route.ts'
import { idIn, type Outcome, sendRequest } from '../../state/send-request.ts'
import { keyOf } from '../../state/traffic.ts'
import { errorIn } from '../../ui/json.ts'
import { idOf } from './fields.tsx'
import { JsonDialog, type JsonAction } from './json-dialog.tsx'

interface CreateProps {
  readonly area: string
  /** The statuses of the area; empty if it has none. */
  readonly states: readonly string[]
  readonly onClose: () => void
  /** Called with the id of the record, if known. */
  readonly onCreated: (id: string | undefined) => void
}

/** Creates a record: through the API, as a client does, or directly in the store. */
export function Create({ area, states, onClose, onCreated }: CreateProps) {
  const { value: document, error } = useApi()
  // The request that the API rejected.
  const [entry, setEntry] = useState<string>()
  if (document === undefined && error === undefined) return null
  const { base = '', operations = [] } = document ?? {}
  const byApi = operations
    .filter(({ method, tag, path }) => method === 'POST' && tag === area && !path.includes('{'))
    .slice(0, 1)
    .map(({ method, path, body = '{}' }): JsonAction => ({
      label: 'Through the API',
      about: `As a client does, by ${method} ${base + path}: the clock brings it from state to state.`,
      text: body,
      send: async (fields, signal) => {
        const headers = {
          Authorization: `Bearer ${apiKey.value || defaultKey.value}`,
          'Content-Type': 'application/json',
        }
        setEntry(undefined)
        const answer = await sendRequest(
          { method, address: base + path, headers, body: JSON.stringify(fields) },
          signal,
        )
        touch()
        if (signal.aborted) return
        const { status = 0, body: answered, entry: sent } = answer
        if (status >= 200 && status < 300) return onCreated(idIn(answered))
        setEntry(sent && keyOf(sent))
        throw new Error(troubleOf(answer))
      },
    }))
  const direct: JsonAction = {
    label: 'As it stands',
    about: `The fake fills in each field that you leave out. ${
      states.length === 0 ? '' : `The clock leaves it in its status: ${states.join(', ')}.`
    }`,
    text: JSON.stringify(states.length === 0 ? {} : { status: states[0] }, null, 2),
    send: async (body, signal) => onCreated(idOf(await api('POST /{area}', { path: { area }, body, signal }))),
  }
  return (
    <JsonDialog title={`Create a record in ${area}`} ways={[...byApi, direct]} verb="Create record" onClose={onClose}>
      {entry === undefined ? null : <a href={hrefOf('traffic', entry)}>See why in Traffic</a>}
    </JsonDialog>
  )
}

/** The error text of an answer that created nothing. */
function troubleOf({ status, body, trouble }: Outcome): string {
  const { code = 'no code of an error', message = '', details } = errorIn(body)
  if (status === 400 && typeof details === 'string') return details
  return trouble ?? `${status ?? ''} ${String(code)}: ${String(message)}.`
}
