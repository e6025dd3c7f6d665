import { useState } from 'preact/hooks'

import type { SandboxInfo } from '../../../control/endpoints/sandboxes.ts'
import { readList } from '../../state/ask.ts'
import { pageOf, sandboxName } from '../../state/place.ts'
import { go } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, numberText } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Detail, Empty, Panel, Refused, Split, View } from '../../ui/view.tsx'
import { Compare } from './compare.tsx'
import { NewSandbox } from './new-sandbox.tsx'
import { SandboxDetail } from './sandbox-detail.tsx'

import './sandboxes.css'

const countsOf = ({ counts }: SandboxInfo): string =>
  Object.entries(counts)
    .map(([area, count]) => `${numberText(count)} ${area}`)
    .join(', ')

const columns: readonly Column<SandboxInfo>[] = [
  { title: 'Name', minWidth: '6.5rem', cell: ({ name }) => <Breakable text={name} /> },
  {
    title: 'Base URL',
    minWidth: '14rem',
    isExtra: true,
    cell: ({ baseUrl }) => (
      <code>
        <Breakable text={baseUrl} />
      </code>
    ),
  },
  {
    title: 'Records',
    minWidth: '9rem',
    isExtra: true,
    cell: (sandbox) => <span class="muted">{countsOf(sandbox)}</span>,
  },
  {
    title: 'Scenarios on',
    cell: ({ scenarios }) =>
      scenarios.length === 0 ? (
        <span class="muted">none</span>
      ) : (
        <Badge tone="bad">
          <span class="truncate">{scenarios.length === 1 ? scenarios[0] : scenarios.length}</span>
        </Badge>
      ),
  },
  {
    title: 'Last used',
    isExtra: true,
    cell: ({ lastUsedAt }) => <span class="num nowrap muted">{dateTimeOf(lastUsedAt)}</span>,
  },
  {
    title: 'Switch',
    isTitleHidden: true,
    isRight: true,
    cell: ({ name }) =>
      name === sandboxName ? (
        <Badge tone="info">this page</Badge>
      ) : (
        <a class="button small" href={pageOf(name)} aria-label={`Switch to ${name}`}>
          Switch
        </a>
      ),
  },
]

/** The sandboxes of the fake: each is a world of its own. */
export function Sandboxes({ item }: { readonly item: string | undefined }) {
  const { value, error } = useLoaded('sandboxes', () => readList<SandboxInfo>('/sandboxes'))
  const [isCreating, setCreating] = useState(false)
  const sandboxes = value ?? []
  return (
    <View
      title="Sandboxes"
      lead="A sandbox has its own records, clock, keys, scenarios and journal. Give each test or teammate one."
      actions={
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          Create sandbox
        </Button>
      }
    >
      <Refused text={error} />
      <Tabs
        label="Parts of this view"
        tabs={[
          {
            name: value === undefined ? 'All' : `All (${sandboxes.length})`,
            content: value === undefined ? null : <All sandboxes={sandboxes} item={item} />,
          },
          { name: 'Compare two', content: <Compare names={sandboxes.map(({ name }) => name)} /> },
        ]}
      />
      {isCreating ? <NewSandbox onClose={() => setCreating(false)} /> : null}
    </View>
  )
}

interface AllProps {
  readonly sandboxes: readonly SandboxInfo[]
  readonly item: string | undefined
}

function All({ sandboxes, item }: AllProps) {
  const open = sandboxes.find(({ name }) => name === item)
  return (
    <Split
      view="sandboxes"
      item={item}
      notFound="No sandbox has the name"
      list={
        <Panel isFlush>
          {sandboxes.length === 0 ? (
            <Empty title="No sandboxes">The first request to an address creates one. Or create one here.</Empty>
          ) : (
            <Table
              caption="Sandboxes"
              rows={sandboxes}
              keyOf={({ name }) => name}
              open={item}
              onOpen={({ name }) => go('sandboxes', name)}
              columns={columns}
            />
          )}
        </Panel>
      }
    >
      {open === undefined ? undefined : (
        <Detail title={<Breakable text={open.name} />} onClose={() => go('sandboxes')}>
          <SandboxDetail sandbox={open} />
        </Detail>
      )}
    </Split>
  )
}
