import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'
import * as timers from 'node:timers'

/** The timers and the stopwatch of Node, taken once: a test may hold the global ones, and a page has others. */
export const nodeTime = { ...timers, nextTick, performance }
