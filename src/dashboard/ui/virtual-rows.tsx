import type { ComponentChildren, HTMLAttributes } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualRowsProps {
  readonly count: number
  /** Pixels of a row: all rows are equally high. */
  readonly rowHeight: number
  readonly row: (index: number) => ComponentChildren
  /** Identifies a row. */
  readonly keyAt: (index: number) => string | number
  /** The row that stays where it is while rows are added above it. It is brought into sight when it becomes another. */
  readonly active?: number | undefined
  /** The id of the element of a row: names the active row, or else the first, to screen readers. */
  readonly idAt?: (index: number) => string | undefined
  /** Stays above the rows. */
  readonly header?: ComponentChildren
  /** Of the element that scrolls. */
  readonly attributes?: Omit<HTMLAttributes<HTMLDivElement>, 'class'> & { readonly class?: string }
  /** Says whether the first row is in sight, when that changes. */
  readonly onTop?: (isTop: boolean) => void
}

/** Rows above and below the ones in sight that are rendered too. */
const spare = 8

/** The rows in sight. */
interface Sight {
  readonly start: number
  readonly size: number
}

/**
 * A list of any length that renders only the rows in sight. Its parent gives it a height. While it is scrolled down, or a row is
 * active, rows that are added above move nothing.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, row, active = 0, idAt, header, attributes, onTop } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [{ start, size }, setSight] = useState<Sight>({ start: 0, size: 32 })
  const look = useCallback((): void => {
    const element = scroller.current
    if (element === null) return
    const next = { start: Math.floor(element.scrollTop / rowHeight), size: Math.ceil(element.clientHeight / rowHeight) }
    setSight((last) => (last.start === next.start && last.size === next.size ? last : next))
  }, [rowHeight])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [look])
  useStillness(scroller, { ...props, look })
  useActiveInSight(scroller, props)
  const isTop = start === 0
  useLayoutEffect(() => onTop?.(isTop), [isTop, onTop])
  const first = Math.max(0, Math.min(start, count - size) - spare)
  const last = Math.min(count, start + size + spare)
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, position) => first + position)
  const all: HTMLAttributes<HTMLDivElement> = {
    role: 'presentation',
    ...attributes,
    class: `virtual ${attributes?.class ?? ''}`,
    'aria-activedescendant': active >= first && active < last ? idAt?.(active) : undefined,
  }
  return (
    <div ref={scroller} {...all}>
      {header === undefined ? null : (
        <div class="virtual-header" role="presentation">
          {header}
        </div>
      )}
      <div role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ translate: `0 ${first * rowHeight}px` }}>
          {indexes.map(row)}
        </div>
      </div>
    </div>
  )
}

/** Scrolls along with the row that is read when others are added above it. */
function useStillness(
  scroller: { readonly current: HTMLDivElement | null },
  { count, rowHeight, keyAt, active, look }: VirtualRowsProps & { readonly look: () => void },
): void {
  const held = useRef<{ readonly index: number; readonly key: string | number } | undefined>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    if (held.current !== undefined) {
      const { index, key } = held.current
      let now = index
      while (now < count && keyAt(now) !== key) now += 1
      if (now < count && now > index) {
        element.scrollTop += (now - index) * rowHeight
        look()
      }
    }
    const hold = (): void => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const index = active ?? (top > 0 ? top : -1)
      held.current = index >= 0 && index < count ? { index, key: keyAt(index) } : undefined
    }
    hold()
    element.addEventListener('scroll', hold, { passive: true })
    return () => element.removeEventListener('scroll', hold)
  })
}

/** Brings the active row into sight. */
function useActiveInSight(
  scroller: { readonly current: HTMLDivElement | null },
  { count, rowHeight, keyAt, active }: VirtualRowsProps,
): void {
  const before = useRef<string | number | undefined>(undefined)
  useLayoutEffect(() => {
    const key = active === undefined || active >= count ? undefined : keyAt(active)
    const isSame = key === before.current
    before.current = key
    const element = scroller.current
    if (element === null || active === undefined || key === undefined || isSame) return
    const top = active * rowHeight
    const header = element.querySelector<HTMLElement>('.virtual-header')?.offsetHeight ?? 0
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight + header > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight + header - element.clientHeight
    }
  })
}
