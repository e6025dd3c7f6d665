import { useState } from 'preact/hooks'

import type { KeyInfo, QuotaInfo } from '../../../control/endpoints/keys.ts'
import { chosenKeyId } from '../../state/api-key.ts'
import { readList } from '../../state/ask.ts'
import { go } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { Detail, Empty, Panel, Refused, Split, View } from '../../ui/view.tsx'
import { GenerateKey } from './generate-key.tsx'
import { KeyDetail } from './key-detail.tsx'
import { type KeyWithQuota, revoke } from './key.ts'
import { QuotaMeter } from './quota-meter.tsx'

import './keys.css'

async function loadKeys(): Promise<readonly KeyWithQuota[]> {
  const [keys, quotas] = await Promise.all([readList<KeyInfo>('/keys'), readList<QuotaInfo>('/quota')])
  return keys.map((key) => ({ ...key, window: quotas.find(({ id }) => id === key.id) }))
}

/** The API keys of the sandbox: §5 of the document has a dashboard that generates them. */
export function Keys({ item }: { readonly item: string | undefined }) {
  const { value: keys, error } = useLoaded('keys', loadKeys)
  const [isGenerating, setGenerating] = useState(false)
  const open = keys?.find(({ id }) => id === item)
  const generate = (
    <Button kind="primary" icon="plus" onClick={() => setGenerating(true)}>
      Generate key
    </Button>
  )
  return (
    <View
      title="API keys"
      lead="Every request to the API carries a key. A key has a name, permissions and a quota of requests an hour."
      actions={generate}
    >
      <Refused text={error} />
      {keys === undefined ? null : (
        <Split
          view="keys"
          item={item}
          notFound="No key has the id"
          list={
            <Panel isFlush>
              {keys.length === 0 ? (
                <Empty title="No keys">Generate one: every request to the API needs a key.</Empty>
              ) : (
                <KeyTable keys={keys} open={item} />
              )}
            </Panel>
          }
        >
          {open === undefined ? undefined : (
            <Detail title={open.name} onClose={() => go('keys')}>
              <KeyDetail key={open.id} entry={open} />
            </Detail>
          )}
        </Split>
      )}
      {isGenerating ? <GenerateKey onClose={() => setGenerating(false)} /> : null}
    </View>
  )
}

function KeyTable({ keys, open }: { readonly keys: readonly KeyWithQuota[]; readonly open: string | undefined }) {
  return (
    <Table
      caption="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      open={open}
      onOpen={({ id }) => go('keys', id)}
      columns={[
        {
          title: 'Name',
          minWidth: '7rem',
          cell: ({ id, name }) => (
            <>
              <span class="break">{name}</span>{' '}
              {chosenKeyId.value === id ? <Badge tone="info">this page uses it</Badge> : null}
              <code class="muted key-id">{id}</code>
            </>
          ),
        },
        {
          title: 'Permissions',
          minWidth: '16rem',
          isExtra: true,
          cell: ({ permissions }) => <span class="muted">{permissions.join(', ') || 'none'}</span>,
        },
        { title: 'Requests left', cell: (key) => <QuotaMeter window={key.window} /> },
        {
          title: 'State',
          cell: ({ revoked }) => (revoked ? <Badge tone="bad">revoked</Badge> : <Badge tone="ok">active</Badge>),
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          isExtra: true,
          isRight: true,
          cell: (key) =>
            key.revoked ? null : (
              <Button size="small" kind="quiet" icon="trash" label={`Revoke ${key.name}`} onClick={() => revoke(key)} />
            ),
        },
      ]}
    />
  )
}
