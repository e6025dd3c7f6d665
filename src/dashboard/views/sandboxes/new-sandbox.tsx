import { useState } from 'preact/hooks'

import { change } from '../../state/ask.ts'
import { pageOf } from '../../state/place.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

/** Makes a sandbox, and opens it. */
export function NewSandbox({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (isOpened: boolean): Promise<void> => {
    try {
      await change('POST', '/sandboxes', { body: { name } })
      if (isOpened) location.assign(pageOf(name))
      else onClose()
    } catch (refusal) {
      setError(messageOf(refusal))
    }
  }
  return (
    <Dialog title="New sandbox" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit(true)
        }}
      >
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          placeholder="checkout"
          hint="Small letters, digits and hyphens. It is a part of the address: /@checkout/v1"
          error={error}
          required
        />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => submit(false)}>Make it</Button>
          <Button kind="primary" type="submit">
            Make and open
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
