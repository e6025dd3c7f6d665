import { useEffect, useRef, useState } from 'preact/hooks'

import { revision, Unreachable } from './ask.ts'
import { connection } from './connection.ts'
import { every } from './time.ts'

/** A loaded value. While it is loaded again, the last one stays. */
export interface Loaded<T> {
  readonly value: T | undefined
  /** Why it could not be loaded; undefined where it could, or where the fake does not answer, which the shell says. */
  readonly error: string | undefined
}

/** How often a view that is seen looks for changes that others made. */
const intervalMs = 2000

/**
 * Loads data, and again: after a change made on the page, when the fake is back, and every two seconds while the tab is
 * visible, since tests and programs change the fake too.
 * @param key identifies what is loaded; another one begins with no value
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { key: string }>({ key, value: undefined, error: undefined })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const version = revision.value
  const isLive = connection.value === 'live'
  useEffect(() => {
    let isOver = false
    let last: string | undefined
    const refresh = async (): Promise<void> => {
      const next = await latest.current().then(
        (value): Loaded<T> => ({ value, error: undefined }),
        (error: unknown): Loaded<T> | undefined =>
          error instanceof Unreachable ? undefined : { value: undefined, error: messageOf(error) },
      )
      const text = JSON.stringify(next)
      if (isOver || next === undefined || text === last) return
      last = text
      setState({ key, ...next })
    }
    void refresh()
    const stop = every(intervalMs, () => {
      if (document.visibilityState === 'visible') void refresh()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [key, version, isLive])
  return state.key === key ? state : { value: undefined, error: undefined }
}

/** The message of an error, for a person. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
