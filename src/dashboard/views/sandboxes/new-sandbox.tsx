import { useState } from 'preact/hooks'

import { change } from '../../state/ask.ts'
import { isSandboxName, pageOf } from '../../state/place.ts'
import { go } from '../../state/route.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'

/** Creates a sandbox, and opens its details or its page. */
export function NewSandbox({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const refusal = useRefusal(['name'])
  const create = (opened: () => void): Promise<boolean> =>
    refusal.attempt(async () => {
      // At its own address, a balancer leads to the instance that will have it.
      await change('POST', '/sandboxes', { body: { name }, ...(isSandboxName(name) ? { sandbox: name } : {}) })
      opened()
    })
  const show = (): void => {
    onClose()
    go('sandboxes', name)
    say(`${name} is created.`)
  }
  return (
    <Dialog title="Create sandbox" onClose={onClose}>
      <Form onSubmit={() => create(show)}>
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
          <Button onClick={() => create(() => location.assign(pageOf(name)))}>Create and switch to it</Button>
          <Button kind="primary" type="submit">
            Create sandbox
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
