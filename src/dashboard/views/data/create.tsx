import { useState } from 'preact/hooks'

import { callApi } from '../../state/api.ts'
import { below, change, read } from '../../state/ask.ts'
import { hrefOf } from '../../state/route.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, Select } from '../../ui/field.tsx'
import { type Creation, creationOf, type Documents, fieldsOf, type States, statesOf } from './document.ts'
import { troubleOf } from './edit.tsx'
import { idOf, isUuid, type Row, scalarOf } from './fields.ts'
import { JsonField, type Trouble } from './json-field.tsx'
import { parseObject } from './patch.ts'

interface CreateProps {
  readonly area: string
  readonly documents: Documents
  readonly onClose: () => void
  /** Called with the id of the record, where it is known. */
  readonly onCreated: (id: string | undefined) => void
}

/** Creates a record: through the API, as a client does, or as it stands. */
export function Create({ area, documents, onClose, onCreated }: CreateProps) {
  const creation = creationOf(documents, area)
  const [isByApi, setByApi] = useState(creation !== undefined)
  return (
    <Dialog title={`Create in ${area}`} isWide onClose={onClose}>
      {creation === undefined ? null : (
        <div class="stack ways" role="radiogroup" aria-label="Create">
          <Choice
            group="create"
            label="Through the API, as a client does: the clock brings it from state to state"
            checked={isByApi}
            onChange={() => setByApi(true)}
          />
          <Choice
            group="create"
            label="As it stands, in any state: the clock does not change it"
            checked={!isByApi}
            onChange={() => setByApi(false)}
          />
        </div>
      )}
      {isByApi && creation !== undefined ? (
        <ByApi key="api" area={area} creation={creation} onClose={onClose} onCreated={onCreated} />
      ) : (
        <AsItStands key="record" area={area} documents={documents} onClose={onClose} onCreated={onCreated} />
      )}
    </Dialog>
  )
}

/** The id of the record that an answer of the API is about. */
async function findCreated(area: string, data: Row): Promise<string | undefined> {
  for (const value of Object.values(data)) {
    const id = scalarOf(value)
    if (id === undefined || !isUuid(id)) continue
    const found = await read<Row>(below(`/${area}`, id)).catch(() => undefined)
    if (found !== undefined) return id
  }
  return undefined
}

interface ByApiProps extends Omit<CreateProps, 'documents'> {
  readonly creation: Creation
}

function ByApi({ area, creation: { path, example }, onClose, onCreated }: ByApiProps) {
  const [text, setText] = useState(() => JSON.stringify(example, null, 2))
  const [trouble, setTrouble] = useState<Trouble>()
  const [refusal, setRefusal] = useState<string>()
  const create = async (): Promise<void> => {
    setTrouble(undefined)
    setRefusal(undefined)
    const { isOk, status, data, error } = await callApi('POST', location.origin + path, parseObject(text))
    if (isOk) {
      say(`Created: the API answered ${status}.`)
      onCreated(await findCreated(area, data))
    } else if (status === 400) setTrouble({ text: error, field: /details: (\S+): /.exec(error)?.[1] })
    else setRefusal(`${status} ${error}`)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create().catch((error: unknown) => setTrouble(troubleOf(error)))
      }}
    >
      <JsonField
        label="Body"
        hint="An example that is served. Change what you like."
        value={text}
        onInput={setText}
        trouble={trouble}
      />
      {refusal === undefined ? null : (
        <p class="note bad" role="alert">
          {refusal}. <a href={hrefOf('traffic')}>See why in Traffic</a>
        </p>
      )}
      <footer>
        <code class="grow break">POST {path}</code>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit">
          Create
        </Button>
      </footer>
    </form>
  )
}

function AsItStands({ area, documents, onClose, onCreated }: CreateProps) {
  const [text, setText] = useState('{}')
  const [trouble, setTrouble] = useState<Trouble>()
  const states = statesOf(documents, area)
  const create = async (): Promise<void> => {
    const created = await change<Row>('POST', `/${area}`, { body: parseObject(text) })
    say('The record was created.')
    onCreated(idOf(created))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create().catch((error: unknown) => setTrouble(troubleOf(error)))
      }}
    >
      {states === undefined ? null : <StateField states={states} text={text} onText={setText} />}
      <JsonField
        label="Fields"
        rows={8}
        hint={`All may be left out: the fake draws them. There are ${fieldsOf(documents, area).join(', ')}.`}
        value={text}
        onInput={setText}
        trouble={trouble}
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

/** Reads the fields that are written so far; none while they are no JSON. */
function readSoFar(text: string): Row | undefined {
  try {
    return parseObject(text)
  } catch {
    return undefined
  }
}

/** Writes a state into the fields. */
function StateField({
  states: { field, states },
  text,
  onText,
}: {
  readonly states: States
  readonly text: string
  readonly onText: (text: string) => void
}) {
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
