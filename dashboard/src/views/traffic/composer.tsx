import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'

import { apiKey, chooseKey, restoreDefaultKey, defaultKey } from '../../state/api-key.ts'
import { useAnswer } from '../../state/api.ts'
import { type Api, listIn, type Operation, useApi } from '../../state/openapi.ts'
import { hrefOf } from '../../state/route.ts'
import { idIn, type Outcome, parse, sendRequest } from '../../state/send-request.ts'
import { keyOf } from '../../state/traffic.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { durationOf } from '../../ui/format.ts'
import { Facts, ErrorNote } from '../../ui/view.tsx'
import { faultText, Message } from './recorded.tsx'

interface Draft {
  /** The operation of its example. */
  readonly example?: Operation
  readonly method: string
  /** Path and query, below the base of the API. */
  readonly path: string
  readonly body: string
  /** The scenario for this request alone; empty for none. */
  readonly scenario: string
}

/** The draft, which stays when the dialog is closed. */
const draft = signal<Draft>({ method: 'GET', path: '/', body: '', scenario: '' })

const change = (changed: Partial<Draft>): void => {
  draft.value = { ...draft.value, ...changed }
}

/** The id of the last record in an answer, by tag of the operation, for the next path. */
const lastIds = new Map<string, string>()

/** Starts from the example of an operation. */
function startFrom(example: Operation | undefined): void {
  if (example === undefined) return
  const { method, parameters, tag, body = '' } = example
  const exampleOf = (name: string): string => toText(parameters.find((one) => one.name === name)?.example ?? name)
  const path = example.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => lastIds.get(tag) ?? exampleOf(name))
  change({ example, method, path, body })
}

const takesBody = (method: string): boolean => !['GET', 'HEAD'].includes(method)

/** Sends the draft. */
async function send({ base }: Api, signal: AbortSignal): Promise<Outcome> {
  const { example, method, path, body: text, scenario } = draft.value
  const body = takesBody(method) && text !== '' ? text : null
  const headers = {
    ...(apiKey.value !== '' && { Authorization: `Bearer ${apiKey.value}` }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(scenario !== '' && { 'X-Fake-Scenario': scenario }),
  }
  const outcome = await sendRequest({ method, address: base + path, headers, body }, signal)
  const id = idIn(outcome.body)
  if (example !== undefined && id !== undefined) lastIds.set(example.tag, id)
  return outcome
}

export function Composer({ onClose }: { readonly onClose: () => void }) {
  const { value: api, error } = useApi()
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  if (api !== undefined && draft.value.example === undefined) startFrom(listIn(api))
  const submit = async (left: AbortSignal): Promise<void> => {
    if (api === undefined) return
    const controller = new AbortController()
    setRunning(controller)
    setOutcome(await send(api, AbortSignal.any([left, controller.signal])))
    setRunning(undefined)
  }
  return (
    <Dialog title="Send a request" isWide onClose={onClose}>
      <Form onSubmit={submit}>
        <ErrorNote text={error} />
        {api && <Fields api={api} />}
        {running && <p role="status">Waiting for the answer…</p>}
        {outcome && <OutcomePart outcome={outcome} onLeave={onClose} />}
        <footer>
          {running === undefined ? (
            <Button kind="primary" type="submit" icon="play" disabled={api === undefined}>
              Send
            </Button>
          ) : (
            <Button onClick={() => running.abort()}>Cancel</Button>
          )}
        </footer>
      </Form>
    </Dialog>
  )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** The fields of the draft. */
function Fields({ api: { operations, base } }: { readonly api: Api }) {
  const { example, method, path, body, scenario } = draft.value
  const scenarios = useAnswer('GET /scenarios').value?.items ?? []
  return (
    <>
      <div class="fields">
        <Select
          label="Example"
          value={example?.name ?? ''}
          onChange={(name) => startFrom(operations.find((known) => known.name === name))}
        >
          <Examples operations={operations} />
        </Select>
        <Select label="Method" value={method} onChange={(next) => change({ method: next })}>
          {methods.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
      <TextField
        label={`Path and query, below ${base}`}
        isCode
        value={path}
        onInput={(next) => change({ path: next })}
      />
      {example === undefined || example.parameters.length === 0 ? null : (
        <details>
          <summary>Parameters of {example.name}</summary>
          <Facts items={example.parameters.map(({ name, description }) => [<code>{name}</code>, description])} />
        </details>
      )}
      {takesBody(method) && (
        <TextField
          label="Body"
          rows={Math.min(20, body.split('\n').length + 1)}
          value={body}
          onInput={(next) => change({ body: next })}
          hint={parse(body) !== body ? 'JSON, sent as it is.' : 'This is not JSON. It is sent as it is.'}
        />
      )}
      <div class="fields">
        <div class="stack">
          <TextField
            label="API key"
            kind="secret"
            value={apiKey.value}
            onInput={chooseKey}
            hint="The secret, which the page forgets when it is closed. Empty: no key is sent."
          />
          {apiKey.value !== defaultKey.value && <Button onClick={restoreDefaultKey}>Use the usual key</Button>}
        </div>
        <Select
          label="Scenario for this request alone"
          value={scenario}
          onChange={(next) => change({ scenario: next })}
          hint="Sent as the header X-Fake-Scenario."
        >
          <option value="">none</option>
          {scenarios.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
    </>
  )
}

const Examples = ({ operations }: Pick<Api, 'operations'>) =>
  [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, ofTag]) => (
    <optgroup key={tag} label={tag}>
      {ofTag.map(({ name, summary }) => (
        <option key={name} value={name}>
          {name} · {summary}
        </option>
      ))}
    </optgroup>
  ))

function OutcomePart({ outcome, onLeave }: { readonly outcome: Outcome; readonly onLeave: () => void }) {
  const { status, headers, body, tookMs, trouble = '', entry } = outcome
  const fault = entry?.fault ?? null
  const text = fault === null ? trouble : `${faultText(fault)} ${trouble}`
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [outcome])
  return (
    <section ref={section} class="stack part" aria-label="Answer">
      <header class="row">
        <div class="row grow" role="status">
          <StatusBadge status={status ?? null} fault={fault} />
          <span class="muted num">{durationOf(tookMs)}</span>
        </div>
        {entry === undefined ? (
          <span class="muted">The journal did not keep it.</span>
        ) : (
          <a class="button" href={hrefOf('traffic', keyOf(entry))} onClick={onLeave}>
            See why
          </a>
        )}
      </header>
      {text && <ErrorNote text={text} />}
      {status && <Message headers={headers} body={body} />}
    </section>
  )
}
