import { useState } from 'preact/hooks'

import { tryToken } from '../state/token.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

/** Asks for the control token, which the tab keeps. */
export function TokenDialog() {
  const [token, change] = useState('')
  const [error, setError] = useState<string>()
  const connect = async (): Promise<void> => setError(await tryToken(token.trim()))
  return (
    <Dialog title="Control token">
      <p>This fake wants a token before it shows or changes anything. Its console printed it at the start.</p>
      <Form onSubmit={connect}>
        <TextField label="Control token" kind="secret" value={token} onInput={change} error={error} required />
        <footer>
          <Button kind="primary" type="submit">
            Connect
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
