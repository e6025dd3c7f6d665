import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import { useSight } from './use-sight.ts'

/** A column of a list. The first one that shows names the row. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Its track in the grid (`minmax(0, 1fr)`). */
  readonly width?: string
  /** The narrowest list in pixels that shows it (0): what opens shows the rest. */
  readonly from?: number
  readonly isRight?: boolean
}

export interface ListProps<Row> {
  /** Its name for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** The key of the row that is open. */
  readonly open?: string | undefined
  /** @param how `enter` asks for the focus in what opens, `step` comes from the keys while another is open */
  readonly onOpen?: (row: Row, how: 'click' | 'enter' | 'step') => void
  /** What the space bar does with the row of the cursor. */
  readonly onSpace?: (row: Row) => void
  /** A title above the rows that follow one another and have it. */
  readonly groupOf?: (row: Row) => string
  readonly classOf?: (row: Row) => string | undefined
  /** Told the first row in sight when that changes. */
  readonly onSight?: (first: number) => void
}

/** Pixels of a row: all are equally high. */
export const rowHeight = 32

/** A line of the list: a row, or the title of a group. */
type Line<Row> = { readonly row: Row; readonly index: number } | { readonly title: string }

/**
 * Rows of one line each, in columns; only those in sight are in the document. It is one stop of the Tab key: arrows, Page Up and
 * Down, Home and End move in it, and Enter opens. Rows that are added above the one that is read move nothing.
 */
export function List<Row>(props: ListProps<Row>) {
  const { label, rows, keyOf, columns, open, onOpen, onSight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const lines = linesOf(props)
  const [cursor, setCursor] = useState(open)
  useEffect(() => {
    if (open !== undefined) setCursor(open)
  }, [open])
  const lineOf = (key: string | undefined): number =>
    key === undefined ? -1 : lines.findIndex((line) => 'row' in line && keyOf(line.row) === key)
  const activeLine = lineOf(cursor)
  const first = lines.findIndex((line) => 'row' in line)
  const active = lines[activeLine === -1 ? first : activeLine]
  const { from, to, width } = useSight(scroller, {
    count: lines.length,
    keyAt: (at) => keyAt(lines[at], keyOf),
    active: activeLine,
    held: lineOf(open),
    onSight,
  })
  const shown = columns.filter(({ from: least = 0 }) => width >= least)
  const tracks = shown.map(({ width: track = 'minmax(0, 1fr)' }) => track).join(' ')
  const idOf = (row: Row): string => `${label}/${keyOf(row)}`
  const current = active !== undefined && 'row' in active ? active : undefined
  const onKeyDown = useKeys(props, current, (key) => {
    setCursor(key)
    if (key === undefined) scroller.current?.scrollTo({ top: 0 })
  })
  return (
    <div
      ref={scroller}
      class="list"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={current === undefined || !isIn(lines, current, from, to) ? undefined : idOf(current.row)}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        class="list-titles"
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: tracks, height: `${rowHeight}px` }}
      >
        {shown.map(({ title, isRight }) => (
          <span key={title} role="columnheader" class={isRight === true ? 'right' : undefined}>
            {title}
          </span>
        ))}
      </div>
      <div role="presentation" style={{ height: `${lines.length * rowHeight}px` }}>
        <div role="presentation" style={{ translate: `0 ${from * rowHeight}px` }}>
          {lines.slice(from, to).map((line) =>
            'title' in line ? (
              <GroupTitle key={`group ${line.title}`} title={line.title} columns={shown.length} />
            ) : (
              <div
                key={keyOf(line.row)}
                id={idOf(line.row)}
                role="row"
                class={`${props.classOf?.(line.row) ?? ''} ${line === current ? 'active' : ''}`}
                style={{ gridTemplateColumns: tracks, height: `${rowHeight}px` }}
                aria-rowindex={line.index + 2}
                aria-selected={keyOf(line.row) === open}
                onClick={(event) => {
                  if (isOfControl(event)) return
                  setCursor(keyOf(line.row))
                  onOpen?.(line.row, 'click')
                }}
              >
                {shown.map(({ title, cell, isRight }, position) => (
                  <span
                    key={title}
                    role={position === 0 ? 'rowheader' : 'gridcell'}
                    class={isRight === true ? 'right num' : undefined}
                  >
                    {cell(line.row)}
                  </span>
                ))}
              </div>
            ),
          )}
        </div>
      </div>
    </div>
  )
}

function GroupTitle({ title, columns }: { readonly title: string; readonly columns: number }) {
  return (
    <div role="row" class="group" style={{ height: `${rowHeight}px` }}>
      <span role="gridcell" aria-colspan={columns}>
        {title}
      </span>
    </div>
  )
}

function linesOf<Row>({ rows, groupOf }: ListProps<Row>): readonly Line<Row>[] {
  let last: string | undefined
  return rows.flatMap((row, index): readonly Line<Row>[] => {
    const title = groupOf?.(row)
    if (title === undefined || title === last) return [{ row, index }]
    last = title
    return [{ title }, { row, index }]
  })
}

const keyAt = <Row,>(line: Line<Row> | undefined, keyOf: (row: Row) => string): string =>
  line === undefined ? '' : 'row' in line ? keyOf(line.row) : `group ${line.title}`

const isIn = <Row,>(lines: readonly Line<Row>[], line: Line<Row>, from: number, to: number): boolean =>
  lines.slice(from, to).includes(line)

/** True for a click on something in a row that takes it, or at the end of selecting a text. */
function isOfControl({ target }: Event): boolean {
  const isControl = target instanceof Element && target.closest('button, a, input, select, label') !== null
  return isControl || getSelection()?.isCollapsed === false
}

/** The index where a key leads; undefined for any other key. */
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

/** The keys of a list. @param move puts the cursor on a row; on none, with its beginning in sight, by undefined */
function useKeys<Row>(
  { rows, keyOf, open, onOpen, onSpace }: ListProps<Row>,
  current: { readonly row: Row; readonly index: number } | undefined,
  move: (key: string | undefined) => void,
) {
  return (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const { key, ctrlKey, metaKey, altKey, currentTarget, target } = event
    if (ctrlKey || metaKey || altKey || target !== currentTarget || current === undefined) return
    const page = Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 2)
    const next = nextIndex(key, current.index, page, rows.length)
    const row = next === undefined ? undefined : rows[next]
    if (key === 'Enter') onOpen?.(current.row, 'enter')
    else if (key === ' ' && onSpace !== undefined) onSpace(current.row)
    else if (row === undefined) return
    else if (open !== undefined && onOpen !== undefined) onOpen(row, 'step')
    else move(key === 'Home' ? undefined : keyOf(row))
    event.preventDefault()
  }
}
