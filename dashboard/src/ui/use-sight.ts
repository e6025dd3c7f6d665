import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The height of every line in pixels. */
export const rowHeight = 32

/** The number of lines rendered above and below the visible lines. */
const spare = 8

interface SightOptions {
  readonly count: number
  /** Identifies a line. */
  readonly keyAt: (index: number) => string
  /** The line that is scrolled into view when it changes; -1 for none. */
  readonly active: number
  /** The line that keeps its position, if visible, while lines are added above it. Otherwise a scrolled list keeps its first visible line. */
  readonly held: number
  readonly onFirstVisible?: ((first: number) => void) | undefined
}

/** Computes the lines of a list to render, and its width in pixels. */
export function useVisibleLines({ count, keyAt, active, held, onFirstVisible }: SightOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState(0)
  const [size, setSize] = useState(32)
  const [width, setWidth] = useState(960)
  const look = useCallback(() => {
    if (scroller.current === null) return
    const { scrollTop, clientHeight, clientWidth } = scroller.current
    setStart(Math.floor(scrollTop / rowHeight))
    setSize(Math.ceil(clientHeight / rowHeight))
    setWidth(clientWidth)
  }, [])
  // Scrolls the active line into view, also when the list gets lower.
  const before = useRef('')
  useLayoutEffect(() => {
    const element = scroller.current
    const key = active < 0 || active >= count ? '' : `${keyAt(active)} ${size}`
    const isSame = key === before.current
    before.current = key
    if (element === null || key === '' || isSame) return
    // The column titles cover the first line.
    const bottom = (active + 2) * rowHeight - element.clientHeight
    if (active * rowHeight < element.scrollTop) element.scrollTop = active * rowHeight
    else if (bottom > element.scrollTop) element.scrollTop = bottom
  })
  // Scrolls with the held line when lines are added above it.
  const kept = useRef({ index: -1, key: '' })
  const keep = (): void => {
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight)
    const index = held >= top && held < top + size ? held : top > 0 ? top : -1
    kept.current = { index, key: keyAt(index) }
  }
  useLayoutEffect(() => {
    const { index, key } = kept.current
    let now = index
    if (key !== '') while (now < count && keyAt(now) !== key) now += 1
    if (scroller.current !== null && now < count && now > index) {
      scroller.current.scrollTop += (now - index) * rowHeight
      look()
    }
    keep()
  })
  useLayoutEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [look])
  // The first line may have changed even without scrolling.
  useLayoutEffect(() => onFirstVisible?.(Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight)))
  const onScroll = (): void => {
    keep()
    look()
  }
  const from = Math.max(0, Math.min(start, count - size) - spare)
  return { scroller, from, to: Math.min(count, start + size + spare), width, onScroll }
}
