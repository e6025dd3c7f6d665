import { useState } from 'preact/hooks'

import type { SandboxInfo } from '../../../control/endpoints/sandboxes.ts'
import { readList } from '../../state/ask.ts'
import { pageOf, sandboxName } from '../../state/place.ts'
import { go, hrefOf } from '../../state/route.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTimeOf, numberText } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Detail, Empty, LoadError, Panel, View } from '../../ui/view.tsx'
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
  const [isMaking, setMaking] = useState(false)
  const sandboxes = value ?? []
  return (
    <View
      title="Sandboxes"
      lead="A sandbox has its own records, clock, keys, scenarios and journal. Give each test or teammate one."
      actions={
        <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
          New sandbox
        </Button>
      }
    >
      <LoadError text={error} />
      <Tabs
        label="Parts of this view"
        tabs={[
          {
            name: value === undefined ? 'All' : `All (${sandboxes.length})`,
            content: <All sandboxes={sandboxes} isLoaded={value !== undefined} item={item} />,
          },
          { name: 'Compare two', content: <Compare names={sandboxes.map(({ name }) => name)} /> },
        ]}
      />
      {isMaking ? <NewSandbox onClose={() => setMaking(false)} /> : null}
    </View>
  )
}

interface AllProps {
  readonly sandboxes: readonly SandboxInfo[]
  readonly isLoaded: boolean
  readonly item: string | undefined
}

function All({ sandboxes, isLoaded, item }: AllProps) {
  const open = sandboxes.find(({ name }) => name === item)
  return (
    <>
      <div class={open === undefined ? 'split' : 'split open'}>
        <Panel isFlush>
          {isLoaded && sandboxes.length === 0 ? (
            <Empty title="No sandboxes">The first request to an address makes one. Or make one here.</Empty>
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
        {open === undefined ? null : (
          <Detail title={<Breakable text={open.name} />} onClose={() => go('sandboxes')}>
            <SandboxDetail sandbox={open} />
          </Detail>
        )}
      </div>
      {item !== undefined && isLoaded && open === undefined ? (
        <p class="note warn">
          There is no sandbox <code>{item}</code>. <a href={hrefOf('sandboxes')}>Show all sandboxes</a>
        </p>
      ) : null}
    </>
  )
}
