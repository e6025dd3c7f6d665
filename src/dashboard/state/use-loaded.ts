import { useEffect, useRef, useState } from 'preact/hooks'

import { connection, revision, Unreachable } from './ask.ts'
import { every } from './time.ts'

/** A loaded value. While it is loaded again, the last one stays. */
export interface Loaded<T> {
  readonly value: T | undefined
  /** Why it could not be loaded; undefined where it could, or where the fake does not answer, which the shell says. */
  readonly error: string | undefined
}

export interface LoadOptions {
  /** True for what changes only with the fake: it is asked for until it is there, and when the fake is back (false). */
  readonly isFixed?: boolean
  /** How often the page looks for changes that others made, while it is seen (2000). */
  readonly everyMs?: number
}

/**
 * Loads data, and again: after a change made on the page, when the fake is back, and again and again while the tab is
 * visible, since tests and programs change the fake too.
 * @param key identifies what is loaded; another one begins with no value
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
      // What changes only with the fake waits for it.
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
      const isThere = isFixed && last !== undefined
      if (document.visibilityState === 'visible' && !isThere) void refresh()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [key, version, isLive, isFixed, everyMs])
  return state.key === key ? state : { value: undefined, error: undefined }
}

/** The message of an error, for a person. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
