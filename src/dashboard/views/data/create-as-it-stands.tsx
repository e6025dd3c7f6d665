import { useState } from 'preact/hooks'

import { change } from '../../state/ask.ts'
import type { ApiDocument } from '../../state/openapi.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { type States, statesOf } from './document.ts'
import { idOf, type Row, scalarOf } from './fields.ts'
import { parseObject } from './patch.ts'

interface CreateAsItStandsProps {
  readonly area: string
  readonly control: ApiDocument | undefined
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

/** Creates a record by the control plane, which draws the fields that are left out. */
export function CreateAsItStands({ area, control, onClose, onCreated }: CreateAsItStandsProps) {
  const [text, setText] = useState('{\n  \n}')
  const refusal = useRefusal([])
  const states = statesOf(control, area)
  const write = (written: string): void => {
    setText(written)
    refusal.clear()
  }
  const create = (signal: AbortSignal): Promise<boolean> =>
    refusal.attempt(async () => {
      const created = await change<Row>('POST', `/${area}`, { body: parseObject(text), signal })
      say('The record was created.')
      onCreated(idOf(created))
    })
  return (
    <Form onSubmit={create}>
      {states === undefined ? null : <StateField states={states} text={text} onText={write} />}
      <p class="muted">The fake fills in each field that you leave out.</p>
      <TextField
        isCode
        rows={12}
        label="Fields"
        value={text}
        onInput={write}
        error={refusal.error === undefined ? undefined : messageOf(refusal.error)}
      />
      <FormButtons verb="Create" onCancel={onClose} />
    </Form>
  )
}

/** Reads the fields that are written so far; undefined while they are no JSON. */
function readSoFar(text: string): Row | undefined {
  try {
    return parseObject(text)
  } catch {
    return undefined
  }
}

interface StateFieldProps {
  readonly states: States
  readonly text: string
  readonly onText: (text: string) => void
}

/** Writes a state into the fields. */
function StateField({ states: { field, states }, text, onText }: StateFieldProps) {
  const written = readSoFar(text)
  if (written === undefined) return null
  const { [field]: state, ...others } = written
  return (
    <Select
      label={field}
      value={scalarOf(state) ?? ''}
      options={[{ value: '', text: 'chosen by the fake' }, ...states]}
      onChange={(chosen) => onText(JSON.stringify(chosen === '' ? others : { [field]: chosen, ...others }, null, 2))}
    />
  )
}
