import { useState } from 'preact/hooks'

import type { CreatedKey } from '../../../control/endpoints/keys.ts'
import { chooseKey, chosenKeyId, forgetKey } from '../../state/api-key.ts'
import { go } from '../../state/route.ts'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'

/** Creates a key, and shows its secret once (§5). */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>()
  if (created !== undefined) return <Secret {...created} onDone={() => (onClose(), go('keys', created.id))} />
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <SchemaForm
        route="POST /keys"
        words={{
          name: { label: 'Name', placeholder: 'checkout' },
          quota: { label: 'Quota', hint: 'Requests an hour. Empty: the usual quota.' },
          permissions: { label: 'Permissions' },
        }}
        verb="Create key"
        onDone={setCreated}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** A slip of Escape would lose the secret: only its button closes this dialog. */
function Secret({ id, name, secret, onDone }: CreatedKey & { readonly onDone: () => void }) {
  const isUsed = chosenKeyId.value === id
  return (
    <Dialog title={`Key ${name} created`}>
      <p>Copy the secret now. Nothing shows it again.</p>
      <output class="code mono" aria-label="Secret">
        {secret}
      </output>
      <footer>
        <Button
          icon={isUsed ? 'check' : undefined}
          pressed={isUsed}
          onClick={() => (isUsed ? forgetKey() : chooseKey(secret, id))}
        >
          Use on this page
        </Button>
        <Button onClick={onDone}>Done</Button>
        <Button kind="primary" icon="copy" onClick={() => copy(secret)}>
          Copy secret
        </Button>
      </footer>
    </Dialog>
  )
}
