import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'

import { apiKey, chooseKey, forgetKey, isOtherKey, typedKey } from '../../state/api-key.ts'
import { useAnswer } from '../../state/api.ts'
import { type Api, listIn, type Operation, useApi } from '../../state/openapi.ts'
import { hrefOf } from '../../state/route.ts'
import { type ApiRequest, idIn, type Outcome, parse, sendRequest } from '../../state/send-request.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toText } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { durationOf } from '../../ui/format.ts'
import { Facts, Refused } from '../../ui/view.tsx'
import { faultText, Message } from './recorded.tsx'

interface Draft {
  /** The operation that it began with; undefined for none. */
  readonly example: Operation | undefined
  readonly method: string
  /** Path and query, below the base of the API. */
  readonly path: string
  readonly body: string
  readonly isAnonymous: boolean
  /** The scenario for this request alone; empty for none. */
  readonly scenario: string
}

const none: Draft = { example: undefined, method: 'GET', path: '/', body: '', isAnonymous: false, scenario: '' }

/** It stays when the dialog is closed; undefined until it is opened. */
const draft = signal<Draft | undefined>(undefined)

/** The ids of the last records that answers had, by tag of the operation: the next path has one of them. */
const made = new Map<string, string>()

const change = (changed: Partial<Draft>): void => {
  draft.value = { ...(draft.value ?? none), ...changed }
}

/** Begins with the example of an operation. */
function begin(example: Operation | undefined): void {
  if (example === undefined) return
  const { method, parameters, tag, body = '' } = example
  const exampleOf = (name: string): string => toText(parameters.find((one) => one.name === name)?.example ?? name)
  const path = example.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => made.get(tag) ?? exampleOf(name))
  change({ example, method, path, body })
}

const takesBody = ({ method }: Draft): boolean => !['GET', 'HEAD'].includes(method)

function requestOf(base: string, written: Draft): ApiRequest {
  const { method, path, isAnonymous, scenario } = written
  const body = takesBody(written) && written.body !== '' ? written.body : undefined
  const headers = {
    ...(isAnonymous ? {} : { Authorization: `Bearer ${apiKey.value}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(scenario === '' ? {} : { 'X-Fake-Scenario': scenario }),
  }
  return { method, address: base + path, headers, body }
}

export function Composer({ onClose }: { readonly onClose: () => void }) {
  const { value: api, error } = useApi()
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  if (api !== undefined && draft.value === undefined) begin(listIn(api))
  const written = draft.value ?? none
  const send = async (left: AbortSignal): Promise<void> => {
    const controller = new AbortController()
    setRunning(controller)
    const next = await sendRequest(requestOf(api?.base ?? '', written), AbortSignal.any([left, controller.signal]))
    setOutcome(next)
    setRunning(undefined)
    const id = idIn(next.body)
    if (written.example !== undefined && id !== undefined) made.set(written.example.tag, id)
  }
  return (
    <Dialog title="Send a request" isWide onClose={onClose}>
      <Form onSubmit={send}>
        <Refused text={error} />
        {api === undefined ? null : <RequestFields api={api} written={written} />}
        <Credentials written={written} />
        {running === undefined ? null : <p role="status">Waiting for the answer…</p>}
        {outcome === undefined ? null : <OutcomePart outcome={outcome} onLeave={onClose} />}
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

/** What is sent, which begins with an example. */
function RequestFields({ api, written }: { readonly api: Api; readonly written: Draft }) {
  const { example, method, path, body } = written
  const { operations, base } = api
  const options = operations.map(({ name, summary, tag }) => ({
    value: name,
    text: `${name} · ${summary}`,
    group: tag,
  }))
  return (
    <>
      <div class="fields">
        <Select
          label="Example"
          value={example?.name ?? ''}
          options={options}
          onChange={(name) => begin(operations.find((known) => known.name === name))}
        />
        <Select label="Method" value={method} options={methods} onChange={(next) => change({ method: next })} />
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
      {takesBody(written) ? (
        <TextField
          label="Body"
          rows={Math.min(20, body.split('\n').length + 1)}
          value={body}
          onInput={(next) => change({ body: next })}
          hint={parse(body) !== body ? 'JSON, sent as it stands.' : 'This is no JSON, and is sent as it stands.'}
        />
      ) : null}
    </>
  )
}

/** The key of the request, and the scenario that it asks for. */
function Credentials({ written: { isAnonymous, scenario } }: { readonly written: Draft }) {
  const names = useAnswer('GET /scenarios').value?.items.map(({ name }) => name) ?? []
  return (
    <div class="fields">
      <div class="stack">
        {isAnonymous ? null : (
          <TextField
            label="API key"
            kind="secret"
            value={typedKey.value}
            onInput={chooseKey}
            hint="The secret, which the page forgets when it is closed. Empty means the usual key."
          />
        )}
        <Choice label="Send no key" checked={isAnonymous} onChange={(on) => change({ isAnonymous: on })} />
        {isOtherKey.value && !isAnonymous ? <Button onClick={forgetKey}>Use the usual key</Button> : null}
      </div>
      <Select
        label="Scenario for this request alone"
        value={scenario}
        options={[{ value: '', text: 'none' }, ...names]}
        onChange={(next) => change({ scenario: next })}
        hint="Sent as the header X-Fake-Scenario."
      />
    </div>
  )
}

function OutcomePart({ outcome, onLeave }: { readonly outcome: Outcome; readonly onLeave: () => void }) {
  const { status, headers, body, tookMs, trouble, entry } = outcome
  const fault = entry?.fault ?? null
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
          <a class="button" href={hrefOf('traffic', entry.key)} onClick={onLeave}>
            See why
          </a>
        )}
      </header>
      <Refused text={fault === null ? trouble : `${faultText(fault)} ${trouble ?? ''}`} />
      {status === undefined ? null : <Message headers={headers} body={body} />}
    </section>
  )
}
