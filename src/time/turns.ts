import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'

import { nextTurn } from './clock.ts'

/** Programs other than Node lack parts of it. */
const timing: { readonly uvMetricsInfo?: { readonly loopCount: number } } | undefined = performance.nodeTiming
let turns = 0
let isUnderWay = false

function endTurn(): void {
  isUnderWay = false
}

/** The number of the present turn of callers in this process: it ends when all promises that are settled have called back. Numbers of the two kinds of turn never meet. */
export function callTurn(): number {
  if (!isUnderWay) {
    isUnderWay = true
    turns -= 1
    nextTick(endTurn)
  }
  return turns
}

/** Waits until the present turn of callers is over. */
export const turnEnd = async (): Promise<void> => await new Promise(nextTick)

/** The number of the present turn of the event loop: messages that arrived together are read in one. Where it is unknown, it is that of callers. */
export function loopTurn(): number {
  return timing?.uvMetricsInfo?.loopCount ?? callTurn()
}

/** The longest time that long work keeps others waiting, in milliseconds. */
const pieceMs = 10

/** Does work on one item after another, in so many turns of the event loop that others are served in between. @returns the results */
export async function inTurns<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<readonly R[]> {
  const results: R[] = []
  let beganMs = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - beganMs < pieceMs) continue
    await nextTurn()
    beganMs = performance.now()
  }
  return results
}
