import type { ComponentChildren } from 'preact'

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly isRight?: boolean
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
            {columns.map(({ title, isRight = false, isTitleHidden = false }) => (
              <th key={title} scope="col" class={isRight ? 'right' : undefined}>
                {isTitleHidden ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              class={onOpen === undefined ? undefined : 'opens'}
              aria-selected={open === undefined ? undefined : open === keyOf(row)}
              onClick={onOpen === undefined ? undefined : (event) => openBy(event, () => onOpen(row))}
            >
              {columns.map(({ title, cell, isRight = false }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {onOpen === undefined ? (
                      cell(row)
                    ) : (
                      <button type="button" class="link" onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    )}
                  </th>
                ) : (
                  <td key={title} class={isRight ? 'right num' : undefined}>
                    {cell(row)}
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

/** Opens a row by a click that no control in it has taken. */
function openBy(event: MouseEvent, open: () => void): void {
  const { target } = event
  if (target instanceof Element && target.closest('button, a, input, select, label') === null) open()
}
