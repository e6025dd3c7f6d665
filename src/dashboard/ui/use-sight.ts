import { type RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Pixels of a line: all are equally high. */
export const rowHeight = 32

/** Lines above and below the ones in sight that are rendered too. */
const spare = 8

interface SightOptions {
  readonly count: number
  /** Identifies a line. */
  readonly keyAt: (index: number) => string
  /** The line that is brought into sight when it becomes another; -1 for none. */
  readonly active: number
  /** The line that, in sight, stays where it is while others are added above it. Any other list keeps its first line, once it is scrolled. */
  readonly held: number
  readonly onSight?: ((first: number) => void) | undefined
}

/** The lines of a list to render, and the width of the list in pixels. */
export function useSight(scroller: RefObject<HTMLDivElement | null>, options: SightOptions) {
  const { count, onSight } = options
  const [{ start, size, width }, setSight] = useState({ start: 0, size: 32, width: 960 })
  const look = useRef(() => {
    const element = scroller.current
    if (element === null) return
    const next = {
      start: Math.floor(element.scrollTop / rowHeight),
      size: Math.ceil(element.clientHeight / rowHeight),
      width: element.clientWidth,
    }
    setSight((last) =>
      last.start === next.start && last.size === next.size && last.width === next.width ? last : next,
    )
  }).current
  useActive(scroller, options, size)
  useStillness(scroller, options, size, look)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, look])
  // After the list has moved: the first line may be another, at the same place.
  useLayoutEffect(() => onSight?.(Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight)))
  return { from: Math.max(0, Math.min(start, count - size) - spare), to: Math.min(count, start + size + spare), width }
}

/** Scrolls along with the line that is read when others are added above it. */
function useStillness(
  scroller: RefObject<HTMLDivElement | null>,
  { count, keyAt, held }: SightOptions,
  size: number,
  look: () => void,
): void {
  const kept = useRef<{ readonly index: number; readonly key: string } | undefined>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    if (kept.current !== undefined) {
      const { index, key } = kept.current
      let now = index
      while (now < count && keyAt(now) !== key) now += 1
      if (now < count && now > index) {
        element.scrollTop += (now - index) * rowHeight
        look()
      }
    }
    const keep = (): void => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const index = held >= top && held < top + size ? held : top > 0 ? top : -1
      kept.current = index >= 0 && index < count ? { index, key: keyAt(index) } : undefined
    }
    keep()
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  })
}

/** Brings the active line into sight, also when the list becomes lower. */
function useActive(
  scroller: RefObject<HTMLDivElement | null>,
  { count, keyAt, active }: SightOptions,
  size: number,
): void {
  const before = useRef('')
  useLayoutEffect(() => {
    const element = scroller.current
    const key = active < 0 || active >= count ? '' : `${keyAt(active)} ${size}`
    const isSame = key === before.current
    before.current = key
    if (element === null || key === '' || isSame) return
    // The titles stay above the lines.
    const bottom = (active + 2) * rowHeight - element.clientHeight
    if (active * rowHeight < element.scrollTop) element.scrollTop = active * rowHeight
    else if (bottom > element.scrollTop) element.scrollTop = bottom
  })
}
