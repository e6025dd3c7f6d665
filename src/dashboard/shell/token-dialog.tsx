import { useState } from 'preact/hooks'

import { api } from '../state/api.ts'
import { isToken, Refusal, setToken } from '../state/ask.ts'
import { reconnect } from '../state/traffic.ts'
import { messageOf } from '../state/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

/** Tries a token. @returns why it is refused; undefined where it is right */
async function check(token: string): Promise<string | undefined> {
  if (!isToken(token)) return 'A control token has only printable ASCII characters, such as local-token.'
  return await api('GET /', { headers: { Authorization: `Bearer ${token}` } }).then(() => undefined, refusalOf)
}

const refusalOf = (error: unknown): string =>
  error instanceof Refusal && error.status === 401
    ? 'The fake has another token. Its console shows it at the start.'
    : messageOf(error)

/** Asks for the control token, which the tab keeps. */
export function TokenDialog() {
  const [token, change] = useState('')
  const [error, setError] = useState<string>()
  const connect = async (): Promise<void> => {
    const refusal = await check(token.trim())
    setError(refusal)
    if (refusal !== undefined) return
    setToken(token.trim())
    reconnect()
  }
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
