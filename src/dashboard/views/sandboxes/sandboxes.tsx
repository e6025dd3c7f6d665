import { useState } from 'preact/hooks'

import type { SandboxInfo } from '../../../control/endpoints/sandboxes.ts'
import { below, change, read } from '../../state/ask.ts'
import { pageOf, sandboxName } from '../../state/place.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { counted, dateTimeOf } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Empty, LoadError, Panel, View } from '../../ui/view.tsx'
import { Compare } from './compare.tsx'
import { NewSandbox } from './new-sandbox.tsx'
import { loadSnapshot, saveSnapshot } from './snapshots.ts'

import './sandboxes.css'

/** Asks before a sandbox goes back to its start. */
function reset(name: string): void {
  confirm({
    title: `Reset ${name}?`,
    text: 'Records, clock, keys, quotas, scenarios, journal and outbox go back to their start.',
    verb: 'Reset sandbox',
    work: () => change('POST', '/reset', { sandbox: name }),
    done: `${name} is back at its start.`,
  })
}

/** Asks before a sandbox is deleted. */
function remove(name: string): void {
  confirm({
    title: `Delete ${name}?`,
    text: 'All that it holds is lost. A request to its address makes it again, as at the start.',
    verb: 'Delete sandbox',
    work: async () => {
      await change('DELETE', below('/sandboxes', name))
      if (name === sandboxName) location.assign(pageOf('default'))
    },
    done: `${name} is deleted.`,
  })
}

const countsOf = ({ counts }: SandboxInfo): string =>
  Object.entries(counts)
    .map(([area, count]) => `${count.toLocaleString('en')} ${area}`)
    .join(', ')

const columns: readonly Column<SandboxInfo>[] = [
  {
    title: 'Name',
    cell: ({ name }) => (
      <span class="row">
        <a href={pageOf(name)}>{name}</a>
        {name === sandboxName ? <Badge tone="info">this page</Badge> : null}
      </span>
    ),
  },
  {
    title: 'Base URL',
    cell: ({ baseUrl, name }) => (
      <span class="row address">
        <code class="break">{baseUrl}</code>
        <CopyButton text={baseUrl} label={`Copy the base URL of ${name}`} />
      </span>
    ),
  },
  { title: 'Records', cell: (sandbox) => <span class="muted">{countsOf(sandbox)}</span> },
  {
    title: 'Scenarios on',
    cell: ({ scenarios }) =>
      scenarios.length === 0 ? <span class="muted">none</span> : <Badge tone="bad">{scenarios.join(', ')}</Badge>,
  },
  { title: 'Last used', cell: ({ lastUsedAt }) => <span class="num nowrap muted">{dateTimeOf(lastUsedAt)}</span> },
  { title: 'Actions', isTitleHidden: true, isRight: true, cell: ({ name }) => <Actions name={name} /> },
]

/** The sandboxes of the fake: each is a world of its own. */
export function Sandboxes() {
  const { value, error } = useLoaded('sandboxes', () => read<{ items: readonly SandboxInfo[] }>('/sandboxes'))
  const [isMaking, setMaking] = useState(false)
  const sandboxes = value?.items ?? []
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
      <Panel isFlush title={value === undefined ? 'Sandboxes' : counted(sandboxes.length, 'sandbox', 'sandboxes')}>
        {value !== undefined && sandboxes.length === 0 ? (
          <Empty title="No sandboxes">The first request to an address makes one. Or make one here.</Empty>
        ) : (
          <Table caption="Sandboxes" rows={sandboxes} keyOf={({ name }) => name} columns={columns} />
        )}
      </Panel>
      <Compare names={sandboxes.map(({ name }) => name)} />
      {isMaking ? <NewSandbox onClose={() => setMaking(false)} /> : null}
    </View>
  )
}

function Actions({ name }: { readonly name: string }) {
  return (
    <span class="actions">
      <Button
        size="small"
        kind="quiet"
        icon="download"
        label={`Save a snapshot of ${name}`}
        onClick={() => saveSnapshot(name)}
      />
      <Button
        size="small"
        kind="quiet"
        icon="upload"
        label={`Load a snapshot into ${name}`}
        onClick={() => loadSnapshot(name)}
      />
      <Button size="small" kind="quiet" icon="send" label={`Reset ${name}`} onClick={() => reset(name)} />
      {name === 'default' ? null : (
        <Button size="small" kind="quiet" icon="trash" label={`Delete ${name}`} onClick={() => remove(name)} />
      )}
    </span>
  )
}
