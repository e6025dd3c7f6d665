import { later, steadyNow } from './clock.ts'
import { nodeTime } from './node-time.ts'

/** Waits until the callers of this turn have run. */
export const endOfTurn = async (): Promise<void> => await new Promise(nodeTime.nextTick)

/** Milliseconds of work before other requests get a turn. */
const pieceMs = 10

/** Maps items in several turns of the event loop, so that other requests are served in between. @param signal cancels it (none) */
export async function inTurns<T, R>(items: Iterable<T>, work: (item: T) => R, signal?: AbortSignal) {
  const results: R[] = []
  let beganMs = steadyNow()
  for (const item of items) {
    results.push(work(item))
    if (steadyNow() - beganMs < pieceMs) continue
    await new Promise<void>(later)
    signal?.throwIfAborted()
    beganMs = steadyNow()
  }
  return results
}
