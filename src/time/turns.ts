import { nextTick } from 'node:process'

import { later } from './clock.ts'

/** Waits until the present turn of callers is over. */
export const turnEnd = async (): Promise<void> => await new Promise(nextTick)

/** The longest time that long work keeps others waiting, in milliseconds. */
const pieceMs = 10

/** Does work on one item after another, in so many turns of the event loop that others are served in between. @param signal ends it (none) @returns the results */
export async function inTurns<T, R>(items: Iterable<T>, work: (item: T) => R, signal?: AbortSignal) {
  const results: R[] = []
  let beganMs = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - beganMs < pieceMs) continue
    await new Promise<void>(later)
    signal?.throwIfAborted()
    beganMs = performance.now()
  }
  return results
}
