import { useEffect, useRef, useState } from 'preact/hooks'

import { connection, revision, Unreachable } from './ask.ts'
import { every } from './time.ts'

/** A loaded value. During a reload, the last value stays. */
export interface Loaded<T> {
  readonly value: T | undefined
  /** Why loading failed. It is undefined if the fake does not answer, which the shell shows. */
  readonly error: string | undefined
}

export interface LoadOptions {
  /** True for data that changes only with the fake: it is loaded once, and again when the fake is back. Default: false. */
  readonly isFixed?: boolean
  /** The interval of reloads while the page is visible. Default: 2000. */
  readonly everyMs?: number
}

/**
 * Loads data, and reloads it: after a change on the page, when the fake is back, and at an interval while the tab is
 * visible, because tests and programs change the fake too.
 * @param key identifies the data; a new key begins without a value
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, options: LoadOptions = {}): Loaded<T> {
  const { isFixed = false, everyMs = 2000 } = options
  const [state, setState] = useState<Loaded<T> & { key: string }>({ key, value: undefined, error: undefined })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const version = isFixed ? 0 : revision.value
  const isLive = connection.value === 'live'
  useEffect(() => {
    let isOver = false
    let isAsking = false
    let last: string | undefined
    const refresh = async (): Promise<void> => {
      // Fixed data waits for the fake.
      if (isAsking || (isFixed && !isLive)) return
      isAsking = true
      const next = await latest.current().then(
        (value): Loaded<T> => ({ value, error: undefined }),
        (error: unknown): Loaded<T> | undefined =>
          error instanceof Unreachable ? undefined : { value: undefined, error: messageOf(error) },
      )
      isAsking = false
      const text = JSON.stringify(next)
      if (isOver || next === undefined || text === last) return
      last = text
      setState((before) => ({
        key,
        value: next.value ?? (before.key === key ? before.value : undefined),
        error: next.error,
      }))
    }
    void refresh()
    const stop = every(everyMs, () => {
      const isComplete = isFixed && last !== undefined
      if (document.visibilityState === 'visible' && !isComplete) void refresh()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [key, version, isLive, isFixed, everyMs])
  return state.key === key ? state : { value: undefined, error: undefined }
}

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
