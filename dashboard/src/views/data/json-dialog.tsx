import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import { ProblemError } from '../../state/ask.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { Form, FormButtons, useFormError } from '../../ui/form.tsx'
import { isObject, type JsonObject, placeOf } from '../../ui/json.ts'

/** A way to send a JSON object. */
export interface JsonAction {
  readonly label: string
  readonly about: ComponentChildren
  /** The initial text. */
  readonly text: string
  readonly send: (object: JsonObject, signal: AbortSignal) => Promise<unknown>
}

interface JsonDialogProps {
  readonly title: string
  readonly ways: readonly JsonAction[]
  readonly verb: string
  readonly onClose: () => void
  /** Below the text area. */
  readonly children?: ComponentChildren
}

/** Sends a JSON object in one of several ways, each with its own text. An error selects the value that it concerns. */
export function JsonDialog({ title, ways, verb, onClose, children }: JsonDialogProps) {
  const [chosen, choose] = useState(0)
  const [drafts, setDrafts] = useState<readonly string[]>(() => ways.map(({ text }) => text))
  const { error, elsewhere, attempt, clear } = useFormError([])
  const way = ways[chosen]
  const text = drafts[chosen] ?? ''
  const show = (at: number): void => (choose(at), clear())
  const write = (written: string): void => (setDrafts(drafts.with(chosen, written)), clear())
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = element.current?.querySelector('textarea')
    const place = error === undefined ? undefined : partOf(area?.value ?? '', error)
    if (place !== undefined) area?.setSelectionRange(...place)
  }, [error])
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <Form onSubmit={(signal) => attempt(async () => way?.send(parseObject(text), signal))}>
        {ways.length === 1 ? null : (
          <div class="row" role="radiogroup" aria-label="Way">
            {ways.map(({ label }, at) => (
              <Choice key={label} group="way" label={label} checked={at === chosen} onChange={() => show(at)} />
            ))}
          </div>
        )}
        <p class="row muted">
          <span class="grow">{way?.about}</span>
          <Button size="small" onClick={() => attempt(async () => write(JSON.stringify(parseObject(text), null, 2)))}>
            Format
          </Button>
        </p>
        {/* Escape does not close the dialog here, because an accidental press would lose the text. */}
        <div ref={element} role="presentation" onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}>
          <TextField isCode rows={14} label="JSON" value={text} error={elsewhere} onInput={write} />
        </div>
        {children}
        <FormButtons verb={verb} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Parses a JSON object. @throws Error for any other text */
function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (isObject(value)) return value
  throw new Error('Expected an object, such as {"name": "web-1"}.')
}

/** The range of a text that an error concerns: a character, or the value of a field (`tags[0].key: …`). */
function partOf(text: string, error: unknown): readonly [from: number, to: number] | undefined {
  const message = messageOf(error)
  const position = Number(/position (\d+)/.exec(message)?.[1])
  if (position >= 0) return [position, position + 1]
  const field = error instanceof ProblemError ? error.field : /^([^\s:]+): /.exec(message)?.[1]
  if (field === undefined) return undefined
  const { from, to } = placeOf(text, field)
  return [from, to]
}
