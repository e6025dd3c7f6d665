import { performance } from 'node:perf_hooks'
import { nextTick } from 'node:process'
import * as timers from 'node:timers'

/** Node's timers and `performance`, taken once: tests may fake the global ones, and jsdom replaces them. */
export const nodeTime = { ...timers, nextTick, performance }
