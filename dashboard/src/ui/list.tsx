import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'

import { rowHeight, useVisibleLines } from './use-sight.ts'

/** A column of a list. The first visible column names the row. */
export interface Column<Row> {
  readonly title: string
  /** True to show the title to screen readers only. */
  readonly isTitleHidden?: boolean
  readonly cell: (row: Row) => ComponentChildren
  /** Its track in the grid (`minmax(0, 1fr)`). */
  readonly width?: string
  /** The least width of the list in pixels that shows the column. Default: 0. The detail shows all. */
  readonly from?: number
  readonly isRight?: boolean
}

export interface ListProps<Row> {
  /** Its name for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  /** Define it outside the view for a long list: a new function or array rebuilds all lines. */
  readonly keyOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** The key of the open row. */
  readonly open?: string | undefined
  /** @param how `enter` moves the focus to the detail; `step` comes from arrow keys while a detail is open */
  readonly onOpen?: (row: Row, how: 'click' | 'enter' | 'step') => void
  /** Called for the current row on the space bar. */
  readonly onSpace?: (row: Row) => void
  /** The title above consecutive rows of a group. */
  readonly groupOf?: (row: Row) => string
  readonly classOf?: (row: Row) => string | undefined
  /** Called with the first visible row when it may have changed. */
  readonly onFirstVisible?: (first: number) => void
}

/** A line of the list: a row, or the title of a group. */
type Line<Row> = { readonly key: string } & ({ readonly row: Row; readonly index: number } | { readonly title: string })

/**
 * A virtual list of one-line rows in columns. It is one tab stop: arrows, Page Up and Down, Home and End move in it,
 * and Enter opens a row. Rows added above the current row do not move it.
 */
export function List<Row>(props: ListProps<Row>) {
  const { label, rows, keyOf, groupOf, columns, open, onOpen, onFirstVisible } = props
  const lines = useMemo(() => linesOf(rows, keyOf, groupOf), [rows, keyOf, groupOf])
  const [cursor, setCursor] = useState(open)
  useEffect(() => {
    if (open !== undefined) setCursor(open)
  }, [open])
  const keyAt = (at: number): string => lines[at]?.key ?? ''
  const active = useMemo(() => lines.findIndex(({ key }) => key === cursor), [lines, cursor])
  const opened = useMemo(() => lines.findIndex(({ key }) => key === open), [lines, open])
  const sight = useVisibleLines({ count: lines.length, keyAt, active, held: opened, onFirstVisible })
  const { scroller, from, to, width, onScroll } = sight
  const current = rowIn(lines[active]) ?? rowIn(lines[0]) ?? rowIn(lines[1])
  const onKeyDown = useKeys(props, current, (key) => {
    setCursor(key)
    if (key === undefined) scroller.current?.scrollTo({ top: 0 })
  })
  const shown = columns.filter(({ from: minWidth = 0 }) => width >= minWidth)
  const tracks = shown.map(({ width: track = 'minmax(0, 1fr)' }) => track).join(' ')
  const style = { gridTemplateColumns: tracks, height: `${rowHeight}px` }
  const seen = lines.slice(from, to)
  return (
    <div
      ref={scroller}
      class="list"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={seen.some((line) => line === current) ? idOf(current?.key) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      onClick={(event) => {
        const key = keyOfClick(event)
        const row = rows.find((one) => keyOf(one) === key)
        if (row === undefined) return
        setCursor(key)
        onOpen?.(row, 'click')
      }}
    >
      <div class="list-titles" role="row" aria-rowindex={1} style={style}>
        <Titles columns={shown} />
      </div>
      <div role="presentation" style={{ height: `${lines.length * rowHeight}px` }}>
        <div role="presentation" style={{ translate: `0 ${from * rowHeight}px` }}>
          {seen.map((line) =>
            'title' in line ? (
              <div key={line.key} role="row" class="group" style={{ height: style.height }}>
                <span role="gridcell" aria-colspan={shown.length}>
                  {line.title}
                </span>
              </div>
            ) : (
              <RowLine
                key={line.key}
                id={line.key}
                row={line.row}
                index={line.index}
                list={props}
                columns={shown}
                style={style}
                isCurrent={line === current}
              />
            ),
          )}
        </div>
      </div>
    </div>
  )
}

function Titles<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <>
      {columns.map(({ title, isTitleHidden, isRight }) => (
        <span key={title} role="columnheader" class={isRight === true ? 'right' : undefined}>
          {isTitleHidden === true ? <span class="visually-hidden">{title}</span> : title}
        </span>
      ))}
    </>
  )
}

interface RowLineProps<Row> {
  /** The key of the row. */
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly list: ListProps<Row>
  readonly columns: readonly Column<Row>[]
  readonly style: Readonly<Record<string, string>>
  /** True for the current row. */
  readonly isCurrent: boolean
}

function RowLine<Row>({ id, row, index, list: { classOf, open }, columns, style, isCurrent }: RowLineProps<Row>) {
  return (
    <div
      id={idOf(id)}
      data-key={id}
      role="row"
      class={`${classOf?.(row) ?? ''} ${isCurrent ? 'active' : ''}`}
      style={style}
      aria-rowindex={index + 2}
      aria-selected={id === open}
    >
      {columns.map(({ title, cell, isRight }, position) => (
        <span
          key={title}
          role={position === 0 ? 'rowheader' : 'gridcell'}
          class={isRight === true ? 'right num' : undefined}
        >
          {cell(row)}
        </span>
      ))}
    </div>
  )
}

function linesOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string, groupOf: ListProps<Row>['groupOf']) {
  let last: string | undefined
  return rows.flatMap((row, index): readonly Line<Row>[] => {
    const line = { key: keyOf(row), row, index }
    const title = groupOf?.(row)
    if (title === undefined || title === last) return [line]
    last = title
    return [{ key: `group ${title}`, title }, line]
  })
}

const rowIn = <Row,>(line: Line<Row> | undefined) => (line !== undefined && 'row' in line ? line : undefined)

const idOf = (key = ''): string => `row-${key.replaceAll(' ', '-')}`

/** The key of the clicked row; undefined for a control in it, or if text is selected. */
function keyOfClick({ target }: Event): string | undefined {
  if (!(target instanceof Element) || getSelection()?.isCollapsed === false) return undefined
  if (target.closest('button, a, input, select, label') !== null) return undefined
  return target.closest<HTMLElement>('[data-key]')?.dataset['key']
}

/** The index to which a key moves; undefined for any other key. */
function nextIndex(key: string, from: number, page: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next))
}

/** Handles the keys of a list. @param move sets the current row; undefined scrolls to the top without one */
function useKeys<Row>(
  { rows, keyOf, open, onOpen, onSpace }: ListProps<Row>,
  current: { readonly row: Row; readonly index: number } | undefined,
  move: (key: string | undefined) => void,
) {
  const step = (key: string, row: Row): void => {
    move(key === 'Home' && open === undefined ? undefined : keyOf(row))
    // An open detail follows the current row.
    if (open !== undefined) onOpen?.(row, 'step')
  }
  return (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const { key, currentTarget, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || target !== currentTarget || current === undefined) return
    const page = Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 2)
    const row = rows[nextIndex(key, current.index, page, rows.length) ?? -1]
    if (key === 'Enter') onOpen?.(current.row, 'enter')
    else if (key === ' ' && onSpace !== undefined) onSpace(current.row)
    else if (row !== undefined) step(key, row)
    else return
    event.preventDefault()
  }
}
