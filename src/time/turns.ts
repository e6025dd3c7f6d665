import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'

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
