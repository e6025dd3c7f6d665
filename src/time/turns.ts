import { performance } from 'node:perf_hooks'

/** Programs other than Node lack parts of it. */
const timing: { readonly uvMetricsInfo?: { readonly loopCount: number } } | undefined = performance.nodeTiming
let turns = 0
let isUnderWay = false

/** The number of the present turn of callers in this process: it ends when they wait. Numbers of the two kinds of turn never meet. */
export function microtaskTurn(): number {
  if (!isUnderWay) {
    isUnderWay = true
    turns -= 1
    // Test runners replace queueMicrotask.
    void Promise.resolve().then(() => {
      isUnderWay = false
    })
  }
  return turns
}

/** The number of the present turn of the event loop: messages that arrived together are read in one. Where it is unknown, a turn ends when the program waits. */
export function loopTurn(): number {
  return timing?.uvMetricsInfo?.loopCount ?? microtaskTurn()
}
