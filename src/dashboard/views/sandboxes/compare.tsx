import { useState } from 'preact/hooks'

import { sandboxName } from '../../state/place.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Select } from '../../ui/field.tsx'
import { counted } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { Empty, LoadError, Panel } from '../../ui/view.tsx'
import { type Difference, differencesOf } from './differences.ts'

/** Most differences that are listed. */
const mostListed = 300

/** Compares two sandboxes. */
export function Compare({ names }: { readonly names: readonly string[] }) {
  const [chosen, choose] = useState<{ readonly left?: string; readonly right?: string }>({})
  const left = chosen.left ?? sandboxName
  const right = chosen.right ?? names.find((name) => name !== left) ?? left
  const options = [...new Set([sandboxName, ...names])]
  return (
    <Panel title="Compare two" isFlush>
      <div class="compare">
        <Select label="Sandbox" value={left} options={options} onChange={(name) => choose({ left: name, right })} />
        <Select label="With" value={right} options={options} onChange={(name) => choose({ left, right: name })} />
      </div>
      {left === right ? (
        <Empty title="Choose two sandboxes">Make another one, or choose another name, to see what differs.</Empty>
      ) : (
        <Differences left={left} right={right} />
      )}
    </Panel>
  )
}

function Differences({ left, right }: { readonly left: string; readonly right: string }) {
  const { value: all, error } = useLoaded(`${left} and ${right}`, () => differencesOf(left, right))
  if (error !== undefined) return <LoadError text={error} />
  if (all === undefined) return null
  if (all.length === 0) return <Empty title="Nothing differs">A request gets the same answer from both.</Empty>
  const side = (name: 'left' | 'right') => (difference: Difference) =>
    difference[name] === undefined ? <span class="muted">none</span> : <code class="break">{difference[name]}</code>
  return (
    <>
      <p class="compare-count muted">
        {counted(all.length, 'value')} differ{all.length === 1 ? 's' : ''}
        {all.length > mostListed ? `; the first ${mostListed} are listed` : ''}.
      </p>
      <Table
        caption={`Differences of ${left} and ${right}`}
        rows={all.slice(0, mostListed)}
        keyOf={({ part, place }) => `${part}:${place}`}
        columns={[
          { title: 'Part', cell: ({ part }) => part },
          { title: 'Field', cell: ({ place }) => <code class="break">{place}</code> },
          { title: left, cell: side('left') },
          { title: right, cell: side('right') },
        ]}
      />
    </>
  )
}
