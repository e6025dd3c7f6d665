import { useState } from 'preact/hooks'

import { change } from '../../state/ask.ts'
import { type ApiDocument, bodySchema } from '../../state/openapi.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import type { FieldProblem } from '../../ui/json-problems.ts'
import { type States, statesOf } from './document.ts'
import { idOf, type Row, scalarOf } from './fields.ts'
import { JsonField } from './json-field.tsx'
import { parseObject, problemsOf } from './patch.ts'

interface CreateAsItStandsProps {
  readonly area: string
  readonly control: ApiDocument | undefined
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

/** Creates a record by the control plane, which draws the fields that are left out. */
export function CreateAsItStands({ area, control, onClose, onCreated }: CreateAsItStandsProps) {
  const [text, setText] = useState('{\n  \n}')
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const states = statesOf(control, area)
  const write = (written: string): void => {
    setText(written)
    setRefused([])
  }
  const create = async (): Promise<void> => {
    try {
      const created = await change<Row>('POST', `/${area}`, { body: parseObject(text) })
      say('The record was created.')
      onCreated(idOf(created))
    } catch (error) {
      setRefused(problemsOf(error))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      {states === undefined ? null : <StateField states={states} text={text} onText={write} />}
      <p class="muted">Every field may be left out: the fake draws it.</p>
      <JsonField
        label="Fields"
        text={text}
        onInput={write}
        schema={bodySchema(control, 'post', `/${area}`)}
        named={control?.components.schemas ?? {}}
        refused={refused}
      />
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit">
          Create
        </Button>
      </footer>
    </form>
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
      options={[{ value: '', text: 'drawn' }, ...states]}
      onChange={(chosen) => onText(JSON.stringify(chosen === '' ? others : { [field]: chosen, ...others }, null, 2))}
    />
  )
}
