import { signal } from '@preact/signals'

import { sandboxName } from '../../state/place.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Select } from '../../ui/field.tsx'
import { counted, numberText } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Empty, Panel, Refused } from '../../ui/view.tsx'
import { type Difference, differencesOf } from './differences.ts'

const first = signal(sandboxName)
const second = signal('')
/** The part that is listed; empty for all. */
const chosenPart = signal('')

/** Most differences that are listed, and characters of a value. */
const mostListed = 300
const mostCharacters = 160

/** Compares two sandboxes. */
export function Compare({ names }: { readonly names: readonly string[] }) {
  const left = first.value
  const options = [...new Set([sandboxName, ...names])]
  const others = options.filter((name) => name !== left)
  const onlyOther = others.length === 1 ? others[0] : undefined
  const right = others.includes(second.value) ? second.value : onlyOther
  return (
    <Panel isFlush>
      <div class="compare">
        <Select
          label="Sandbox"
          value={left}
          options={options}
          onChange={(name) => {
            first.value = name
          }}
        />
        <Select
          label="With"
          value={right ?? ''}
          options={[...(right === undefined ? [{ value: '', text: 'Choose a sandbox' }] : []), ...others]}
          onChange={(name) => {
            second.value = name
          }}
        />
      </div>
      {right === undefined ? (
        <Empty title={others.length === 0 ? 'There is only one sandbox' : 'Choose a sandbox to compare with'}>
          {others.length === 0
            ? 'Create another one first.'
            : 'All that differs is listed then: clock, scenarios, assumptions, keys, quotas, records.'}
        </Empty>
      ) : (
        <Differences left={left} right={right} />
      )}
    </Panel>
  )
}

interface Pair {
  readonly left: string
  readonly right: string
}

function Differences({ left, right }: Pair) {
  const { value: all, error } = useLoaded(`${left} and ${right}`, () => differencesOf(left, right), { everyMs: 10_000 })
  if (error !== undefined) return <Refused text={error} />
  if (all === undefined) return null
  if (all.length === 0) return <Empty title="Nothing differs">A request gets the same answer from both.</Empty>
  const parts = [...new Set(all.map(({ part }) => part))]
  const part = parts.includes(chosenPart.value) ? chosenPart.value : ''
  const rowsOf = (name: string): readonly Difference[] => all.filter((row) => name === '' || row.part === name)
  const rows = rowsOf(part)
  return (
    <>
      <div class="compare">
        <Select
          label="Part"
          value={part}
          options={['', ...parts].map((name) => ({
            value: name,
            text: `${name === '' ? 'All parts' : name} (${numberText(rowsOf(name).length)})`,
          }))}
          onChange={(name) => {
            chosenPart.value = name
          }}
        />
      </div>
      <Table
        caption={`Differences of ${left} and ${right}`}
        rows={rows.slice(0, mostListed)}
        keyOf={({ part, place }) => `${part}:${place}`}
        columns={columnsOf({ left, right })}
      />
      {rows.length > mostListed ? (
        <p class="muted compare-rest">
          The first {mostListed} of {counted(rows.length, 'difference')} are listed. Choose a part to see others.
        </p>
      ) : null}
    </>
  )
}

const columnsOf = ({ left, right }: Pair): readonly Column<Difference>[] => [
  { title: 'Part', cell: ({ part }) => part },
  {
    title: 'Field',
    minWidth: '9rem',
    cell: ({ place }) => (
      <code>
        <Breakable text={place} />
      </code>
    ),
  },
  { title: left, minWidth: '13rem', cell: (difference) => <Value text={difference.left} /> },
  { title: right, minWidth: '13rem', cell: (difference) => <Value text={difference.right} /> },
]

function Value({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return <span class="muted">none</span>
  return (
    <code title={text.length > mostCharacters ? text : undefined}>
      <Breakable text={text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text} />
    </code>
  )
}
