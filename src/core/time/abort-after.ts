import { abortWith } from '../lib/abort-with.ts'
import { waitOnWall } from './clock.ts'

/**
 * Creates a controller that aborts after a time of the wall clock, or with the first of the given signals.
 * Abort it when its work is done, to release the signals and the timer.
 * @param toReason creates the reason of a timeout (an AbortError)
 */
export function abortAfter(ms: number, given: readonly AbortSignal[], toReason: () => unknown = () => undefined) {
  const over = abortWith(given)
  waitOnWall(ms, over.signal).then(
    () => over.abort(toReason()),
    () => {},
  )
  return over
}
