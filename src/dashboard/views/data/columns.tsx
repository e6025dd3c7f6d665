import type { DueInfo } from '../../../control/endpoints/clock.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { dateTimeOf, shortId } from '../../ui/format.ts'
import type { Column } from '../../ui/table.tsx'
import { columnsOf, type Field, idOf, type Row, scalarOf } from './fields.ts'

/** The columns of a table of records. @param due what comes due for them */
export function columnsFor(rows: readonly Row[], due: readonly DueInfo[]): readonly Column<Row>[] {
  const [first, ...others] = columnsOf(rows)
  if (first === undefined) return []
  const copy: Column<Row> = {
    title: 'Copy the id',
    isTitleHidden: true,
    isRight: true,
    cell: (row) => <CopyButton text={idOf(row)} label={`Copy the id ${idOf(row)}`} />,
  }
  return [
    { title: first.name, cell: (row) => <Value field={first} row={row} /> },
    ...others.map((field) => columnFor(field, due)),
    copy,
  ]
}

function columnFor(field: Field, due: readonly DueInfo[]): Column<Row> {
  const { name, kind } = field
  return {
    title: name,
    isRight: kind === 'number',
    cell: (row) =>
      kind === 'state' ? <State state={scalarOf(row[name])} row={row} due={due} /> : <Value field={field} row={row} />,
  }
}

/** A state, and the one that time brings next. */
function State({
  state,
  row,
  due,
}: {
  readonly state: string | undefined
  readonly row: Row
  readonly due: readonly DueInfo[]
}) {
  const changes = due.filter(({ id }) => id === idOf(row))
  const last = changes.at(-1)
  return (
    <span class="state">
      {state === undefined ? null : <StateBadge state={state} />}
      {last === undefined ? null : <span class="muted num">→ {last.event}</span>}
    </span>
  )
}

function Value({ field: { name, kind }, row }: { readonly field: Field; readonly row: Row }) {
  const text = scalarOf(row[name])
  if (text === undefined) return <span class="muted">–</span>
  if (kind === 'date') return <span class="mono nowrap">{dateTimeOf(text)}</span>
  if (kind === 'id' || kind === 'reference') {
    return (
      <span class="mono nowrap" title={text}>
        {shortId(text)}
      </span>
    )
  }
  return <span class="nowrap">{text}</span>
}
