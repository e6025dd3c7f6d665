import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

import { go } from '../../state/route.ts'
import { isAll, keyOf, type RequestSummary } from '../../state/traffic.ts'
import { counted } from '../../ui/format.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { columns, keyOfEvent, RequestRow, rowIdOf } from './request-row.tsx'
import { useCursor, useUnseen } from './use-cursor.ts'

/** The width from which a request has one line and columns; below, it has two lines. */
const wideFrom = (): number => (isAll.value ? 1020 : 960)

interface GridProps {
  /** The oldest first. */
  readonly list: readonly RequestSummary[]
  /** The key of the request that is open. */
  readonly open: string | undefined
}

/** The requests of a list, the newest at the top. */
export function RequestGrid({ list, open }: GridProps) {
  const count = list.length
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useWidth(frame) >= wideFrom()
  const rowHeight = isWide ? 34 : 54
  const [isTop, setTop] = useState(true)
  const { active, onKeyDown, clear } = useCursor(list, open, rowHeight)
  const unseen = useUnseen(list, isTop && active === undefined)
  useFocusAfterClose(frame, open)
  const follow = (): void => {
    clear()
    gridIn(frame)?.scrollTo({ top: 0 })
    gridIn(frame)?.focus()
  }
  const at = (index: number): RequestSummary | undefined => list[count - 1 - index]
  const current = at(active ?? 0)
  const row = (index: number) => {
    const entry = at(index)
    if (entry === undefined) return null
    const key = keyOf(entry)
    return (
      <RequestRow
        key={key}
        entry={entry}
        index={index}
        height={rowHeight}
        isActive={entry === current}
        isOpen={key === open}
      />
    )
  }
  return (
    <div ref={frame} class="request-list">
      <VirtualRows
        count={count}
        rowHeight={rowHeight}
        row={row}
        keyAt={(index) => at(index)?.sequence ?? index}
        active={active}
        idAt={(index) => {
          const entry = at(index)
          return entry === undefined ? undefined : rowIdOf(entry)
        }}
        onTop={setTop}
        header={<Titles />}
        attributes={{
          role: 'grid',
          class: `requests ${isWide ? 'wide' : 'two-lines'} ${isAll.value ? 'of-all' : ''}`,
          'aria-label': 'Requests',
          'aria-rowcount': count + 1,
          tabIndex: 0,
          onKeyDown,
          onClick: (event) => {
            const key = keyOfEvent(event)
            if (key !== undefined) go('traffic', key)
          },
        }}
      />
      {unseen === 0 ? null : (
        <button type="button" class="button primary small newer" onClick={follow}>
          {counted(unseen, 'new request')}
        </button>
      )}
    </div>
  )
}

function Titles() {
  return (
    <div role="row" aria-rowindex={1} class="request titles">
      {columns().map((title) => (
        <span key={title} role="columnheader" class={title.toLowerCase()}>
          {title}
        </span>
      ))}
    </div>
  )
}

interface Frame {
  readonly current: HTMLDivElement | null
}

const gridIn = (frame: Frame) => frame.current?.querySelector<HTMLElement>('[role=grid]')

/** Gives the focus back to the list when a request is closed. */
function useFocusAfterClose(frame: Frame, open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const isClosed = before.current !== undefined && open === undefined
    before.current = open
    if (isClosed && document.activeElement === document.body) gridIn(frame)?.focus()
  }, [frame, open])
}

/** The width of an element. */
function useWidth(frame: Frame): number {
  const [width, setWidth] = useState(wideFrom())
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
