import { later, steadyNow } from './clock.ts'
import { nodeTime } from './node-time.ts'

/** Waits until the present turn of callers is over. */
export const turnEnd = async (): Promise<void> => await new Promise(nodeTime.nextTick)

/** The longest time that long work keeps others waiting, in milliseconds. */
const pieceMs = 10

/** Does work on one item after another, in so many turns of the event loop that others are served in between. @param signal ends it (none) @returns the results */
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
