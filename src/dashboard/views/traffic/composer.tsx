import { useEffect, useRef, useState } from 'preact/hooks'

import { apiKey } from '../../state/api-key.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { LoadError } from '../../ui/view.tsx'
import { addressOf, type Api, loadApi, type Operation, startOf } from './api-document.ts'
import { Credentials } from './composer-credentials.tsx'
import { OutcomePart } from './composer-outcome.tsx'
import { ParameterField } from './composer-parameter.tsx'
import { type ApiRequest, type Outcome, sendRequest } from './send-request.ts'

import './composer.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** What is written in the form. */
interface Draft {
  /** Undefined for a free method and path. */
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** The choice of a free method and path. */
const free = 'free'

const draftOf = (operation: Operation): Draft => ({
  operation,
  method: operation.method,
  path: operation.path,
  values: Object.fromEntries(operation.parameters.map((parameter) => [parameter.name, startOf(parameter)])),
  body: operation.body ?? '',
})

/** The dialog that sends a request to the API of the sandbox. */
export function Composer({ onClose }: { readonly onClose: () => void }) {
  const [api, setApi] = useState<Api>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    loadApi().then(setApi, (failure: unknown) => setError(messageOf(failure)))
  }, [])
  return (
    <Dialog title="Send a request" isWide onClose={onClose}>
      <LoadError text={error} />
      {api === undefined ? null : <Form api={api} onClose={onClose} />}
    </Dialog>
  )
}

/** The operation that a form begins with: one that needs nothing. */
const firstOf = ({ operations }: Api): Operation | undefined =>
  operations.find(({ method, path }) => method === 'GET' && !path.includes('{')) ?? operations[0]

function Form({ api, onClose }: { readonly api: Api; readonly onClose: () => void }) {
  const first = firstOf(api)
  const [draft, setDraft] = useState<Draft>(() =>
    first === undefined ? { operation: undefined, method: 'GET', path: '/', values: {}, body: '' } : draftOf(first),
  )
  const [isAnonymous, setAnonymous] = useState(false)
  const [scenario, setScenario] = useState('')
  const sending = useSending()
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed })
  const request = requestOf(api, draft, { secret: isAnonymous ? undefined : apiKey.value, scenario })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void sending.send(request)
      }}
    >
      <OperationFields api={api} draft={draft} change={change} onChoose={setDraft} />
      <Credentials isAnonymous={isAnonymous} onAnonymous={setAnonymous} scenario={scenario} onScenario={setScenario} />
      <footer>
        <code class="grow break">
          {request.method} {request.address}
        </code>
        {sending.cancel === undefined ? (
          <Button kind="primary" type="submit" icon="play">
            Send
          </Button>
        ) : (
          <Button onClick={sending.cancel}>Cancel</Button>
        )}
      </footer>
      {sending.cancel === undefined ? null : <p role="status">Waiting for the answer…</p>}
      {sending.outcome === undefined ? null : <OutcomePart outcome={sending.outcome} onLeave={onClose} />}
    </form>
  )
}

interface OperationFieldsProps {
  readonly api: Api
  readonly draft: Draft
  readonly change: (changed: Partial<Draft>) => void
  readonly onChoose: (draft: Draft) => void
}

function OperationFields({ api, draft, change, onChoose }: OperationFieldsProps) {
  const { operation, values } = draft
  const options = [
    ...api.operations.map(({ name, summary, tag }) => ({ value: name, text: `${name} · ${summary}`, group: tag })),
    { value: free, text: 'Another method and path' },
  ]
  const choose = (name: string): void => {
    const chosen = api.operations.find((known) => known.name === name)
    if (chosen === undefined) change({ operation: undefined, path: addressOfDraft(draft) })
    else onChoose(draftOf(chosen))
  }
  return (
    <>
      <Select label="Operation" value={operation?.name ?? free} options={options} onChange={choose} />
      {operation === undefined ? (
        <div class="composer-free">
          <Select label="Method" value={draft.method} options={methods} onChange={(method) => change({ method })} />
          <TextField label="Path and query" isCode value={draft.path} onInput={(path) => change({ path })} />
        </div>
      ) : operation.parameters.length === 0 ? null : (
        <div class="composer-fields">
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ''}
              onChange={(value) => change({ values: { ...values, [parameter.name]: value } })}
            />
          ))}
        </div>
      )}
      {takesBody(draft) ? (
        <TextField
          label="Body"
          rows={10}
          value={draft.body}
          onInput={(body) => change({ body })}
          hint={hintOf(draft.body)}
        />
      ) : null}
    </>
  )
}

const addressOfDraft = ({ operation, path, values }: Draft): string =>
  operation === undefined ? path : addressOf(operation, values)

const takesBody = ({ operation, method }: Draft): boolean =>
  operation === undefined ? !['GET', 'HEAD'].includes(method) : operation.body !== undefined

function hintOf(body: string): string {
  try {
    JSON.parse(body)
    return 'JSON, sent as it stands.'
  } catch (error) {
    return `This is no JSON, and is sent as it stands. ${messageOf(error)}`
  }
}

function requestOf(
  { base }: Api,
  draft: Draft,
  { secret, scenario }: { readonly secret: string | undefined; readonly scenario: string },
): ApiRequest {
  const body = takesBody(draft) && draft.body !== '' ? draft.body : undefined
  return {
    method: draft.method,
    address: base + addressOfDraft(draft),
    headers: {
      ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(scenario === '' ? {} : { 'X-Fake-Scenario': scenario }),
    },
    body,
  }
}

/** Sends requests, one at a time. The last outcome stays until the next. */
function useSending() {
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])
  return {
    outcome,
    cancel: running === undefined ? undefined : () => running.abort(),
    send: async (request: ApiRequest): Promise<void> => {
      const controller = new AbortController()
      latest.current = controller
      setRunning(controller)
      setOutcome(await sendRequest(request, controller.signal))
      setRunning(undefined)
    },
  }
}
