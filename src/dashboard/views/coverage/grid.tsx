import { useState } from 'preact/hooks'

import type { CoverageCell, CoverageKind, OperationCoverage } from '../../../control/endpoints/reports.ts'
import { numberText } from '../../ui/format.ts'
import { hrefOfRequest, hrefWith, kindName } from './choices.ts'

/** Names a cell within its operation. */
const idOf = ({ kind, name }: Pick<CoverageCell, 'kind' | 'name'>): string => `${kind}/${name}`

/** The part of the address that opens a cell. */
export const itemOf = (operation: string, cell: CoverageCell): string => `${operation}/${idOf(cell)}`

/** A column: one thing that a client can meet, for all operations that have it. */
type Column = Pick<CoverageCell, 'kind' | 'name'>

/** The columns by their kind, in the order of the report. */
function columnsOf(
  rows: readonly OperationCoverage[],
): readonly (readonly [kind: CoverageKind, columns: readonly Column[]])[] {
  const columns = [...new Map(rows.flatMap(({ cells }) => cells.map((cell) => [idOf(cell), cell]))).values()]
  const kinds = [...new Set(columns.map(({ kind }) => kind))]
  return kinds.map((kind) => [kind, columns.filter((column) => column.kind === kind)])
}

const steps: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

/** The next link from a cell of the table, where a key leads. */
function nextLink(from: HTMLTableCellElement, key: string): HTMLElement | undefined {
  const [rows, cells] = steps[key] ?? [0, 0]
  const line = from.closest('tr')
  const table = from.closest('table')
  if (line === null || table === null || rows === cells) return undefined
  let next: Element | undefined = from
  for (let far = 1; next !== undefined; far += 1) {
    next = table.rows[line.rowIndex + far * rows]?.cells[from.cellIndex + far * cells]
    const link = next?.querySelector('a')
    if (link instanceof HTMLElement) return link
  }
  return undefined
}

function moveByKey(event: KeyboardEvent): void {
  const { target, key } = event
  const cell = target instanceof Element ? target.closest('td') : null
  const next = cell === null ? undefined : nextLink(cell, key)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

interface GridProps {
  readonly rows: readonly OperationCoverage[]
  /** The part of the address of the cell that is open. */
  readonly open: string | undefined
}

/** The answers that the operations can give, with the number of each that was met. The arrow keys go from cell to cell. */
export function Grid({ rows, open }: GridProps) {
  const kinds = columnsOf(rows)
  const columns = kinds.flatMap(([, members]) => members)
  const [focused, setFocused] = useState<string>()
  const items = rows.flatMap(({ operation, cells }) => cells.map((cell) => itemOf(operation, cell)))
  const cursor = items.find((item) => item === focused) ?? items[0]
  return (
    <div class="table-scroll coverage-scroll">
      <table class="coverage-grid">
        <caption class="visually-hidden">Coverage by operation</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Operation
            </th>
            <th scope="col" rowSpan={2} class="name">
              <span>Requests</span>
            </th>
            {kinds.map(([kind, members]) => (
              <KindTitle key={kind} kind={kind} columns={members} />
            ))}
          </tr>
          <tr>
            {columns.map((column, index) =>
              column.name === column.kind ? null : (
                <th key={idOf(column)} scope="col" class={`name ${edgeOf(columns, index)}`}>
                  <code>{column.name}</code>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.operation}
              row={row}
              columns={columns}
              open={open}
              cursor={cursor}
              onFocus={(item) => setFocused(item)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The title of the columns of a kind. Success is a kind of one column, which needs no name of its own. */
function KindTitle({ kind, columns }: { readonly kind: CoverageKind; readonly columns: readonly Column[] }) {
  return columns[0]?.name === kind ? (
    <th scope="col" rowSpan={2} class="name kind">
      <span>{kindName(kind)}</span>
    </th>
  ) : (
    <th scope="colgroup" colSpan={columns.length} class="kind">
      {kindName(kind)}
    </th>
  )
}

/** Sets the first column of a kind off from the one before. */
const edgeOf = (columns: readonly Column[], index: number): string =>
  columns[index - 1]?.kind === columns[index]?.kind ? '' : 'kind'

interface RowProps extends Pick<GridProps, 'open'> {
  readonly row: OperationCoverage
  readonly columns: readonly Column[]
  /** The cell that Tab leads to. */
  readonly cursor: string | undefined
  readonly onFocus: (item: string) => void
}

function Row({ row: { operation, requests, cells }, columns, open, cursor, onFocus }: RowProps) {
  const known = new Map(cells.map((cell) => [idOf(cell), cell]))
  return (
    <tr>
      <th scope="row">
        <code>{operation}</code>
      </th>
      <td class="muted num">{numberText(requests)}</td>
      {columns.map((column, index) => {
        const cell = known.get(idOf(column))
        const item = `${operation}/${idOf(column)}`
        const text = `${operation}, ${column.name === column.kind ? column.name : `${column.kind} ${column.name}`}`
        return (
          <td key={idOf(column)} class={edgeOf(columns, index)}>
            {cell === undefined ? null : (
              <a
                class={cell.count === 0 ? 'unmet' : 'met num'}
                href={hrefOfRequest(cell) ?? hrefWith(item)}
                title={text}
                aria-label={`${text}: ${cell.count === 0 ? 'not met' : `met ${cell.count}`}`}
                aria-current={item === open ? 'true' : undefined}
                tabIndex={item === cursor ? 0 : -1}
                onKeyDown={moveByKey}
                onFocus={() => onFocus(item)}
              >
                {cell.count === 0 ? '○' : shortNumber(cell.count)}
              </a>
            )}
          </td>
        )
      })}
    </tr>
  )
}

const shortNumber = (count: number): string => (count < 1000 ? numberText(count) : `${Math.floor(count / 1000)}k`)
