import { useState } from 'preact/hooks'

import { below, change } from '../../state/ask.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import type { Row } from './fields.ts'
import { parseObject, patchOf } from './patch.ts'

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
  const refusal = useRefusal([])
  const show = (whole: boolean): void => {
    setWhole(whole)
    setText(whole ? JSON.stringify(before, null, 2) : '{\n  \n}')
    refusal.clear()
  }
  const save = (signal: AbortSignal): Promise<boolean> =>
    refusal.attempt(async () => {
      const object = parseObject(text)
      await change('PATCH', below(`/${area}`, id), { body: isWhole ? patchOf(before, object) : object, signal })
      say('The record was changed.')
      onClose()
    })
  return (
    <Dialog title="Edit the record" isWide onClose={onClose}>
      <Form onSubmit={save}>
        <div class="row ways" role="radiogroup" aria-label="Edit as">
          <Choice group="edit" label="Whole record" checked={isWhole} onChange={() => show(true)} />
          <Choice group="edit" label="Merge patch" checked={!isWhole} onChange={() => show(false)} />
        </div>
        <p class="muted">
          {isWhole ? 'A field that you take out is removed. ' : 'Only the fields that change; null removes one. '}
          From then on, the clock does not change the record.
        </p>
        <TextField
          isCode
          rows={16}
          label={isWhole ? 'Record' : 'Merge patch'}
          value={text}
          onInput={(written) => {
            setText(written)
            refusal.clear()
          }}
          error={refusal.error === undefined ? undefined : messageOf(refusal.error)}
        />
        <FormButtons verb="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
