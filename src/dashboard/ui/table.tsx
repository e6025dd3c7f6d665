import type { ComponentChildren } from 'preact'

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly isRight?: boolean
  /** Its least width, for texts that wrap anywhere. */
  readonly minWidth?: string
  /** True to leave it out where the table is narrow: what opens shows it. */
  readonly isExtra?: boolean
  /** True to show the title to screen readers only. */
  readonly isTitleHidden?: boolean
}

interface TableProps<Row> {
  /** The name of the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The key of the row that is open. */
  readonly open?: string | undefined
  /** Opens a row: its first cell becomes a button. */
  readonly onOpen?: (row: Row) => void
}

/** A table. Its first column names the row. On a narrow screen it scrolls sideways. */
export function Table<Row>({ caption, columns, rows, keyOf, open, onOpen }: TableProps<Row>) {
  return (
    <div class="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)} style={styleOf(column)}>
                {column.isTitleHidden === true ? <span class="visually-hidden">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              class={onOpen === undefined ? undefined : 'opens'}
              aria-current={open === keyOf(row) ? 'true' : undefined}
              onClick={onOpen === undefined ? undefined : (event) => openBy(event, () => onOpen(row))}
            >
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row">
                    {onOpen === undefined ? (
                      column.cell(row)
                    ) : (
                      <button type="button" class="link" onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    )}
                  </th>
                ) : (
                  <td key={column.title} class={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classOf = ({ isRight = false, isExtra = false }: Pick<Column<never>, 'isRight' | 'isExtra'>) =>
  [...(isRight ? ['right num'] : []), ...(isExtra ? ['extra'] : [])].join(' ') || undefined

const styleOf = ({ minWidth }: Pick<Column<never>, 'minWidth'>) => (minWidth === undefined ? undefined : { minWidth })

/** Opens a row by a click that no control in it has taken, and that selected no text. */
function openBy(event: MouseEvent, open: () => void): void {
  const { target } = event
  if (getSelection()?.isCollapsed === false) return
  if (target instanceof Element && target.closest('button, a, input, select, label') === null) open()
}
