import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from './clock.ts'

/**
 * Returns a controller that is aborted after a time by the wall clock, or with the first of some signals.
 * Abort it when its work is done: it then lets go of the signals and of its timer.
 * @param toReason makes the reason for an abort by the clock (an AbortError)
 */
export function abortAfter(ms: number, given: readonly AbortSignal[], toReason: () => unknown = () => undefined) {
  const over = abortWith(given)
  waitOnWall(ms, over.signal).then(
    () => over.abort(toReason()),
    () => {},
  )
  return over
}
