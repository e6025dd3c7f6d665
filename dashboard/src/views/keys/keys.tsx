import { useState } from 'preact/hooks'

import type { CreatedKey } from '../../../../src/core/control/endpoints/keys.ts'
import { chosenKeyId } from '../../state/api-key.ts'
import { api } from '../../state/api.ts'
import { go } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge, StateBadge } from '../../ui/badge.tsx'
import { Button, copy } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { numberText } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { KeyDetail, type KeyWithQuota, UsedUp, UseKey } from './key-detail.tsx'

async function loadKeys(): Promise<readonly KeyWithQuota[]> {
  const [keys, quotas] = await Promise.all([api('GET /keys'), api('GET /quota')])
  return keys.items.map((key) => ({ ...key, window: quotas.items.find(({ id }) => id === key.id) }))
}

/** The API keys of the sandbox. In §5 of the document, a dashboard creates them. */
export function Keys({ item }: { readonly item: string | undefined }) {
  const { value: keys, error } = useLoaded('keys', loadKeys)
  const [isCreating, setCreating] = useState(false)
  const open = keys?.find(({ id }) => id === item)
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      Create a key
    </Button>
  )
  return (
    <View title="API keys" isFull actions={create}>
      <ErrorNote text={error} />
      {keys === undefined ? null : (
        <ListDetail
          view="keys"
          item={item}
          label="API keys"
          rows={keys}
          keyOf={({ id }) => id}
          notFound="No key has the id"
          empty={<Empty title="No keys">Create one: every request to the API needs a key.</Empty>}
          columns={[
            { title: 'Name', width: 'minmax(8rem, 1.4fr)', cell: ({ name }) => <span title={name}>{name}</span> },
            { title: 'State', width: '7rem', cell: stateOf },
            { title: 'Requests left', width: '8rem', isRight: true, cell: leftOf },
            {
              title: 'Permissions',
              width: 'minmax(0, 2fr)',
              from: 620,
              cell: ({ permissions }) => permissions.join(', ') || 'none',
            },
            { title: 'Id', width: 'minmax(6rem, 1fr)', from: 900, cell: ({ id }) => <code class="muted">{id}</code> },
          ]}
        >
          {open && <KeyDetail key={open.id} entry={open} onClose={() => go('keys')} />}
        </ListDetail>
      )}
      {isCreating ? <CreateKey onClose={() => setCreating(false)} /> : null}
    </View>
  )
}

function stateOf({ id, revoked }: KeyWithQuota) {
  if (chosenKeyId.value === id) return <Badge tone="info">this page’s</Badge>
  return <StateBadge state={revoked ? 'revoked' : 'active'} />
}

const leftOf = ({ window }: KeyWithQuota) =>
  window === undefined ? '–' : window.remaining === 0 ? <UsedUp /> : numberText(window.remaining)

/** Creates a key, and shows its secret once (§5). */
function CreateKey({ onClose }: { readonly onClose: () => void }) {
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

/** Only its button closes this dialog, because an accidental Escape would lose the secret. */
function Secret({ id, name, secret, onDone }: CreatedKey & { readonly onDone: () => void }) {
  return (
    <Dialog title={`Key ${name} created`}>
      <p>Copy the secret now. Nothing shows it again.</p>
      <output class="code mono" aria-label="Secret">
        {secret}
      </output>
      <footer>
        <UseKey id={id} secret={secret} />
        <Button onClick={onDone}>Done</Button>
        <Button kind="primary" icon="copy" onClick={() => copy(secret)}>
          Copy secret
        </Button>
      </footer>
    </Dialog>
  )
}
