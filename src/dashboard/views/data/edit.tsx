import { useState } from 'preact/hooks'

import { below, change, Refusal } from '../../state/ask.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/field.tsx'
import type { Row } from './fields.ts'
import { JsonField, type Trouble } from './json-field.tsx'
import { parseObject, patchOf } from './patch.ts'

/** The trouble of an error: a refusal names the field. */
export const troubleOf = (error: unknown): Trouble => ({
  text: messageOf(error),
  field: error instanceof Refusal ? (error.field ?? /^([\w.[\]]+): /.exec(error.message)?.[1]) : undefined,
})

interface EditProps {
  readonly area: string
  readonly id: string
  readonly record: Row
  readonly onClose: () => void
}

/** Edits a record: as a whole, or by a JSON merge patch. */
export function Edit({ area, id, record, onClose }: EditProps) {
  const [before] = useState(record)
  const [isWhole, setWhole] = useState(true)
  const [text, setText] = useState(() => JSON.stringify(record, null, 2))
  const [trouble, setTrouble] = useState<Trouble>()
  const show = (whole: boolean): void => {
    setWhole(whole)
    setText(whole ? JSON.stringify(before, null, 2) : '{\n  \n}')
    setTrouble(undefined)
  }
  const save = async (): Promise<void> => {
    try {
      const object = parseObject(text)
      await change('PATCH', below(`/${area}`, id), { body: isWhole ? patchOf(before, object) : object })
      say('The record was changed.')
      onClose()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  return (
    <Dialog title="Edit the record" isWide onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div class="row ways" role="radiogroup" aria-label="Edit as">
          <Choice group="edit" label="Whole record" checked={isWhole} onChange={() => show(true)} />
          <Choice group="edit" label="Merge patch" checked={!isWhole} onChange={() => show(false)} />
        </div>
        <JsonField
          label={isWhole ? 'Record' : 'Merge patch'}
          hint={
            isWhole
              ? 'A field that you take out is removed. From then on, the clock does not change the record.'
              : 'Only the fields that change (RFC 7396); null removes one. From then on, the clock does not change the record.'
          }
          value={text}
          onInput={setText}
          trouble={trouble}
        />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
