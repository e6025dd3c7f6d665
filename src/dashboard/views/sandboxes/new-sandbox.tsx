import { useState } from 'preact/hooks'

import { change } from '../../state/ask.ts'
import { pageOf } from '../../state/place.ts'
import { go } from '../../state/route.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'

/** Makes a sandbox, and opens its details or its page. */
export function NewSandbox({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const refusal = useRefusal(['name'])
  const make = (opened: () => void): Promise<boolean> =>
    refusal.attempt(async () => {
      await change('POST', '/sandboxes', { body: { name } })
      opened()
    })
  const show = (): void => {
    onClose()
    go('sandboxes', name)
    say(`${name} is made.`)
  }
  return (
    <Dialog title="New sandbox" onClose={onClose}>
      <Form onSubmit={() => make(show)}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          placeholder="checkout"
          hint="Small letters, digits and hyphens. It is a part of the address: /@checkout/v1"
          error={refusal.of('name') ?? refusal.elsewhere}
          required
        />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => make(() => location.assign(pageOf(name)))}>Make and switch to it</Button>
          <Button kind="primary" type="submit">
            Make sandbox
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
