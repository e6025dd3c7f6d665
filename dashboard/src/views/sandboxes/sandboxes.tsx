import { useState } from 'preact/hooks'

import type { SandboxInfo } from '../../../../src/core/control/endpoints/sandboxes.ts'
import { useAnswer } from '../../state/api.ts'
import { isSandboxName, sandboxName } from '../../state/place.ts'
import { go, route } from '../../state/route.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dateTimeOf } from '../../ui/format.ts'
import { ListDetail } from '../../ui/list-detail.tsx'
import type { Column } from '../../ui/list.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { Empty, ErrorNote, View } from '../../ui/view.tsx'
import { Compare, compareTwo } from './compare.tsx'
import { countsOf, SandboxDetail, SwitchLink } from './sandbox-detail.tsx'

const columns: readonly Column<SandboxInfo>[] = [
  { title: 'Name', width: 'minmax(5rem, 1fr)', cell: ({ name }) => <span title={name}>{name}</span> },
  { title: 'Scenarios on', width: 'minmax(4rem, 1fr)', cell: ({ scenarios }) => scenarios.join(', ') },
  { title: 'Records', width: 'minmax(0, 2fr)', from: 760, cell: (one) => <span class="muted">{countsOf(one)}</span> },
  { title: 'Last used', width: '9.5rem', from: 480, cell: ({ lastUsedAt }) => dateTimeOf(lastUsedAt) },
  { title: 'Shown', width: '5.5rem', isRight: true, cell: ({ name }) => <SwitchLink name={name} tabIndex={-1} /> },
]

/** The sandboxes of the fake. */
export function Sandboxes({ item }: { readonly item: string | undefined }) {
  const { value, error } = useAnswer('GET /sandboxes')
  const [isCreating, setCreating] = useState(false)
  const sandboxes = value?.items ?? []
  const open = sandboxes.find(({ name }) => name === item)
  const { compare } = route.value.query
  const other = sandboxes.find(({ name }) => name !== sandboxName)
  const actions = (
    <>
      {other === undefined ? null : <Button onClick={() => compareTwo(sandboxName, other.name)}>Compare two</Button>}
      <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
        Create a sandbox
      </Button>
    </>
  )
  return (
    <View title="Sandboxes" isFull actions={actions}>
      <ErrorNote text={error} />
      {value === undefined ? null : (
        <ListDetail
          view="sandboxes"
          item={item}
          label="Sandboxes"
          rows={sandboxes}
          keyOf={({ name }) => name}
          columns={columns}
          notFound="No sandbox has the name"
          empty={<Empty title="No sandboxes">The first request to an address creates one. Or create one here.</Empty>}
        >
          {compare !== undefined ? (
            <Compare pair={compare} names={sandboxes.map(({ name }) => name)} />
          ) : open === undefined ? undefined : (
            <SandboxDetail key={open.name} sandbox={open} />
          )}
        </ListDetail>
      )}
      {isCreating ? <CreateSandbox onClose={() => setCreating(false)} /> : null}
    </View>
  )
}

const CreateSandbox = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Create a sandbox" onClose={onClose}>
    <SchemaForm
      route="POST /sandboxes"
      // Sent to the sandbox's address, so that a load balancer chooses the instance that will have it.
      sandboxOf={({ name }) => (isSandboxName(String(name)) ? String(name) : undefined)}
      words={{ name: { label: 'Name', hint: 'Small letters, digits and hyphens, as in /@checkout/v1' } }}
      verb="Create sandbox"
      onDone={({ name }) => (onClose(), go('sandboxes', name))}
      onCancel={onClose}
    />
  </Dialog>
)
