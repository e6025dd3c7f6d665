import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualRowsProps {
  readonly count: number
  /** Pixels of a row: all rows are equally high. */
  readonly rowHeight: number
  readonly row: (index: number) => ComponentChildren
  /** The row to keep in sight (none). */
  readonly active?: number | undefined
  /** True to stay at the end when rows are added, as long as the end is in sight. */
  readonly sticksToEnd?: boolean
}

/** Rows above and below the window that are rendered too. */
const spare = 8

/** A list of any length that renders only the rows in sight. It fills its parent, which has a height. */
export function VirtualRows({ count, rowHeight, row, active, sticksToEnd = false }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [{ top, height }, setSight] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = (): void => {
      isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight
      setSight({ top: element.scrollTop, height: element.clientHeight })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [rowHeight])
  useLayoutEffect(() => {
    if (sticksToEnd && isAtEnd.current) scroller.current?.scrollTo({ top: count * rowHeight })
  }, [count, rowHeight, sticksToEnd])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || active === undefined) return
    const start = active * rowHeight
    if (start < element.scrollTop) element.scrollTo({ top: start })
    else if (start + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTo({ top: start + rowHeight - element.clientHeight })
    }
  }, [active, rowHeight])
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, position) => first + position)
  return (
    <div ref={scroller} class="virtual" role="presentation">
      <div role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div class="window" role="presentation" style={{ translate: `0 ${first * rowHeight}px` }}>
          {indexes.map(row)}
        </div>
      </div>
    </div>
  )
}
