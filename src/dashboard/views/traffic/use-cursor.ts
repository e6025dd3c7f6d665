import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

import { go, goOn } from '../../state/route.ts'
import { countAfter, keyOf, type RequestSummary } from '../../state/traffic.ts'

/** The index where a key leads; undefined for any other key. */
function nextIndex(key: string, from: number, page: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
    Enter: from,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next))
}

/**
 * The request that the keys move from. Without one it is the first, and the list follows.
 * @param list the newest last, while index 0 is the newest
 * @param open the key of the request that is open
 */
export function useCursor(list: readonly RequestSummary[], open: string | undefined, rowHeight: number) {
  const count = list.length
  const [cursor, setCursor] = useState(open)
  useEffect(() => {
    if (open !== undefined) setCursor(open)
  }, [open])
  const position = cursor === undefined ? -1 : list.findLastIndex((entry) => keyOf(entry) === cursor)
  const active = position === -1 ? undefined : count - 1 - position
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape' && open === undefined) setCursor(undefined)
    const page = Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 2)
    const next = nextIndex(key, active ?? 0, page, count)
    const target = next === undefined ? undefined : list[count - 1 - next]
    if (target === undefined) return
    event.preventDefault()
    if (key === 'Enter') go('traffic', keyOf(target))
    // An open request changes with the cursor.
    else if (open !== undefined) goOn('traffic', keyOf(target))
    else if (key === 'Home') {
      setCursor(undefined)
      currentTarget.scrollTo({ top: 0 })
    } else setCursor(keyOf(target))
  }
  return { active, onKeyDown, clear: () => setCursor(undefined) }
}

/** How many requests came since the list stopped following. */
export function useUnseen(list: readonly RequestSummary[], follows: boolean): number {
  const newest = list.at(-1)?.sequence ?? 0
  const [seen, setSeen] = useState(newest)
  useLayoutEffect(() => {
    if (follows) setSeen(newest)
  }, [follows, newest])
  return follows ? 0 : countAfter(list, seen)
}
