import { useState } from 'preact/hooks'

import { apiKey } from '../../state/api-key.ts'
import { type Api, useApi } from '../../state/openapi.ts'
import { type ApiRequest, idIn, type Outcome, sendRequest } from '../../state/send-request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Refused } from '../../ui/view.tsx'
import { Credentials } from './composer-credentials.tsx'
import { OperationFields } from './composer-operation.tsx'
import { OutcomePart } from './composer-outcome.tsx'
import { type Draft, firstDraft, requestOf } from './draft.ts'

import './composer.css'

/** The dialog that sends a request to the API of the sandbox. */
export function Composer({ onClose }: { readonly onClose: () => void }) {
  const { value: api, error } = useApi()
  return (
    <Dialog title="Send a request" isWide onClose={onClose}>
      <Refused text={error} />
      {api !== undefined ? (
        <ComposerForm api={api} onClose={onClose} />
      ) : error === undefined ? (
        <p role="status">Loading the operations…</p>
      ) : null}
    </Dialog>
  )
}

function ComposerForm({ api, onClose }: { readonly api: Api; readonly onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(() => firstDraft(api))
  const [isAnonymous, setAnonymous] = useState(false)
  const [scenario, setScenario] = useState('')
  const { send, cancel, outcome, made } = useSending()
  const request = requestOf(api, draft, { secret: isAnonymous ? undefined : apiKey.value, scenario })
  return (
    <Form onSubmit={(left) => send(request, draft.operation?.tag, left)}>
      <OperationFields
        api={api}
        draft={draft}
        made={made}
        change={(changed) => setDraft({ ...draft, ...changed })}
        onChoose={setDraft}
      />
      <Credentials isAnonymous={isAnonymous} onAnonymous={setAnonymous} scenario={scenario} onScenario={setScenario} />
      <footer>
        <code class="grow break">
          {request.method} {request.address}
        </code>
        {cancel === undefined ? (
          <Button kind="primary" type="submit" icon="play">
            Send
          </Button>
        ) : (
          <Button onClick={cancel}>Cancel</Button>
        )}
      </footer>
      {cancel === undefined ? null : <p role="status">Waiting for the answer…</p>}
      {outcome === undefined ? null : <OutcomePart outcome={outcome} onLeave={onClose} />}
    </Form>
  )
}

/** Sends requests, one at a time. The last outcome stays until the next. */
function useSending() {
  const [made, setMade] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  return {
    outcome,
    /** The id of the last record that an answer had, by tag of its operation. */
    made,
    cancel: running === undefined ? undefined : () => running.abort(),
    /** @param left aborted when the form is left */
    send: async (request: ApiRequest, tag: string | undefined, left: AbortSignal): Promise<void> => {
      const controller = new AbortController()
      setRunning(controller)
      const next = await sendRequest(request, AbortSignal.any([left, controller.signal]))
      setOutcome(next)
      setRunning(undefined)
      const id = idIn(next.body)
      if (tag !== undefined && id !== undefined) setMade({ ...made, [tag]: id })
    },
  }
}
